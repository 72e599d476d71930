/// How far the daemon is between its start and its end, and how it says that.
struct DaemonPhase {
    /// Whether `begin` has run.
    private(set) var isRunning = false
    private(set) var isStopping = false
    /// The state in words that the service manager was told last.
    private(set) var status = ""

    mutating func begin() { isRunning = true }
    mutating func stop() { isStopping = true }

    /// Returns whether the service manager has to be told of it.
    mutating func update(status text: String) -> Bool {
        guard text != status, !isStopping else { return false }
        status = text
        return true
    }
}
