import TestBus
import Dispatch
import Glibc
import Synchronization
import Systemd
import Testing

@Suite(.timeLimit(.minutes(30))) struct QueueExecutorTests {
    @Test func runsAnActorOnItsQueue() async {
        let counter = Counter(QueueExecutor(label: "counter"))
        await withTaskGroup { group in
            for _ in 0..<1000 { group.addTask { await counter.add(1) } }
        }
        #expect(await counter.sum == 1000)
        let seen = await withCheckedContinuation { continuation in
            counter.executor.queue.async {
                continuation.resume(returning: counter.assumeIsolated { $0.sum })
            }
        }
        #expect(seen == 1000, "a handler on the queue is inside the actor")
    }

    @Test func trapsOffItsQueue() async {
        await #expect(processExitsWith: .failure) {
            QueueExecutor(label: "queue").checkIsolated()
        }
    }

    @Test func answersWithWhatTheCallbackSaid() async {
        let counter = Counter(QueueExecutor(label: "counter"))
        #expect(await counter.answer(7) == 7)
    }

    /// The pool of the global executor, once used, wakes up every second until the process ends.
    @Test(
        .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
    func aWaitingActorKeepsOutOfTheGlobalPool() async throws {
        let daemon = try PrivateBus()
        let address: String = daemon.address
        await #expect(processExitsWith: .success) { [address = address as String] in
            alarm(60)
            let executor = QueueExecutor(label: "counter")
            let counter = Counter(executor)
            let bus = try Bus(address: address, on: executor)
            let other = try Bus(address: address)
            executor.queue.setSpecific(key: GlobalPool.watched, value: true)
            GlobalPool.watch()
            counter.use([bus, other], address: address)
            while !counter.isDone.withLock({ $0 }) { await Task.yield() }
            #expect(GlobalPool.entries.load(ordering: .relaxed) == 0)
            #expect(await counter.sum == 8)
            // This function is no actor's: the watch sees how it came back.
            #expect(GlobalPool.entries.load(ordering: .relaxed) > 0)
        }
        withExtendedLifetime(daemon) {}
    }
}

/// An actor on an executor.
private actor Counter {
    nonisolated let executor: QueueExecutor
    let isDone = Mutex(false)
    private(set) var sum = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ executor: QueueExecutor) {
        self.executor = executor
    }

    func add(_ number: Int) {
        sum += number
    }

    func answer(_ number: Int) async -> Int {
        let queue = executor.queue
        return await executor.answer { continuation in
            queue.async { continuation.resume(returning: number) }
        }
    }

    /// Waits for answers and for failures, on a bus of this executor and on one of another.
    nonisolated func use(_ buses: [Bus], address: String) {
        executor.start { await self.use(buses) }
    }

    private func use(_ buses: [Bus]) async {
        for bus in buses {
            if (try? await bus.credentials(of: "org.freedesktop.DBus")) != nil { sum += 1 }
            if (try? await bus.match { _ in }) != nil { sum += 1 }
            if await TimeDate.isSynchronized(on: bus) == nil { sum += 1 }
            if (try? await bus.watchOwner(of: "org.example") { _ in }) != nil { sum += 1 }
        }
        isDone.withLock { $0 = true }
    }
}

/// Counts what is handed to the global executor from watched queues, by the hook that the runtime
/// has for it.
private enum GlobalPool {
    typealias Enqueue = @convention(c) (OpaquePointer) -> Void
    typealias Hook = @convention(c) (OpaquePointer, OpaquePointer) -> Void

    static let watched = DispatchSpecificKey<Bool>()
    static let entries = Atomic<Int>(0)

    static func watch() {
        guard let symbol = dlsym(nil, "swift_task_enqueueGlobal_hook") else {
            Issue.record("the runtime has no such hook")
            return
        }
        let hook: Hook = { job, original in
            if DispatchQueue.getSpecific(key: GlobalPool.watched) == true {
                GlobalPool.entries.add(1, ordering: .relaxed)
            }
            unsafeBitCast(original, to: Enqueue.self)(job)
        }
        symbol.assumingMemoryBound(to: Hook.self).pointee = hook
    }
}
