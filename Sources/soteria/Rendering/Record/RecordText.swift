import API
import Engine
import EventStore
import Foundation
import Localization
import RuleModel

enum RecordText {
    struct Contents: Encodable {
        var device: String
        var schema: Int
        /// The last event that retention removed; 0 if none.
        var base: Int64
        var events: Int64
        var first: Int64?
        var last: Int64?
        /// RFC 3339, in UTC.
        var firstAt: String?
        var lastAt: String?
        var hash: String?
        /// The local days of the first and last event; not part of the JSON.
        private var days: [String]

        private enum CodingKeys: String, CodingKey {
            case device, schema, base, events, first, last, firstAt, lastAt, hash
        }

        init(_ report: BackupReport) {
            device = report.device
            schema = report.schema
            base = report.base
            events = report.events
            first = report.firstSequence
            last = report.lastSequence
            firstAt = report.firstAt.map { LocalTime.rfc3339($0, offset: 0) }
            lastAt = report.lastAt.map { LocalTime.rfc3339($0, offset: 0) }
            hash = report.head?.hash
            days = [report.firstDay, report.lastDay].compactMap(\.self)
        }

        /// `1234 events, from 2026-01-03 to 2026-11-21`.
        var text: String {
            let count = Count.events(Int(events))
            return days.count == 2 ? localized("\(count), from \(days[0]) to \(days[1])") : count
        }
    }

    /// Describes the file that is to replace the record; throws if the file holds no events.
    static func requireEvents(
        _ report: BackupReport, _ file: String, _ context: CommandContext
    ) throws(Failure) {
        guard report.events > 0 || report.base > 0 else {
            throw Failure(localized("\(Printable.text(file)) holds no events; nothing was changed"))
        }
        let contents = Contents(report)
        context.error(localized("\(Printable.text(file)) is intact: \(contents.text)\n"))
    }

    /// The removal of the events from before a day; the text names what stays.
    static func forgotten(_ reply: DaemonAPI.Forget.Reply, asked day: String) -> String {
        var lines = [
            localized("Removed \(Count.events(reply.removed)) from before \(reply.before).")
        ]
        if reply.before != day {
            lines.append(
                localized("Later events stay, because Soteria always keeps the last 31 days."))
        }
        lines.append(
            localized(
                """
                The figures of those days stay, and so do streaks, goals, names, your last mood \
                and the last two answers to each check-in.
                """))
        lines.append(
            localized("Backups and exports that you made earlier still contain the events."))
        return lines.map { $0 + "\n" }.joined()
    }

    /// The outcome of a restore or an import, as JSON.
    private struct Output: Encodable {
        var directory: String
        var record: Contents
        var keptAside: String?
        var eventsAside: Int64?
    }

    /// Describes the new record, and where the previous one is kept.
    static func show(
        _ report: RestoreReport, in directory: String, _ options: OutputOptions,
        _ context: CommandContext
    ) throws {
        let result = Output(
            directory: directory, record: Contents(report.record), keptAside: report.keptAside,
            eventsAside: report.eventsAside)
        try context.show(result, options) { _ in
            var text =
                localized(
                    "The record in \(Printable.text(directory)) holds \(result.record.text).\n")
            if let path = report.keptAside {
                let events = report.eventsAside.map { " (\(Count.events(Int($0))))" } ?? ""
                text += localized(
                    "The previous record\(events) is kept at \(Printable.text(path))\n")
            }
            return text
        }
    }
}

enum EventText {
    /// `142  2026-11-21 22:30:00  decided  shopping blocked until ...`.
    static func line(_ event: DaemonAPI.Event, _ style: Style) -> String {
        let at = Moment(event.at).map { "\($0.day) \($0.timeWithSeconds)" } ?? event.at
        let number = String(event.sequence)
        let blanks = String(repeating: " ", count: max(0, 6 - number.count))
        return style.apply(.faint, blanks + number) + "  " + Printable.padded(at, to: 19) + "  "
            + style.apply(.strong, Printable.padded(Printable.text(event.kind), to: 17)) + "  "
            + Printable.text(words(event)) + "\n"
    }

    /// The daemon's text of the event; its members if the daemon has none.
    static func words(_ event: DaemonAPI.Event) -> String { event.text ?? event.fact.description }
}
