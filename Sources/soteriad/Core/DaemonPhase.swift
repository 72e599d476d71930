/// The phase of the daemon between start and stop, and its last status text.
struct DaemonPhase {
    /// True once `begin` has run.
    private(set) var isRunning = false
    private(set) var isStopping = false
    /// The status text that was sent to the service manager last.
    private(set) var status = ""

    mutating func begin() { isRunning = true }
    mutating func stop() { isStopping = true }

    /// Stores a status text. Returns true if it is new and has to be sent.
    mutating func update(status text: String) -> Bool {
        guard text != status, !isStopping else { return false }
        status = text
        return true
    }
}
