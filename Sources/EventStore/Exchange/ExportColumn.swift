/// A column of an export; its name is the CSV column and the member in JSON Lines.
package struct ExportColumn: Hashable, Sendable {
    package let name: String
    /// The description, a sentence.
    package let meaning: String

    private init(_ name: String, _ meaning: String) {
        self.name = name
        self.meaning = meaning
    }

    /// The columns of a table, in their order.
    package static func columns(of table: ExportTable) -> [ExportColumn] {
        switch table {
        case .events: events
        case .requests: requests
        }
    }

    private static let events = [
        ExportColumn("sequence", "The event's number, counted from 1 without gaps."),
        ExportColumn("at", "When it happened: RFC 3339 in UTC, to the millisecond."),
        ExportColumn("offset", "The local zone's offset from UTC then, in seconds east."),
        ExportColumn("elapsed", "Milliseconds since the machine's start, suspend included."),
        ExportColumn("boot", "The kernel's id of that run of the machine."),
        ExportColumn(
            "kind", "The fact's kind. In CSV also header, checkpoint, footer, with no sequence."),
        ExportColumn("fact", "The fact as the JSON that is stored; in CSV as text."),
        ExportColumn("hash", "SHA-256 of the event and of the hash before it, hexadecimal."),
    ]

    private static let requests = [
        ExportColumn("request", "The request's number: that of the event that opened it."),
        ExportColumn("at", "When it was opened: RFC 3339 with the local zone's offset."),
        ExportColumn("about", "What it was about: target, site, app, protection or everything."),
        ExportColumn("name", "The target's key, host name, application id or protection's number."),
        ExportColumn("targets", "The keys of the targets that it would open, separated by spaces."),
        ExportColumn("pause", "Whether the person opened it without having met a block."),
        ExportColumn("purpose", "planned or impulse; empty where nobody said."),
        ExportColumn("category", "What it was for, one of the rules' categories."),
        ExportColumn("mood", "How the person felt, one of the rules' moods."),
        ExportColumn("estimate", "The amount that was expected to be spent, decimal."),
        ExportColumn("estimate_currency", "Its currency, as of ISO 4217."),
        ExportColumn("intended_minutes", "For how many minutes the person meant to use it."),
        ExportColumn("hour", "The hour on the local clock when it was opened, 0 to 23."),
        ExportColumn("weekday", "The local weekday then, 1 Monday to 7 Sunday."),
        ExportColumn("requests_today", "Requests on that day, this one included."),
        ExportColumn("requests_week", "Requests since Monday, this one included."),
        ExportColumn("unblocks_today", "Unblocks on that day before it."),
        ExportColumn("unblocks_week", "Unblocks since Monday before it."),
        ExportColumn(
            "since_last_unblock", "Seconds since the unblock before; empty: there was none."),
        ExportColumn("quiet_hours", "Whether a quiet-hours schedule ran when it was opened."),
        ExportColumn(
            "outcome", "kept, unblocked, expired, lapsed or protected; empty while it is open."),
        ExportColumn("ended_at", "When it ended: RFC 3339 with the local zone's offset."),
        ExportColumn("granted_seconds", "For how long the unblock opened its targets, at most."),
        ExportColumn("used", "Whether they were really used under it; empty: not unblocked."),
        ExportColumn("used_seconds", "For how long they were, idle time taken out."),
        ExportColumn("bought", "Whether something was bought, as logged afterwards."),
        ExportColumn("amount", "What was spent, decimal."),
        ExportColumn("currency", "Its currency, as of ISO 4217."),
        ExportColumn("regret", "How much it was regretted, 0 none to 4 strong."),
        ExportColumn("logged_at", "When that was logged: RFC 3339 with the local zone's offset."),
    ]
}
