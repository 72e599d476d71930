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
        ExportColumn("at", "When the event happened: RFC 3339 in UTC, with milliseconds."),
        ExportColumn("offset", "How far local time was ahead of UTC at that time, in seconds."),
        ExportColumn(
            "elapsed",
            "Milliseconds since the computer started, including the time it was suspended."),
        ExportColumn("boot", "The kernel's id for this start of the computer (boot id)."),
        ExportColumn(
            "kind",
            "The event's kind. CSV rows without an event number have the kind header, checkpoint "
                + "or footer."),
        ExportColumn("fact", "The event's details as JSON; in CSV, the JSON text that was stored."),
        ExportColumn(
            "hash", "The SHA-256 hash of this event and of the previous hash, in hexadecimal."),
    ]

    private static let requests = [
        ExportColumn("request", "The request's number: the sequence of the event that opened it."),
        ExportColumn("at", "When the request was opened: RFC 3339 with the local zone's offset."),
        ExportColumn(
            "about", "What the request was about: target, site, app, protection or everything."),
        ExportColumn(
            "name",
            "The target's key, the host name, the application id or the protection's number."),
        ExportColumn(
            "targets", "The keys of the targets that the request would open, separated by spaces."),
        ExportColumn("pause", "Whether the person made the request before any block stopped them."),
        ExportColumn("purpose", "The intent: planned or impulse; empty if none was given."),
        ExportColumn("category", "What the request was for: one of the categories in the rules."),
        ExportColumn("mood", "How the person felt: one of the moods in the rules."),
        ExportColumn(
            "estimate", "The amount that the person expected to spend, as a decimal number."),
        ExportColumn("estimate_currency", "The currency of the estimate (ISO 4217)."),
        ExportColumn("intended_minutes", "The number of minutes that the person planned to spend."),
        ExportColumn("hour", "The local hour when the request was opened, from 0 to 23."),
        ExportColumn(
            "weekday",
            "The local weekday when the request was opened, from 1 (Monday) to 7 (Sunday)."),
        ExportColumn("requests_today", "The number of requests on that day, including this one."),
        ExportColumn("requests_week", "The number of requests since Monday, including this one."),
        ExportColumn("unblocks_today", "The number of unblocks on that day before this request."),
        ExportColumn("unblocks_week", "The number of unblocks since Monday before this request."),
        ExportColumn(
            "since_last_unblock", "Seconds since the previous unblock; empty if there was none."),
        ExportColumn(
            "quiet_hours",
            "Whether a quiet-hours schedule was running when the request was opened."),
        ExportColumn(
            "outcome",
            "How the request ended: kept, unblocked, expired, lapsed or protected; "
                + "empty while the request is open."),
        ExportColumn("ended_at", "When the request ended: RFC 3339 with the local zone's offset."),
        ExportColumn("granted_seconds", "The length of the grant, in seconds."),
        ExportColumn(
            "used", "Whether the targets were used during the grant; empty if there was no grant."),
        ExportColumn(
            "used_seconds", "How long the targets were used, in seconds, not counting idle time."),
        ExportColumn(
            "bought",
            "Whether something was bought, as logged afterwards; empty if it could not cost money."),
        ExportColumn("amount", "The amount spent, as a decimal number."),
        ExportColumn("currency", "The currency of the amount (ISO 4217)."),
        ExportColumn(
            "regret",
            "How much the person regrets the unblock, from 0 (not at all) to 4 (strongly)."),
        ExportColumn(
            "logged_at", "When the outcome was logged: RFC 3339 with the local zone's offset."),
    ]
}
