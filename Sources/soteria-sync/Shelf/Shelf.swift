import FoundationEssentials

/// The directory that the daemon and this program share: files `LOG/PLACE` and, beside the logs,
/// `address`, `due` and `courier.json`.
final class Shelf {
    private static let state = "courier.json"
    /// One run at a time has the lock, so one name is enough.
    private static let temporary = ".soteria-sync"

    private let folder: Folder
    private var logs: [Log: Folder] = [:]
    /// The bytes of all files; nil until the first one is written.
    private var size: Int?

    /// The shelf at a path, once no other run has it.
    init(_ path: String) throws(Failure) {
        guard let folder = try Folder.open(path) else {
            throw Failure(.waiting, "There is no shelf \(path).")
        }
        try folder.lock()
        self.folder = folder
    }

    /// Removes the file by which the daemon asks for a run.
    func takeRequest() throws(Failure) { try folder.remove("due") }

    func address() throws(Failure) -> Address {
        guard case .bytes(let bytes) = try folder.read("address", limit: 4097),
            let text = String(validating: bytes, as: UTF8.self),
            let address = Address(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        else { throw Failure(.damage, "The shelf has no valid address.") }
        return address
    }

    /// The places that have a file, by log. An empty log is one to be asked for.
    func places() throws(Failure) -> [Log: RangeSet<Int64>] {
        var places: [Log: RangeSet<Int64>] = [:]
        for log in try folder.names().compactMap(Log.init).sorted().prefix(Limits.logs) {
            guard let folder = try folder.folder(log.text) else { continue }
            logs[log] = folder
            places[log] = RangeSet(places: try folder.names().compactMap(FileName.place))
        }
        return places
    }

    func read(_ name: FileName) throws(Failure) -> GetResult {
        try logs[name.log]?.read(name.placeText) ?? .absent
    }

    /// Writes a file. False if there is one already and it is not to be replaced.
    func write(_ bytes: [UInt8], at name: FileName, replacing: Bool = false) throws(Failure) -> Bool
    {
        guard let log = logs[name.log] else { return false }
        if size == nil { size = try allBytes() }
        size = (size ?? 0) + bytes.count
        guard let size, size <= Limits.shelf else {
            throw Failure(.full, "The storage has more than a space can need.")
        }
        return try log.write(
            bytes, to: name.placeText, by: Self.temporary, replacing: replacing)
    }

    private func allBytes() throws(Failure) -> Int {
        var sum = 0
        for log in logs.values {
            for name in try log.names() { sum += log.size(name) }
        }
        return sum
    }

    /// The state that the last run left; a new one if there is none, or it is of another address.
    func state(for address: Address) throws(Failure) -> RunState {
        guard case .bytes(let bytes) = try folder.read(Self.state, limit: 1 << 20),
            let state = try? JSONDecoder().decode(RunState.self, from: Data(bytes)),
            state.address == address.text
        else { return RunState(address: address.text) }
        return state
    }

    func write(_ state: RunState) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state) else { return }
        _ = try folder.write(
            Array(data), to: Self.state, by: Self.temporary, replacing: true)
    }
}

extension RangeSet<Int64> {
    init(places: [Int64]) { self.init(places.sorted().map { $0..<$0 + 1 }) }

    mutating func insert(place: Int64) { insert(contentsOf: place..<place + 1) }
}
