import API
import Localization

enum OutcomeText {
    /// The recent unblocks, newest first.
    static func list(_ unblocks: [UnblockAPI.Unblocked], now: Moment?, _ style: Style) -> String {
        if unblocks.isEmpty { return localized("Nothing was unblocked in the last 30 days.\n") }
        let table = table(unblocks, now: now)
        let isTooWide = table.text(Style(width: style.width)).split(separator: "\n")
            .contains { Printable.columns(String($0)) > style.width }
        guard isTooWide else { return table.text(style) }
        return unblocks.map { block($0, now: now, style) }.joined(separator: "\n")
    }

    private static func table(_ unblocks: [UnblockAPI.Unblocked], now: Moment?) -> TextTable {
        var table = TextTable([
            [
                localized("REQUEST"), localized("WHEN"), localized("TARGETS"), localized("INTENT"),
                localized("USED"), localized("OUTCOME"),
            ].map {
                TextTable.Cell($0, .faint)
            }
        ])
        for unblock in unblocks {
            table.add([
                .init(String(unblock.request)), .init(when(unblock, now: now)),
                .init(unblock.targets.joined(separator: ", "), .strong), .init(said(unblock)),
                .init(used(unblock)), outcome(unblock),
            ])
        }
        return table
    }

    /// An unblock as a block of lines, for when a table is too wide.
    private static func block(_ unblock: UnblockAPI.Unblocked, now: Moment?, _ style: Style)
        -> String
    {
        var table = TextTable()
        table.add(name: localized("Request"), String(unblock.request), .strong)
        table.add(name: localized("When"), when(unblock, now: now))
        table.add(name: localized("Targets"), unblock.targets.joined(separator: ", "), .strong)
        table.add(name: localized("Intent"), said(unblock))
        table.add(name: localized("Used"), used(unblock))
        table.add(.init(localized("Outcome"), .faint), outcome(unblock))
        return table.text(style)
    }

    private static func outcome(_ unblock: UnblockAPI.Unblocked) -> TextTable.Cell {
        unblock.outcome.map { .init(words($0)) } ?? .init(localized("not logged"), .doubtful)
    }

    /// The unblock whose outcome is asked for: `Request 12: shopping, unblocked at 23:18 (impulse,
    /// bored)`.
    static func one(_ unblock: UnblockAPI.Unblocked, now: Moment?, _ style: Style) -> String {
        let targets = style.apply(.strong, Printable.text(unblock.targets.joined(separator: ", ")))
        return localized(
            """
            Request \(unblock.request): \(targets), unblocked at \
            \(Printable.text("\(when(unblock, now: now)) (\(said(unblock))), \(used(unblock))"))

            """)
    }

    static func logged(_ outcome: UnblockAPI.LoggedOutcome, of request: Int) -> String {
        localized("Logged for request \(request): \(Printable.text(words(outcome)))\n")
    }

    /// `bought for 49.90 EUR, regret 2 of 4`; `regret 2 of 4` if the unblock could not cost money.
    static func words(_ outcome: UnblockAPI.LoggedOutcome) -> String {
        let regret = outcome.regret.map { localized("regret \(RegretText.words($0))") }
        guard outcome.spending != false else { return regret ?? localized("regret not given") }
        var text = outcome.bought ? localized("bought") : localized("nothing bought")
        if let amount = outcome.amount {
            text += localized(" for \(money(amount, outcome.currency))")
        }
        return [text, regret].compactMap(\.self).joined(separator: ", ")
    }

    static func money(_ amount: String, _ currency: String?) -> String {
        [amount, currency].compactMap(\.self).joined(separator: " ")
    }

    private static func when(_ unblock: UnblockAPI.Unblocked, now: Moment?) -> String {
        TimeWords.at(unblock.at, now: now)
    }

    private static func said(_ unblock: UnblockAPI.Unblocked) -> String {
        let amount = unblock.estimate.map { money($0, unblock.currency) }
        let minutes = unblock.intendedMinutes.map { localized("\($0) min") }
        return [unblock.purpose.rawValue, unblock.category, unblock.mood, amount, minutes]
            .compactMap(\.self).joined(separator: ", ")
    }

    private static func used(_ unblock: UnblockAPI.Unblocked) -> String {
        unblock.used
            ? localized("used \(TimeWords.length(seconds: unblock.usedSeconds))")
            : localized("not used")
    }
}
