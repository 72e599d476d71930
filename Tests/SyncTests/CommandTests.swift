import ArgumentParser
import Foundation
import Testing

@testable import soteria_sync

@Suite struct CommandTests {
    private let scratch = Scratch()
    private let space = Sample.space.text

    private func run() throws {
        let command = try RunCommand.parse([space, "--shelf", "\(scratch.path)/shelf"])
        try command.run()
    }

    private func state() throws -> RunState {
        try JSONDecoder().decode(
            RunState.self, from: Data(try #require(scratch.read("shelf/courier.json"))))
    }

    @Test func aRunCarriesToADirectory() throws {
        let name = Sample.name(Sample.device, 1)
        scratch.make("shelf/\(Sample.device.text)")
        scratch.make("stick/\(space)/era")
        scratch.make("shelf/era")
        scratch.write([1, 2], "shelf/\(name.text)")
        scratch.write([3], "stick/\(space)/era/\(name.placeText)")
        scratch.write([], "shelf/due")
        scratch.write(Array("\(scratch.path)/stick/\(space)\n".utf8), "shelf/address")
        try run()
        #expect(scratch.read("shelf/due") == nil)
        #expect(scratch.read("stick/\(space)/\(name.text)") == [1, 2])
        #expect(scratch.read("shelf/era/\(name.placeText)") == [3])
        let state = try state()
        #expect(state.problem == nil && state.lastSuccess != nil)
        #expect(state.logs[Sample.device.text]?.places == RangeSet(places: [1]))
    }

    @Test func aMissingStickIsNoted() throws {
        scratch.make("shelf/era")
        scratch.write(Array("\(scratch.path)/stick/\(space)".utf8), "shelf/address")
        try run()
        #expect(try state().problem == .waiting)
    }

    @Test func missingCredentialsAreNoted() throws {
        scratch.make("shelf")
        scratch.write(Array("s3://bucket/\(space)".utf8), "shelf/address")
        try run()
        #expect(try state().problem == .refused)
        // While it backs off nothing is done, but the request is taken.
        scratch.write([], "shelf/due")
        try run()
        #expect(scratch.read("shelf/due") == nil)
    }

    @Test(arguments: ["", "nonsense", "/stick/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "s3://b/x"])
    func anotherAddressIsAnError(text: String) throws {
        scratch.make("shelf")
        scratch.write(Array(text.utf8), "shelf/address")
        #expect(throws: ExitCode(65)) { try run() }
    }

    @Test func createProveAndDeleteADirectory() throws {
        scratch.make("stick")
        let address = "\(scratch.path)/stick/\(space)"
        let create = try CreateCommand.parse([address])
        try create.run()
        let prove = try ProveCommand.parse([address])
        try prove.run()
        scratch.make("stick/\(space)/\(Sample.device.text)")
        scratch.make("stick/\(space)/\(Sample.device.text)-m")
        scratch.write([1], "stick/\(space)/\(Sample.name(Sample.device, 7).text)")
        scratch.write([1], "stick/\(space)/\(Sample.device.text)-m/0000000000000001")
        var delete = try DeleteCommand.parse([address, Sample.device.text])
        try delete.run()
        #expect(scratch.read("stick/\(space)/\(Sample.name(Sample.device, 7).text)") == nil)
        #expect(scratch.read("stick/\(space)/\(Sample.device.text)-m/0000000000000001") == [1])
        delete = try DeleteCommand.parse([address, Sample.device.text, "--entries"])
        try delete.run()
        #expect(scratch.read("stick/\(space)/\(Sample.device.text)-m/0000000000000001") == nil)
    }

    @Test(arguments: ["s3://bucket", "dynamodb://eu-central-1/soteria"])
    func aPolicyNamesTheSpaceAndTheDevice(storage: String) throws {
        let address = try #require(Address("\(storage)/\(space)"))
        let policy = try #require(address.policy(for: Sample.identifier("a")))
        let read = try JSONSerialization.jsonObject(with: Data(policy.utf8))
        let statements = try #require((read as? [String: Any])?["Statement"] as? [[String: Any]])
        #expect(statements.count == (storage.hasPrefix("s3") ? 3 : 2))
        let writing = try #require(statements.last)
        let text = "\(writing)"
        for log in ["\(Sample.device.text)*", "join-*", "era*"] {
            #expect(text.contains("\(space)/\(log)"))
        }
        #expect(!text.contains("Delete"))
        #expect(storage.hasPrefix("s3") == text.contains("s3:if-none-match"))
    }

    @Test func aDirectoryHasNoPolicy() throws {
        #expect(Address("/a/\(space)")?.policy(for: Sample.identifier("a")) == nil)
    }
}
