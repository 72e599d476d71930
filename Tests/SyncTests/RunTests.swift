import SeededRandom
import Testing

@testable import soteria_sync

/// A storage in memory that loses replies, throttles, and answers for a part of the names.
final class MemoryStorage: Storage {
    var files: [FileName: [UInt8]] = [:]
    var isFreeToSearch = false
    /// The chance of a fault at each question.
    var fault = 0.0
    var random = SeededGenerator(seed: 1)
    /// Answers for the first name alone.
    var answersOne = false
    /// Done while names are looked at.
    var meanwhile: () -> Void = {}
    private(set) var asked = 0

    init() {}

    private func fail() throws(Failure) {
        guard Double.random(in: 0..<1, using: &random) < fault else { return }
        throw Failure(Bool.random(using: &random) ? .throttled : .unreachable, "a fault")
    }

    func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
        asked += 1
        try fail()
        let there = files[name]
        if there == nil { files[name] = bytes }
        // A reply that is lost.
        try fail()
        guard let there else { return .stored }
        return there == bytes ? .exists : .taken(there)
    }

    func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult] {
        asked += 1
        try fail()
        meanwhile()
        var answers: [FileName: GetResult] = [:]
        for name in names.prefix(answersOne ? 1 : names.count) {
            answers[name] = files[name].map { .bytes($0) } ?? .absent
        }
        guard Double.random(in: 0..<1, using: &random) < fault else { return answers }
        let part = names.prefix(.random(in: 1...names.count, using: &random))
        return answers.filter { part.contains($0.key) }
    }

    func first(in log: Log, after place: Int64) throws(Failure) -> Int64? {
        asked += 1
        try fail()
        return files.keys.filter { $0.log == log && $0.place > place }.map(\.place).min()
    }

    func remove(_ name: FileName) { files[name] = nil }
    func create() {}
}

extension Scratch {
    /// A shelf in this directory with empty logs.
    func shelf(_ logs: [Log]) -> Shelf {
        for log in logs { make("shelf/\(log.text)") }
        make("shelf")
        guard let shelf = try? Shelf("\(path)/shelf") else { fatalError("no shelf") }
        return shelf
    }
}

/// A device as the daemon would act on its shelf.
private struct Device {
    let log: Log
    let scratch = Scratch()
    let shelf: Shelf
    var state = RunState(address: "memory")
    var chunks: [[UInt8]] = []
    var now: Int64 = 1_700_000_000

    init(log: Log, all: [Log]) {
        self.log = log
        shelf = scratch.shelf(all)
    }

    /// The bytes of the shelf's files by name.
    func files() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in scratch.files() where path.split(separator: "/").count == 3 {
            files[String(path.dropFirst("shelf/".count))] = scratch.read(path)
        }
        return files
    }

    /// Puts every chunk that lies nowhere at the next place.
    func place() {
        let own = files().filter { $0.key.hasPrefix("\(log.text)/") }
        var next = own.keys.compactMap { FileName.place($0.dropFirst(33)) }.max() ?? 0
        for chunk in chunks where !own.values.contains(chunk) {
            next += 1
            scratch.write(chunk, "shelf/\(Sample.name(log, next).text)")
        }
    }

    mutating func run(_ storage: MemoryStorage) -> Failure? {
        let now = now
        let before = files()
        var run = Run(shelf, storage, state, .still(at: now))
        let failure = run.carry()
        state = run.state
        for (name, bytes) in files() where before[name] != nil && before[name] != bytes {
            let place = FileName.place(name.suffix(16)).expected
            let lies = storage.files[Sample.name(Sample.log(String(name.dropLast(17))), place)]
            #expect(lies == bytes, "replaced by something that does not lie in the storage")
        }
        #expect(Set(before.keys).isSubset(of: files().keys))
        return failure
    }
}

