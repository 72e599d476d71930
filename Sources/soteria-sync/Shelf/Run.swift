/// Clock, waits and chance, which tests replace.
struct Surroundings {
    /// Seconds since 1970.
    var now: () -> Int64
    /// Waits some seconds.
    var pause: (Double) -> Void
    /// A random number from 0 to this one.
    var random: (Double) -> Double
}

/// One run: carries the files of a shelf to the storage, and what is new there to the shelf.
struct Run {
    private static let day: Int64 = 24 * 60 * 60

    /// A part of a log that is read until a name is absent or known.
    private struct Cursor {
        let log: Log
        var place: Int64
    }

    let shelf: Shelf
    let storage: any Storage
    let surroundings: Surroundings
    private(set) var state: RunState
    private var backoff = Backoff()
    private var files = 0
    private var bytes = 0
    /// The places on the shelf or known to be in the storage.
    private var known: [Log: RangeSet<Int64>] = [:]

    init(_ shelf: Shelf, _ storage: any Storage, _ state: RunState, _ surroundings: Surroundings) {
        self.shelf = shelf
        self.storage = storage
        self.state = state
        self.surroundings = surroundings
    }

    /// Returns the first failure. A log that is refused does not hold up the others.
    mutating func carry() -> Failure? {
        var failure: Failure?
        do throws(Failure) {
            let places = try shelf.places()
            state.logs = state.logs.filter { name, _ in places.keys.contains { $0.text == name } }
            for (log, places) in places {
                known[log] = places.union(stored(log))
            }
            for (log, places) in places.sorted(by: { $0.key < $1.key }) {
                do throws(Failure) {
                    try put(places.subtracting(stored(log)), of: log)
                } catch {
                    guard !error.endsRun else { throw error }
                    failure = failure ?? error
                }
            }
            try fetch()
        } catch {
            return error
        }
        return failure
    }

    // MARK: To the storage

    private mutating func put(_ places: RangeSet<Int64>, of log: Log) throws(Failure) {
        for place in places.ranges.joined() {
            guard let name = FileName(log, place),
                // One without bytes stands for what was no file of a space.
                case .bytes(let bytes) = try shelf.read(name), !bytes.isEmpty
            else { continue }
            if case .taken(let others) = try put(bytes, at: name) {
                // The daemon sees that its bytes lie nowhere, and puts them at a later place.
                _ = try shelf.write(others, at: name, replacing: true)
            }
            noteStored(name)
        }
    }

    private mutating func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
        do throws(Failure) {
            return try attempt { (storage) throws(Failure) in try storage.put(bytes, at: name) }
        } catch {
            // Another device's file, which came from there before the state was lost.
            guard error.problem == .refused,
                case .bytes(bytes) = try attempt({ (storage) throws(Failure) in
                    try storage.get([name])[name] ?? .absent
                })
            else { throw error }
            return .exists
        }
    }

    // MARK: To the shelf

    private mutating func fetch() throws(Failure) {
        var cursors: [Cursor] = []
        for log in known.keys.sorted() {
            cursors += try starts(in: log).sorted().map { Cursor(log: log, place: $0) }
        }
        // Usually nothing is new, so one name is asked for; then more and more.
        var window: Int64 = 1
        while true {
            cursors.removeAll { names(from: $0, 1).isEmpty }
            let asked = cursors.flatMap { names(from: $0, window) }.prefix(Limits.names)
            guard !asked.isEmpty else { return }
            let answers = try attempt { (storage) throws(Failure) in
                try storage.get(Array(asked))
            }
            guard asked.contains(where: { answers[$0] != nil }) else {
                throw Failure(.damage, "The storage does not answer what it was asked.")
            }
            for index in cursors.indices.reversed() {
                guard try take(answers, names(from: cursors[index], window), &cursors[index]) else {
                    cursors.remove(at: index)
                    continue
                }
            }
            // The next run goes on.
            guard files < Limits.filesInRun, bytes < Limits.bytesInRun else { return }
            window = min(window * 2, 16)
        }
    }

    /// Takes answers in the order of places. False if a name was absent, so that the log ends.
    private mutating func take(
        _ answers: [FileName: GetResult], _ names: [FileName], _ cursor: inout Cursor
    ) throws(Failure) -> Bool {
        for name in names {
            switch answers[name] {
            case nil: return true
            case .absent: return false
            case .bytes(let received):
                guard files < Limits.filesInRun, bytes + received.count <= Limits.bytesInRun
                else {
                    bytes = Limits.bytesInRun
                    return true
                }
                files += 1
                bytes += received.count
                cursor.place += 1
                // If the daemon has put a file there meanwhile, the next run finds the name taken.
                if try shelf.write(received, at: name) { noteStored(name) }
            }
        }
        return true
    }

    /// The names of a cursor up to the first known one.
    private func names(from cursor: Cursor, _ count: Int64) -> [FileName] {
        (cursor.place..<cursor.place + count).prefix { known[cursor.log]?.contains($0) != true }
            .compactMap { FileName(cursor.log, $0) }
    }

    /// The places at which a log may go on: the one after the last known, and, in a log that is
    /// empty or was not looked through for a day, those that `first` finds behind gaps.
    private mutating func starts(in log: Log) throws(Failure) -> Set<Int64> {
        let known = known[log] ?? RangeSet()
        var starts: Set<Int64> = []
        if let last = known.ranges.last { starts.insert(last.upperBound) }
        let now = surroundings.now()
        let searched = state.logs[log.text]?.searched ?? .min
        let isRecent = searched <= now && searched > now - Self.day
        guard known.isEmpty || storage.isFreeToSearch || !isRecent else { return starts }
        let ends = known.ranges.suffix(16).map { $0.upperBound - 1 }
        for end in known.contains(1) ? ends : [0] + ends {
            let found = try attempt { (storage) throws(Failure) in
                try storage.first(in: log, after: end)
            }
            if let found, found > end { starts.insert(found) }
        }
        state.logs[log.text, default: .init()].searched = now
        return starts
    }

    // MARK: Both

    private func stored(_ log: Log) -> RangeSet<Int64> {
        state.logs[log.text]?.places ?? RangeSet()
    }

    private mutating func noteStored(_ name: FileName) {
        state.logs[name.log.text, default: .init()].places.insert(place: name.place)
        known[name.log, default: .init()].insert(place: name.place)
    }

    /// Tries again, after waits, what throttling or the network made fail.
    private mutating func attempt<Value>(
        _ body: (any Storage) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        while true {
            do throws(Failure) {
                return try body(storage)
            } catch {
                guard error.isTransient, let wait = backoff.next(random: surroundings.random)
                else { throw error }
                surroundings.pause(wait)
            }
        }
    }
}
