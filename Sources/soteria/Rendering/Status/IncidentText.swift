import API

/// What weakened the protection or its record lately, in words.
enum IncidentText {
    /// How far back incidents are shown, in seconds.
    private static let week = 7 * 86400

    /// A few lines about the last week: for each kind the newest, and how often it was before.
    /// Empty where nothing happened. Ordinary stops come last: they hide nothing else.
    static func lately(_ incidents: [DaemonAPI.Incident], now: Moment, _ style: Style) -> String {
        let recent = incidents.filter { incident in
            Moment(incident.at).map { now.seconds - $0.seconds <= week } ?? false
        }
        guard let oldest = recent.last.flatMap({ Moment($0.at) }) else { return "" }
        var counts: [DaemonAPI.IncidentKind: Int] = [:]
        var newest: [DaemonAPI.Incident] = []
        for incident in recent {
            if counts[incident.kind] == nil { newest.append(incident) }
            counts[incident.kind, default: 0] += 1
        }
        var table = TextTable()
        for incident in newest.filter({ $0.kind != .stop }) + newest.filter({ $0.kind == .stop }) {
            let before = counts[incident.kind, default: 1] - 1
            let more = before > 0 ? " (and \(Count.text(before, "time")) before)" : ""
            table.add(
                .init(TimeWords.at(incident.at, now: now), .faint),
                .init(words(incident) + more))
        }
        return "Since \(day(oldest, now: now)):\n" + table.text(style, indent: 2)
    }

    /// `today`, `yesterday`, `Thu`.
    private static func day(_ moment: Moment, now: Moment) -> String {
        switch now.day.number - moment.day.number {
        case ...0: "today"
        case 1: "yesterday"
        default: "\(moment.day.weekdayName) \(moment.day.text(in: now.day.year))"
        }
    }

    /// What happened: `the daemon did not run for 2 h 3 min`.
    static func words(_ incident: DaemonAPI.Incident) -> String {
        let length = incident.seconds.map { TimeWords.length(seconds: $0) }
        let what = incident.what.joined(separator: ", ")
        switch incident.kind {
        case .gap: return "the daemon did not run" + (length.map { " for at most \($0)" } ?? "")
        case .crash:
            return "the daemon ended without having been told to"
                + (length.map { ", and was away for at most \($0)" } ?? "")
        case .stop: return "the daemon was told to stop"
        case .clockJump:
            let direction = (incident.seconds ?? 0) < 0 ? "back" : "forward"
            return "the clock was set" + (length.map { " \(direction) by \($0)" } ?? "")
        case .rulesWeakened:
            return "the rules protect less than before" + (what.isEmpty ? "" : ": \(what)")
        case .switchedOff:
            return (what.isEmpty ? "something" : what) + " was switched off"
        case .storeReplaced:
            return "the record was damaged, and a new one begun"
                + (what.isEmpty ? "" : "; the old one: \(what)")
        case .restored:
            return "another record was put in its place" + (what.isEmpty ? "" : ", from \(what)")
        }
    }
}