@Suite struct RunTests {
    @Test(arguments: 0..<40) func nothingIsLost(life: UInt64) {
        var random = SeededGenerator(seed: SeededGenerator.seed() &+ life)
        let storage = MemoryStorage()
        storage.random = SeededGenerator(seed: random.next())
        storage.isFreeToSearch = Bool.random(using: &random)
        storage.fault = 0.15
        let logs = [Sample.device, Sample.other, Sample.log("era")]
        var devices = [Device(log: logs[0], all: logs), Device(log: logs[1], all: logs)]
        var count: UInt8 = 0
        for _ in 0..<40 {
            let index = Int.random(in: 0...1, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                count += 1
                devices[index].chunks.append([count, UInt8(index)])
                devices[index].place()
            case 4:
                // Noise where the device will put its next file.
                let next =
                    (storage.files.keys.filter { $0.log == logs[index] }.map(\.place).max() ?? 0)
                    + 1
                storage.files[Sample.name(logs[index], next)] = [
                    0, 0, random.next() > 1 << 63 ? 0 : 1,
                ]
            case 5: devices[index].state = RunState(address: "memory")
            case 6: devices[index].now += 90_000
            default: _ = devices[index].run(storage)
            }
        }
        storage.fault = 0
        for _ in 0..<12 {
            for index in devices.indices {
                devices[index].now += 90_000
                devices[index].place()
                #expect(devices[index].run(storage) == nil)
            }
        }
        let all = Dictionary(uniqueKeysWithValues: storage.files.map { ($0.key.text, $0.value) })
        for device in devices {
            #expect(device.files() == all)
            for chunk in device.chunks { #expect(all.values.contains(chunk)) }
        }
    }

    private func run(
        _ storage: MemoryStorage, _ scratch: Scratch, _ logs: [Log] = [Sample.device],
        state: RunState = RunState(address: "memory"), now: Int64 = 1_700_000_000
    ) -> (failure: Failure?, state: RunState) {
        var run = Run(scratch.shelf(logs), storage, state, .still(at: now))
        return (run.carry(), run.state)
    }

    @Test func anIdleRunAsksOnce() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        for place in 1...3 { storage.files[Sample.name(Sample.device, Int64(place))] = [1] }
        let (failure, state) = run(storage, scratch)
        #expect(failure == nil)
        let before = storage.asked
        #expect(run(storage, scratch, state: state, now: 1_700_000_060).failure == nil)
        #expect(storage.asked == before + 1)
    }

