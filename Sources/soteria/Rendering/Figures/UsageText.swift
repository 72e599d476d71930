import API
import Localization

enum UsageText {
    static func today(_ today: UsageAPI.Today.Reply, _ style: Style) -> String {
        if today.targets.isEmpty { return localized("No targets are tracked.\n") }
        var table = TextTable()
        for target in today.targets {
            table.add([
                .init(target.running ? "●" : "○", target.running ? .doubtful : .faint),
                .init(target.name, .strong),
                .init(target.seconds > 0 ? TimeWords.length(seconds: target.seconds) : "–"),
                .init(target.running ? localized("in use now") : ""),
            ])
        }
        let note =
            today.locked
            ? localized("The session is locked") : today.idle ? localized("You are idle") : nil
        return table.text(style) + (note.map { localized("\($0), so no use is counted.\n") } ?? "")
            + (today.source?.estimated == true ? estimated(style) : "")
    }

    /// The note that the times of apps are a guess.
    private static func estimated(_ style: Style) -> String {
        let note = localized(
            """
            Times of apps are estimated: this desktop does not report which window is in \
            front. See "soteria doctor".
            """)
        return Paragraph.wrapped(note, width: style.width).map { $0 + "\n" }.joined()
    }

    /// The names that people see, by the targets' keys.
    struct Names {
        private let names: [String: String]
        private let width: Int
        private let places: [TargetsAPI.PlaceName]

        /// `names` of targets by key; `places` the sites and apps that the person named.
        init(_ names: [(String, String)], places: [TargetsAPI.PlaceName] = []) {
            self.names = Dictionary(names, uniquingKeysWith: { $1 })
            self.places = places
            width = names.map { Printable.columns($0.1) }.max() ?? 0
        }

        /// The person's name for a site or an app, else the site or the app itself.
        func place(_ place: UsageAPI.Place) -> String {
            places.first { $0.site == place.siteName && $0.app == place.app }?.name
                ?? place.siteName ?? place.app.map(PlaceText.app) ?? ""
        }

        /// The name, or the key if no rule defines the target any more, padded to the widest.
        func padded(_ key: String) -> (name: String, blanks: String) {
            let name = names[key] ?? key
            let blanks = String(repeating: " ", count: max(0, width - Printable.columns(name)))
            return (Printable.text(name), blanks)
        }
    }

    /// A stretch of use, with a minute or more in which the person was away:
    /// `2026-11-21 23:18–23:31  Shopping  12 min  amazon.com (request 12), away for 1 min`.
    static func line(_ session: UsageAPI.Session, _ names: Names, _ style: Style) -> String {
        let start = Moment(session.at)
        let day = start.map { $0.day.description } ?? ""
        let until = session.until.flatMap { Moment($0) }.map(\.time) ?? localized("now")
        let time = "\(day) \(start?.time ?? session.at)–\(until)"
        let places = session.places.map(names.place).joined(separator: ", ")
        let numbers = session.requests.map(String.init).joined(separator: ", ")
        let under = session.requests.isEmpty ? "" : localized(" (request \(numbers))")
        let idle = session.idleSeconds ?? 0
        let away =
            idle < 60 ? "" : localized(", away for \(TimeWords.length(seconds: idle))")
        let (name, blanks) = names.padded(session.target)
        let length = TimeWords.length(seconds: session.seconds)
        let detail = Printable.text(places + under + away)
        let shownTime = style.apply(.faint, Printable.text(time))
        let shownName = style.apply(.strong, name)
        // As wide as an ongoing time.
        let pad = String(repeating: " ", count: max(0, 22 - Printable.columns(time)))
        let column = Printable.columns(time + pad + name + blanks + length) + 6
        guard column + narrowest <= style.width else {
            let lines =
                ["\(shownName)  \(length)"] + Paragraph.wrapped(detail, width: style.width - 2)
            return ([shownTime] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
        }
        return shownTime + pad + "  " + shownName + blanks + "  " + length + "  " + detail + "\n"
    }

    /// The width below which places are put on lines of their own.
    private static let narrowest = 12
}
