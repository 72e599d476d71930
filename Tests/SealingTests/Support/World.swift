import SeededRandom
import Testing

@testable import Sealing

/// A space whose devices write entries and chunks, with keys from a seed.
struct World {
    var generator: SeededGenerator
    let phrase: IdentityKeys
    let keeper: DeviceKeys
    let space: SpaceID
    private(set) var devices: [String: DeviceKeys] = [:]
    private(set) var entries: [String: [UInt8]] = [:]
    private(set) var epochs: [String: EpochKey] = [:]
    private(set) var chunks: [String: [UInt8]] = [:]
    private(set) var heads: [String: Head] = [:]

    /// A space that the device `A` has founded, as entry `genesis`.
    init(seed: UInt64 = 1) throws {
        generator = SeededGenerator(seed: seed)
        phrase = try Phrase(using: &generator).keys
        keeper = try DeviceKeys(using: &generator)
        let (space, entry) = try EntryWriter(keys: keeper).genesis(
            recovery: phrase, using: &generator)
        self.space = space
        devices["A"] = keeper
        record(entry, as: "genesis")
    }

    func id(_ name: String) -> DeviceID { devices[name]?.id ?? DeviceID(unchecked: []) }

    func keys(_ name: String) throws -> DeviceKeys { try #require(devices[name]) }

    func membership(_ names: some Sequence<String>) -> Membership {
        Membership(space, files: names.compactMap { entries[$0] })
    }

    func keyring(_ names: some Sequence<String>, of device: String) throws -> Keyring {
        Keyring(membership(names), of: try keys(device).identity)
    }

    mutating func addDevice(_ name: String) throws {
        devices[name] = try DeviceKeys(using: &generator)
    }

    mutating func request(of name: String) throws -> JoinRequest {
        if devices[name] == nil { try addDevice(name) }
        let code = PairingCode(using: &generator)
        let file = try JoinRequest.file(
            code: code, space: space, keys: keys(name), name: name, using: &generator)
        return try JoinRequest(file, code: code, space: space)
    }

    /// Admits a device in an entry after those that are named.
    mutating func admit(
        _ name: String, as entry: String, after names: [String], by writer: String = "A",
        heads: [Head] = []
    ) throws {
        let request = try request(of: name)
        let written = try EntryWriter(keys: keys(writer)).admission(
            of: request, to: membership(names), heads: heads,
            keyring: keyring(names, of: writer), using: &generator)
        record(written, as: entry)
    }

    mutating func remove(
        _ name: String, as entry: String, after names: [String], by writer: String = "A",
        heads: [Head] = []
    ) throws {
        let written = try EntryWriter(keys: keys(writer)).removal(
            of: id(name), from: membership(names), heads: heads,
            keyring: keyring(names, of: writer), using: &generator)
        record(written, as: entry)
    }

    mutating func recover(
        _ name: String, keeping others: [String], as entry: String, after names: [String],
        heads: [Head] = []
    ) throws {
        if devices[name] == nil { try addDevice(name) }
        let held = membership(names)
        let written = try EntryWriter(keys: keys(name)).beginning(
            after: held, members: try ([name] + others).map { try keys($0).publicKeys },
            recovery: phrase, heads: heads, keyring: Keyring(held, of: phrase),
            using: &generator)
        record(written, as: entry)
    }

    /// Keeps an entry with these members, which anybody signed.
    mutating func forge(_ members: CBORMap, as entry: String, by signers: [IdentityKeys]) throws {
        let signed = CBOR.map(members).encoded()
        let label: Label = members["k"] == .text("begin") ? .begin : .member
        let signatures = try signers.map { CBOR.bytes(try label.sign(signed, with: $0.signing)) }
        entries[entry] = CBOR.array([.bytes(signed)] + signatures).encoded()
    }

    /// The members of an entry, to forge another.
    func members(of entry: String) throws -> CBORMap {
        let parts = try CBOR(try #require(entries[entry])).array
        guard case .bytes(let signed) = parts[0] else { throw Refusal.form }
        return try CBOR(signed).map
    }

    mutating func keep(_ file: [UInt8], as entry: String) { entries[entry] = file }

    /// Writes a device's next chunk with one fact, under the epoch of an entry.
    mutating func chunk(
        _ name: String, by device: String, epoch: String, heads named: [Head] = [],
        after head: Head?? = nil
    ) throws {
        let fact = try Fact(
            id: FactID(unchecked: generator.bytes(8)), time: 1,
            content: .kept(targets: ["shopping"]))
        let (file, next) = try Chunk.file(
            ChunkText(facts: [fact], heads: named), in: space, after: head ?? heads[device],
            epoch: #require(epochs[epoch]), keys: keys(device), using: &generator)
        chunks[name] = file
        heads[device] = next
    }

    func logs(_ names: [String: [String]]) -> [DeviceID: [[UInt8]]] {
        Dictionary(
            uniqueKeysWithValues: names.map { (id($0), $1.compactMap { chunks[$0] }) })
    }

    private mutating func record(_ written: EntryWriter.Written, as entry: String) {
        entries[entry] = written.file
        epochs[entry] = written.epoch
    }
}
