/// The priority of an entry, as a number of syslog(3) in `PRIORITY`; 0 is the most severe.
package enum Priority: Int, Sendable, CaseIterable {
    /// LOG_EMERG: the system is unusable.
    case emergency = 0
    /// LOG_ALERT: somebody must act at once.
    case alert
    /// LOG_CRIT: a critical condition.
    case critical
    /// LOG_ERR: an operation failed.
    case error
    /// LOG_WARNING: nothing failed yet.
    case warning
    /// LOG_NOTICE: normal, and worth noticing.
    case notice
    /// LOG_INFO: normal.
    case info
    /// LOG_DEBUG: for debugging.
    case debug
}
