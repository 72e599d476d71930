import Foundation
import RuleModel

/// Notices that the reporter of a session stays away while something is blocked: without its
/// agent, no app is blocked and nothing is asked.
struct ReporterWatch {
    /// How long the reporter may stay away.
    static let limit = TimeSpan.minutes(5)

    /// Whether a reporter was there that was not missed since.
    private var isExpected = false
    /// The time since boot at which the reporter was first missed; nil while all is well.
    private var missedSince: TimeSpan?

    /// Looks at the reporters on a minute tick, at a time since boot. Returns how long the reporter
    /// has been missed, once for each absence that reaches the limit.
    mutating func observe(
        isThere: Bool, isBlocking: Bool, elapsed: TimeSpan
    ) -> TimeSpan? {
        if isThere { isExpected = true }
        guard isExpected, !isThere, isBlocking else {
            missedSince = nil
            return nil
        }
        let length = elapsed - (missedSince ?? elapsed)
        missedSince = missedSince ?? elapsed
        return length >= Self.limit ? length : nil
    }

    /// Expects no reporter until one is there again.
    mutating func stopExpecting() {
        isExpected = false
        missedSince = nil
    }
}

/// The person's login, as logind writes it into a file.
struct LoginState: Sendable {
    /// The path of the file; without one, the person counts as logged in.
    var path = "/run/systemd/users/\(getuid())"

    /// Whether the person has a session. False after a logout that the daemon outlives.
    var hasSession: Bool {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
        let state = text.split(separator: "\n").first { $0.hasPrefix("STATE=") }?.dropFirst(6)
        return !["lingering", "closing", "offline"].contains(state)
    }
}
