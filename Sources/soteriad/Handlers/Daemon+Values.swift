import Engine
import Phrasing
import RuleFiles
import RuleModel

extension Daemon {
    /// An instant in the form of the socket, by the person's clock.
    func text(_ instant: Instant) -> String { engine.localClock.text(instant) }

    func text(_ instant: Instant?) -> String? { engine.localClock.text(instant) }

    /// A call's length, clamped to fit milliseconds; one outside the allowed range stays outside.
    func span(ofSeconds seconds: Int) -> TimeSpan {
        .seconds(Int64(max(-1, min(seconds, 1_000_000_000))))
    }

    /// Returns what is wrong with a name; nil if it is valid.
    func problem(ofName name: String) -> String? {
        if name.isEmpty { return "a name must not be empty" }
        if name.count > 200 || name.utf8.count > 2000 {
            return "a name may have at most 200 characters"
        }
        if !name.unicodeScalars.allSatisfy(isPlain) {
            return "a name must be one line of plain text"
        }
        let isBlank = name.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        return isBlank ? "a name must not be blank" : nil
    }

    /// False for characters that change the text around them, such as bidirectional isolates.
    private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: false
        default: !scalar.isControl
        }
    }
}

extension Engine {
    /// The person's local day, as days since 1970-01-01.
    var localDay: Int { LocalTime(now, in: localZone).daysSince1970 }

    /// The protection moments of today so far.
    var momentsToday: Int {
        state.tally.metrics(days: localDay..<localDay + 1).episodes.kept
    }
}

extension TimeSpan {
    /// Whole seconds, rounded up; 0 if negative.
    var secondsLeft: Int { milliseconds <= 0 ? 0 : Int((milliseconds + 999) / 1000) }
}
