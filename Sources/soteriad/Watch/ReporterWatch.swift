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

/// The person's login, as logind writes it into files.
struct LoginState: Sendable {
    /// The path of the person's file; without one, the person counts as logged in.
    var path = "/run/systemd/users/\(getuid())"
    /// The directory with a file for each session.
    var sessions = "/run/systemd/sessions"

    /// Whether the person has a session that may be a desktop's. False after a logout that the
    /// daemon outlives, also if the person is still logged in from elsewhere (SSH).
    var hasSession: Bool {
        guard let user = Self.fields(of: path) else { return true }
        if ["lingering", "closing", "offline"].contains(user["STATE"]) { return false }
        guard let ids = user["SESSIONS"]?.split(separator: " "), !ids.isEmpty else { return true }
        return ids.contains { id in
            Self.fields(of: "\(sessions)/\(id)").map(Self.mayBeDesktop) ?? true
        }
    }

    /// A desktop may be started from a local terminal. The user manager and scheduled jobs have
    /// sessions of other classes.
    private static func mayBeDesktop(_ session: [Substring: Substring]) -> Bool {
        guard session["STATE"] != "closing", session["CLASS"]?.hasPrefix("user") ?? true else {
            return false
        }
        return switch session["TYPE"] {
        case "unspecified": false
        case "tty": session["REMOTE"] != "1"
        default: true
        }
    }

    /// The variables of a file; nil if it cannot be read.
    private static func fields(of path: String) -> [Substring: Substring]? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        var fields: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[line[..<equals]] = line[line.index(after: equals)...]
        }
        return fields
    }
}
