import SeededRandom
import Testing

@testable import Sealing

/// Taking in is a function of entries and files, in whatever order they came.
struct IntakeTests {
    private let files = VectorFiles.all
    private let entries = [
        "genesis", "desktop admitted", "tablet admitted", "tablet removed", "recovery",
    ]
    private let logs = [
        "laptop": ["laptop 1", "laptop 2", "laptop 3", "laptop 4"],
        "desktop": [
            "desktop 1", "desktop 2", "desktop 3", "fork of desktop 2", "signed as an entry",
            "text with noise after it", "under an epoch that nobody knows",
            "after the one that nobody opens", "noise", "cut short",
        ],
        "tablet": ["tablet 1", "tablet 2", "tablet 3"],
        "spare": ["spare 1"],
    ]

    /// Everything that an intake says of files, whatever their places are.
    private struct Result: Equatable {
        let facts: [Fact]
        let heads: [Head]
        let outcomes: [DeviceID: [[UInt8]: Outcome]]
        let forked: Set<DeviceID>
    }

    private func result(
        _ entries: [String], _ logs: [String: [String]], of device: String
    ) -> Result {
        let membership = Membership(files.space, files: entries.map(files.entry))
        let keyring = Keyring(membership, of: files.device(device).identity)
        let read = Dictionary(
            uniqueKeysWithValues: logs.map { (files.device($0).id, $1.map(files.chunk)) })
        let intake = Intake(read, membership: membership, keyring: keyring)
        let outcomes = intake.outcomes.map { device, outcomes in
            (device, Dictionary(zip(read[device] ?? [], outcomes)) { first, _ in first })
        }
        return Result(
            facts: intake.facts, heads: intake.heads,
            outcomes: Dictionary(uniqueKeysWithValues: outcomes), forked: intake.forkedDevices)
    }

    @Test func theOrderOfEntriesAndFilesDoesNotMatter() {
        var generator = SeededGenerator()
        for _ in 0..<60 {
            let someEntries = entries.filter { _ in Int.random(in: 0..<8, using: &generator) > 0 }
            let someLogs = logs.mapValues { names in
                names.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
            }
            let device = ["laptop", "desktop", "tablet", "spare"].randomElement(using: &generator)
            let first = result(someEntries, someLogs, of: device ?? "laptop")
            for _ in 0..<3 {
                let second = result(
                    someEntries.shuffled(using: &generator),
                    someLogs.mapValues { $0.shuffled(using: &generator) },
                    of: device ?? "laptop")
                #expect(first == second)
            }
        }
    }

    /// Devices that have been given all files have the same facts, whatever they had before.
    @Test func devicesThatHoldAllAgree() {
        let all = result(entries, logs, of: "spare")
        #expect(result(entries, logs, of: "desktop") == all)
        #expect(all.facts.count > 10)
        #expect(all.forked == [files.device("desktop").id])
    }

    @Test func twoLowestChunksBothCount() throws {
        var world = try World()
        for name in ["one", "other"] {
            try world.chunk(name, by: "A", epoch: "genesis", after: .some(nil))
            try world.chunk("after \(name)", by: "A", epoch: "genesis")
        }
        let names = ["one", "after one", "other", "after other"]
        let intake = Intake(
            world.logs(["A": names]), membership: world.membership(["genesis"]),
            keyring: try world.keyring(["genesis"], of: "A"))
        let outcomes = try #require(intake.outcomes[world.id("A")])
        #expect(outcomes.count { $0 == .taken } == 2)
        #expect(outcomes.count { $0 == .fork } == 2)
        #expect(intake.facts.count == 4)
        #expect(intake.forkedDevices == [world.id("A")])
        let hashes = intake.chunks.filter { $0.head.number == 2 }.map(\.head.hash)
        #expect(intake.heads.map(\.hash) == [hashes.min()])
    }

    @Test func aLaterVersionEndsTheLog() throws {
        let membership = Membership(files.space, files: entries.prefix(4).map(files.entry))
        let desktop = files.device("desktop")
        let names = ["desktop 1", "of version 2", "desktop 2", "noise"]
        let intake = Intake(
            [desktop.id: names.map(files.chunk)], membership: membership,
            keyring: Keyring(membership, of: desktop.identity))
        #expect(
            intake.outcomes[desktop.id] == [.taken, .refused(.newer), .notReached, .notReached])
    }

    @Test func ofTwoFactsWithOneIdOneCounts() throws {
        let id = FactID(unchecked: [1, 2, 3, 4, 5, 6, 7, 8])
        let facts = try [3, 9, 5].map {
            try Fact(
                id: id, time: 1,
                content: .used(target: "video", bucket: 1, seconds: $0, isSynchronized: true))
        }
        #expect(facts.distinct() == [facts[1]])
        #expect(facts.reversed().distinct() == [facts[1]])
        #expect(facts.counting() == [facts[1]])
    }

    /// Own chunks under an epoch that the last one does not lead to are told again.
    @Test func openedChunksNameTheirEpochs() throws {
        let membership = Membership(files.space, files: entries.prefix(4).map(files.entry))
        let laptop = files.device("laptop")
        let keyring = Keyring(membership, of: laptop.identity)
        let intake = Intake(
            [laptop.id: ["laptop 1", "laptop 3"].map(files.chunk)], membership: membership,
            keyring: keyring)
        #expect(intake.chunks.map(\.head.number) == [1])
        let reached = keyring.reached(from: try #require(membership.epoch))
        #expect(intake.chunks.allSatisfy { reached.contains($0.epoch) })
    }

    @Test func aChunkCarriesTheHeadsOfMembersAndOfWhatChanged() throws {
        let all = result(entries, logs, of: "spare").heads
        let membership = Membership(files.space, files: entries.map(files.entry))
        let spare = files.device("spare").id
        let members = [files.device("desktop").id]
        let first = all.carried(by: spare, in: membership, after: [])
        #expect(first == all.filter { $0.device != spare })
        #expect(first.count == 3)
        let second = all.carried(by: spare, in: membership, after: first)
        #expect(second.map(\.device) == members)
    }
}
