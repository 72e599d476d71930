import Engine
import EventStore
import Localization

/// The result of verifying the record's chain, as text.
struct ChainText {
    let report: ChainReport
    let path: String
    /// The number of heads of this record in the journal.
    let heads: Int
    /// The number of heads of other records in the journal.
    let others: Int

    struct Output: Encodable {
        var path: String
        var whole: Bool
        var device: String
        var base: Int64
        /// The number of links that are consistent; the journal may still hold different heads.
        var events: Int64
        var head: Head
        var broken: Break?
        /// The numbers of heads of this record in the journal: all, those that were compared and
        /// match, those of events that retention removed, and those that a restore set aside.
        var journal: Int
        var compared: Int
        var removed: Int
        var abandoned: Int
        /// The number of heads of other records in the journal.
        var others: Int

        struct Head: Encodable {
            var sequence: Int64
            var hash: String
        }

        struct Break: Encodable {
            var sequence: Int64
            var reason: String
            /// The journal's heads; absent if the chain itself is broken.
            var known: String?
            var text: String
        }
    }

    var output: Output {
        Output(
            path: path, whole: report.broken == nil, device: report.device, base: report.base,
            events: report.events,
            head: .init(sequence: report.head.sequence, hash: report.head.hash),
            broken: report.broken.map(Self.output), journal: heads, compared: report.compared,
            removed: report.passedOver, abandoned: report.abandoned, others: others)
    }

    private static func output(_ broken: ChainBreak) -> Output.Break {
        let (reason, known): (String, String?) =
            switch broken.reason {
            case .changed: ("changed", nil)
            case .missing: ("missing", nil)
            case .headDiffers(let known): ("head_differs", known)
            case .endsBeforeHead: ("ends_before_head", nil)
            case .stateDiffers: ("state_differs", nil)
            case .unrecordedRemoval: ("unrecorded_removal", nil)
            case .anotherRecord: ("another_record", nil)
            case .pastLost: ("past_lost", nil)
            }
        return Output.Break(
            sequence: broken.sequence, reason: reason, known: known, text: broken.description)
    }

    func text(_ style: Style) -> String {
        var lines: [String]
        if let broken = report.broken {
            lines = [
                style.apply(.bad, localized("The record is not intact:"))
                    + " \(broken.description).",
                rest(broken),
            ]
        } else {
            lines = [
                style.apply(.good, localized("The record is intact:")) + " "
                    + localized("\(events), up to number \(report.head.sequence).")
            ]
        }
        switch report.beginning {
        case .afterRemoval:
            lines.append(
                localized("Events up to number \(report.base) were removed, as the rules require."))
        case .afterForgetting:
            lines.append(
                localized("Events up to number \(report.base) were removed, as you asked."))
        case .afterDamage:
            lines.append(
                localized(
                    """
                    Events up to number \(report.base) were lost: the record continues a damaged \
                    one.
                    """
                ))
        case nil: break
        }
        lines.append(journal)
        if others > 0 {
            let count = Count.hashes(others)
            lines.append(localized("The journal also holds \(count) of other records."))
        }
        if let restored = report.restored, let day = report.restoredDay {
            let source = Printable.text(restored.source)
            lines.append(localized("The record was restored on \(day) from \(source)."))
        }
        return lines.flatMap { Paragraph.wrapped($0, width: style.width) }.map { $0 + "\n" }
            .joined()
    }

    private var events: String { Count.events(Int(clamping: report.events)) }

    /// The text about the events before and after the break.
    private func rest(_ broken: ChainBreak) -> String {
        switch broken.reason {
        case .headDiffers where report.compared == 0:
            // Consistent links prove nothing if all of them may have been rewritten.
            localized(
                """
                Any event up to number \(broken.sequence) may have been changed, so no event can \
                be trusted.
                """)
        case .headDiffers:
            localized(
                "Events up to the last matching hash are unchanged; later events cannot be trusted."
            )
        case .stateDiffers:
            localized(
                """
                The chain of \(events) is intact, but the state that was computed from the events \
                cannot be trusted.
                """)
        case .anotherRecord:
            localized(
                """
                The chain of \(events) is intact, but this check alone cannot tell whether the \
                whole chain was rewritten.
                """)
        case .pastLost:
            localized(
                """
                The chain of \(events) is intact, but the journal holds hashes of earlier events, \
                which are gone.
                """)
        case .unrecordedRemoval:
            localized(
                """
                The chain of the remaining \(events) is intact; nothing is known about the events \
                that are gone.
                """)
        case .changed, .missing, .endsBeforeHead:
            localized(
                count: Int(clamping: report.events),
                one: """
                    \(events) before event \(broken.sequence) is unchanged; later events cannot be \
                    trusted.
                    """,
                other: """
                    \(events) before event \(broken.sequence) are unchanged; later events cannot \
                    be trusted.
                    """)
        }
    }

    /// The result for the heads in the journal.
    private var journal: String {
        guard heads > 0 else {
            return localized("The journal holds no hash of this record, so nothing was compared.")
        }
        var parts = [
            localized(
                count: report.compared, one: "\(.count) matches", other: "\(.count) match")
        ]
        if report.passedOver > 0 {
            parts.append(
                localized(
                    count: report.passedOver, one: "\(.count) belongs to removed events",
                    other: "\(.count) belong to removed events"))
        }
        if report.abandoned > 0 {
            parts.append(
                localized(
                    count: report.abandoned, one: "\(.count) is from before a restore",
                    other: "\(.count) are from before a restore"))
        }
        let count = Count.hashes(heads)
        return localized(
            "The journal holds \(count) of this record: \(parts.joined(separator: ", ")).")
    }
}