    @Test func aFileThatTheDaemonWritesMeanwhileStays() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        let name = Sample.name(Sample.device, 1)
        storage.files[name] = [1]
        storage.meanwhile = { scratch.write([2], "shelf/\(name.text)") }
        let state = run(storage, scratch).state
        #expect(scratch.read("shelf/\(name.text)") == [2])
        storage.meanwhile = {}
        // It is put, and the name is taken.
        _ = run(storage, scratch, state: state)
        #expect(scratch.read("shelf/\(name.text)") == [1])
    }

    @Test func whatIsNotAnsweredIsAskedAgain() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        storage.answersOne = true
        for place in 1...40 { storage.files[Sample.name(Sample.device, Int64(place))] = [1] }
        #expect(run(storage, scratch, [Sample.device, Sample.other]).failure == nil)
        #expect(scratch.files().count == 40)
    }

    @Test func aLogIsLookedThroughOnceADay() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        storage.files[Sample.name(Sample.device, 1)] = [1]
        var state = run(storage, scratch).state
        // The second one came before the first, and another vanished.
        storage.files[Sample.name(Sample.device, 5)] = [5]
        state = run(storage, scratch, state: state, now: 1_700_000_060).state
        #expect(scratch.read("shelf/\(Sample.name(Sample.device, 5).text)") == nil)
        state = run(storage, scratch, state: state, now: 1_700_086_460).state
        #expect(scratch.read("shelf/\(Sample.name(Sample.device, 5).text)") == [5])
        storage.files[Sample.name(Sample.device, 3)] = [3]
        state = run(storage, scratch, state: state, now: 1_700_172_860).state
        #expect(scratch.read("shelf/\(Sample.name(Sample.device, 3).text)") == [3])
    }

    @Test func whatTheDaemonRemovedIsNotFetchedAgain() throws {
        let storage = MemoryStorage()
        let scratch = Scratch()
        for place in 1...5 { storage.files[Sample.name(Sample.device, Int64(place))] = [1] }
        let state = run(storage, scratch).state
        for place in 1...4 {
            try Folder.open("\(scratch.path)/shelf/\(Sample.device.text)").expected
                .remove(Sample.name(Sample.device, Int64(place)).placeText)
        }
        _ = run(storage, scratch, state: state, now: 1_700_086_460)
        #expect(scratch.files().count == 1)
    }

    @Test func aRunHasLimits() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        for place in 1...5_000 { storage.files[Sample.name(Sample.device, Int64(place))] = [1] }
        let first = run(storage, scratch)
        #expect(first.failure == nil)
        #expect(scratch.files().count == Limits.filesInRun)
        let second = run(storage, scratch, state: first.state)
        #expect(scratch.files().count == 2 * Limits.filesInRun)
        _ = run(storage, scratch, state: second.state)
        #expect(scratch.files().count == 5_000)
    }

    @Test func aRunHasALimitInBytes() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        let chunk = [UInt8](repeating: 7, count: 262_144)
        for place in 1...300 { storage.files[Sample.name(Sample.device, Int64(place))] = chunk }
        _ = run(storage, scratch)
        #expect(scratch.files().count == Limits.bytesInRun / chunk.count)
    }

    @Test func aRefusedLogDoesNotHoldUpTheOthers() throws {
        final class Refusing: Storage {
            let inner = MemoryStorage()
            let isFreeToSearch = false
            func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
                guard name.log != Sample.device else { throw Failure(.refused, "not yours") }
                return try inner.put(bytes, at: name)
            }
            func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult] {
                try inner.get(names)
            }
            func first(in log: Log, after place: Int64) throws(Failure) -> Int64? {
                try inner.first(in: log, after: place)
            }
            func remove(_ name: FileName) {}
            func create() {}
        }
        let storage = Refusing()
        let scratch = Scratch()
        let shelf = scratch.shelf([Sample.device, Sample.other])
        scratch.write([1], "shelf/\(Sample.name(Sample.device, 1).text)")
        scratch.write([2], "shelf/\(Sample.name(Sample.other, 1).text)")
        storage.inner.files[Sample.name(Sample.other, 2)] = [3]
        var run = Run(shelf, storage, RunState(address: "memory"), .still())
        #expect(run.carry() == Failure(.refused, "not yours"))
        #expect(storage.inner.files[Sample.name(Sample.other, 1)] == [2])
        #expect(scratch.read("shelf/\(Sample.name(Sample.other, 2).text)") == [3])
        // What already lies there may be refused.
        storage.inner.files[Sample.name(Sample.device, 1)] = [1]
        #expect(run.carry() == nil)
    }

    @Test func aRunGivesUpInTheEnd() {
        let storage = MemoryStorage()
        storage.fault = 1
        let scratch = Scratch()
        var waited = 0.0
        var surroundings = Surroundings.still()
        surroundings.pause = { waited += $0 }
        scratch.make("shelf/era")
        scratch.write([1], "shelf/era/\(FileName.text(ofPlace: 1))")
        var run = Run(
            scratch.shelf([]), storage, RunState(address: "memory"), surroundings)
        #expect(run.carry()?.isTransient == true)
        #expect(waited == 20)
    }

    @Test func anEmptyFileIsNotPut() {
        let storage = MemoryStorage()
        let scratch = Scratch()
        let shelf = scratch.shelf([Sample.device])
        scratch.write([], "shelf/\(Sample.name(Sample.device, 1).text)")
        var run = Run(shelf, storage, RunState(address: "memory"), .still())
        #expect(run.carry() == nil)
        #expect(storage.files.isEmpty)
    }
}
