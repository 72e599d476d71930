import Dispatch

/// Runs an actor's jobs on a serial Dispatch queue, so that handlers of that queue's sources are
/// already inside the actor. Actors that share an executor call each other without a change of
/// thread.
///
/// It is also a task executor. A continuation resumes on its task's executor first, and only then
/// on its actor's. Without a task executor that is the global pool, which costs a change of thread
/// and, after its first use, a wake-up every second until the process ends.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
    /// The serial queue, without a QoS, which the service's sandbox would refuse.
    package let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    /// Starts a task on the queue. An unstructured task that is no actor's would begin on the
    /// global pool.
    package func start(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self) { await body() }
    }

    /// Waits for a callback without leaving the queue of the isolated actor, which must use this
    /// executor. `begin` starts the operation, whose callback resumes the continuation once.
    package func answer<Answer: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ begin: (CheckedContinuation<Answer, Never>) -> Void
    ) async -> Answer {
        await withTaskExecutorPreference(self) {
            await withCheckedContinuation { begin($0) }
        }
    }

    /// Ends the process unless the current code runs on the queue.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
