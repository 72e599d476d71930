import TestBus
import Dispatch
import Glibc
import Testing

@testable import Systemd

/// Many calls that wait at once, their limits, and the executor that they share with their caller.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusInFlightTests {
    private let daemon: PrivateBus
    private let service: MockService
    private let caller: Caller

    init() throws {
        daemon = try PrivateBus()
        service = try MockService(on: daemon, script: MockService.values)
        let executor = QueueExecutor(label: "caller")
        caller = Caller(executor, try Bus(address: daemon.address, on: executor))
    }

    /// The service answers none before it has all.
    @Test func has100CallsInFlight() async throws {
        let answers = try await withThrowingTaskGroup(of: [BusValue].self) { group in
            for _ in 0..<100 { group.addTask { try await caller.gather(100) } }
            return try await group.reduce(into: Set<UInt64>()) { answers, reply in
                if let number = reply.first?.count { answers.insert(number) }
            }
        }
        #expect(answers == Set(0..<100))
        #expect(await caller.waiting() == Waiting(calls: 0, armed: .max))
    }

    @Test func startsCallsInsideASharedExecutor() async throws {
        let answers = await caller.gatherInside(100)
        #expect(answers == (0..<100).map(UInt64.init), "in the order in which they came")
        #expect(await caller.waiting() == Waiting(calls: 0, armed: .max))
    }

    @Test func leavesNoTimerBehindAnAnsweredCall() async throws {
        // Until it is connected, sd-bus has a limit of its own.
        _ = try await caller.gather(1)
        let before = DispatchTime.now().uptimeNanoseconds
        let silent = Task { try await caller.gather(2, limit: .seconds(50)) }
        let unlimited = Task { try await caller.gather(3, limit: nil) }
        while await caller.waiting().calls < 2 { await Task.yield() }
        let armed = await caller.waiting().armed
        #expect(armed >= before + 50_000_000_000)
        #expect(armed <= DispatchTime.now().uptimeNanoseconds + 50_000_000_000)
        _ = try await caller.gather(3, limit: .seconds(900))
        _ = try await (silent.value, unlimited.value)
        #expect(await caller.waiting() == Waiting(calls: 0, armed: .max))
    }

    @Test func endsEachCallAtItsOwnLimit() async throws {
        let ends = Mailbox<Int>()
        for milliseconds in [40, 0, 20, 3_600_000] {
            await caller.start("Gather", limit: .milliseconds(milliseconds)) { outcome in
                ends.post(outcome == .failure(.timedOut) ? milliseconds : -1)
            }
        }
        var ended: Set<Int> = []
        for _ in 0..<3 { ended.insert(try await ends.next()) }
        #expect(ended == [0, 20, 40])
        #expect(await caller.waiting().calls == 1)
        service.end()
        #expect(try await ends.next() == -1)
    }

    @Test func aCallWithoutALimitEndsWithTheConnection() async throws {
        let call = Task { try await caller.gather(1000, limit: nil) }
        while await caller.waiting() != Waiting(calls: 1, armed: .max) { await Task.yield() }
        service.end()
        do {
            _ = try await call.value
            Issue.record("nobody answered")
        } catch let error as BusError {
            guard case .remote("org.freedesktop.DBus.Error.NoReply", _) = error else {
                Issue.record(error)
                return
            }
        }
        let other = Task { try await caller.gather(1000, limit: nil) }
        daemon.end()
        await #expect(throws: BusError.self) { try await other.value }
    }

    @Test func aHugeLimitIsADay() async throws {
        let call = Task { try await caller.gather(2, limit: .seconds(Int64.max)) }
        while await caller.waiting().calls < 1 { await Task.yield() }
        let day = DispatchTime.now().uptimeNanoseconds + 86_400_000_000_000
        #expect(await caller.waiting().armed <= day)
        _ = try await caller.gather(2, limit: .seconds(900))
        _ = try await call.value
    }
}

/// The pending calls of a connection.
struct Waiting: Equatable {
    var calls: Int
    var armed: UInt64
}

/// An actor that shares its executor with the bus that it uses.
actor Caller {
    private let executor: QueueExecutor
    private let bus: Bus
    private var answers: [UInt64] = []
    private var continuation: CheckedContinuation<[UInt64], Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ executor: QueueExecutor, _ bus: Bus) {
        self.executor = executor
        self.bus = bus
    }

    /// A call that is answered when so many of them wait.
    func gather(_ count: Int, limit: Duration? = .seconds(900)) async throws(BusError)
        -> [BusValue]
    {
        try await bus.call(
            destination: BusArgumentTests.name, path: "/org/example",
            interface: BusArgumentTests.name, member: "Gather",
            arguments: [.uint32(UInt32(count))], timeLimit: limit)
    }

    /// As many calls from inside; what they were answered, in order.
    func gatherInside(_ count: Int) async -> [UInt64] {
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            for _ in 0..<count {
                start("Gather", UInt32(count), limit: .seconds(900)) { outcome in
                    self.assumeIsolated { $0.record(outcome, of: count) }
                }
            }
        }
    }

    func start(
        _ member: String, _ count: UInt32 = 1000, limit: Duration?,
        onEnd: @escaping @Sendable (Result<[BusValue], BusError>) -> Void
    ) {
        bus.assumeIsolated { bus in
            bus.start(
                destination: BusArgumentTests.name, path: "/org/example",
                interface: BusArgumentTests.name, member: member, arguments: [.uint32(count)],
                timeLimit: limit, onEnd: onEnd)
        }
    }

    func waiting() -> Waiting {
        bus.assumeIsolated { Waiting(calls: $0.calls.count, armed: $0.pump?.armed ?? 0) }
    }

    private func record(_ outcome: Result<[BusValue], BusError>, of count: Int) {
        if case .success(let reply) = outcome, let number = reply.first?.count {
            answers.append(number)
        }
        if answers.count == count { continuation?.resume(returning: answers) }
    }
}
