import API

/// Recorded events, one line each.
enum EventText {
    /// `142  2026-11-21 22:30:00  decided  shopping blocked until ...`.
    static func line(_ event: DaemonAPI.Event, _ style: Style) -> String {
        let at =
            Moment(event.at).map { "\($0.day.description) \($0.timeWithSeconds)" }
            ?? event.at
        let number = String(event.sequence)
        let kind = Printable.text(event.kind)
        return style.apply(.faint, padded(number, 6, right: true)) + "  " + padded(at, 19)
            + "  " + style.apply(.strong, padded(kind, 17)) + "  "
            + Printable.text(words(event)) + "\n"
    }

    private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - Printable.columns(text)))
        return right ? blanks + text : text + blanks
    }

    /// What happened, in the daemon's words; its members as they are if it has none for it.
    static func words(_ event: DaemonAPI.Event) -> String { event.text ?? event.fact.description }
}
