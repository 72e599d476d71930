import Dispatch

/// Runs an actor's jobs on a serial Dispatch queue, so that handlers of that queue's sources are
/// inside the actor already. Actors that share one executor call each other without a change of
/// thread.
///
/// It is a task's executor too. A continuation is not resumed on its actor's executor but on the
/// task's, and only then changes over; without one that is the global pool, which costs a change of
/// thread and, once it was used, a wake-up every second until the process ends.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
    /// The queue; serial, and without a QoS, which the service's sandbox would refuse.
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

    /// Waits for a callback without leaving the queue of the isolated actor, whose executor this
    /// is. `begin` starts what ends in the callback, which resumes the continuation once.
    package func answer<Answer: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ begin: (CheckedContinuation<Answer, Never>) -> Void
    ) async -> Answer {
        await withTaskExecutorPreference(self) {
            await withCheckedContinuation { begin($0) }
        }
    }

    /// Ends the process unless the queue is the one that runs.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
