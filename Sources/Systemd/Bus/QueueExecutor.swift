import Dispatch

/// Runs an actor's jobs on a serial Dispatch queue of its own, so that handlers of that queue's
/// sources are inside the actor already.
final class QueueExecutor: SerialExecutor {
    /// The queue; serial, and without a QoS, which the service's sandbox would refuse.
    let queue: DispatchQueue

    /// - Parameter label: the queue's name in a debugger.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
