import API
import Localization

/// The state of the targets as a JSON object for a status bar.
///
/// Every bar uses the members that it knows and ignores the rest: Waybar's custom modules `text`,
/// `alt`, `tooltip`, `class` and `percentage`; i3status-rust's custom blocks `text`, `short_text`
/// and `state`; i3blocks and i3bar itself `full_text`, `short_text` and `markup`.
struct BarLine: Encodable, Hashable {
    /// The text, in Pango's markup.
    var text: String
    /// The state as a single word, for icons and style sheets.
    var alt: String
    /// A line for each target, in Pango's markup.
    var tooltip: String
    var `class`: String
    /// The percentage of monitored targets that are blocked.
    var percentage: Int
    var fullText: String
    /// The short text, in Pango's markup.
    var shortText: String
    /// i3status-rust's: `Idle`, `Info`, `Warning`, `Critical`.
    var state: String
    var markup = "pango"

    private enum CodingKeys: String, CodingKey {
        case text, alt, tooltip, `class`, percentage, state, markup
        case fullText = "full_text"
        case shortText = "short_text"
    }

    private init(
        _ kind: Kind, text: String, short: String, tooltip: String, percentage: Int = 0
    ) {
        self.text = PangoMarkup.escaped(text)
        self.tooltip = PangoMarkup.escaped(tooltip)
        self.percentage = percentage
        alt = kind.rawValue
        `class` = kind.rawValue
        fullText = self.text
        shortText = PangoMarkup.escaped(short)
        state = kind.state
    }

    /// The states of the bar, most urgent first.
    private enum Kind: String {
        case gone
        case granted
        /// Something is blocked, and nothing can be unblocked.
        case strict
        case blocked
        case open

        var state: String {
            switch self {
            case .gone: "Critical"
            case .granted: "Warning"
            case .strict, .blocked: "Info"
            case .open: "Idle"
            }
        }
    }
}

extension BarLine {
    /// The line while the daemon does not answer.
    static var gone: BarLine {
        BarLine(
            .gone, text: localized("off"), short: localized("off"),
            tooltip: localized("Soteria is not running. See: soteria doctor"))
    }

    /// The line of a state. Times are absolute: a remaining time would become outdated on the bar.
    init(_ list: ProtectionAPI.List.Reply) {
        let now = Moment(list.now) ?? Moment(seconds: 0, offset: 0)
        let monitored = list.targets.filter(\.monitored)
        let blocked = monitored.filter(\.blocked)
        let granted = monitored.filter { !$0.blocked && $0.grantedUntil != nil }
        let (kind, text, short): (Kind, String, String) =
            if !granted.isEmpty {
                (
                    .granted,
                    localized(
                        """
                        \(Self.subject(granted)) open\(Self.until(granted.map(\.grantedUntil), now))
                        """
                    ),
                    localized("open")
                )
            } else if blocked.isEmpty {
                (.open, localized("open"), localized("open"))
            } else {
                (
                    blocked.allSatisfy(\.strict) ? .strict : .blocked,
                    Self.subject(blocked) + Self.until(blocked.map(\.until), now),
                    String(blocked.count)
                )
            }
        self.init(
            kind, text: text, short: short,
            tooltip: list.targets.isEmpty
                ? localized("No rule file defines a target.") : Self.tooltip(list.targets, now),
            percentage: monitored.isEmpty ? 0 : blocked.count * 100 / monitored.count)
    }

    /// `Shopping`, `3 targets`.
    private static func subject(_ targets: [ProtectionAPI.TargetState]) -> String {
        targets.count == 1
            ? Printable.text(targets[0].name) : Count.targets(targets.count)
    }

    /// ` until 06:30`, the first of several ends; empty if one of them is unknown.
    private static func until(_ ends: [String?], _ now: Moment) -> String {
        let moments = ends.compactMap { $0.flatMap { Moment($0) } }
        guard let first = moments.min(), moments.count == ends.count else { return "" }
        return localized(" until \(first.relative(to: now))")
    }

    private static func tooltip(_ targets: [ProtectionAPI.TargetState], _ now: Moment) -> String {
        targets.map { target in
            var line = Printable.text(target.name) + ": "
            if target.blocked {
                line += localized("blocked\(until([target.until], now))")
                line += ", " + Printable.text(RestrictionText.all(target.restrictions))
            } else if target.grantedUntil != nil, target.monitored {
                line += localized("open\(until([target.grantedUntil], now))")
            } else {
                line += RestrictionText.open(monitored: target.monitored)
            }
            return line
        }.joined(separator: "\n")
    }
}

enum PangoMarkup {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
