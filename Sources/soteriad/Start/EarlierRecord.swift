import EventStore
import RuleModel
import Systemd

/// A record that was in this one's place before, according to the journal.
enum EarlierRecord {
    /// The time of the last hash of a record that was here before the one just begun, if nothing
    /// explains that it is gone; nil if there was none.
    static func lost(before opening: OpenResult, isInStandardPlace: Bool) -> Instant? {
        guard opening.isFirst else { return nil }
        var trace: Trace?
        JournalReader.visit(
            [EntryKind.recordHead.id, EntryKind.recordRemoved.id], reading: Trace.fields
        ) { entry in
            trace = Trace(
                entry, of: opening.store.health.path, isInStandardPlace: isInStandardPlace)
            return trace == nil
        }
        return trace?.lost
    }

    /// An entry of the journal about an earlier record in the same place.
    enum Trace: Hashable {
        case head(Instant)
        /// The uninstaller removed the record because somebody had asked for that.
        case removal

        static let fields = ["MESSAGE_ID", "_SYSTEMD_USER_UNIT", "SOTERIA_STORE_PATH"]

        /// Reads an entry; nil if it is about a record elsewhere. Version 0.1.0 did not say where a
        /// record was; its service had it in the standard place.
        init?(_ entry: JournalReader.Entry, of record: String, isInStandardPlace: Bool) {
            let path = entry.fields["SOTERIA_STORE_PATH"]
            if entry.fields["MESSAGE_ID"] == EntryKind.recordRemoved.rawValue {
                guard path == record else { return nil }
                self = .removal
            } else {
                guard entry.fields["_SYSTEMD_USER_UNIT"] == "soteriad.service",
                    path.map({ $0 == record }) ?? isInStandardPlace
                else { return nil }
                self = .head(Instant(milliseconds: entry.milliseconds))
            }
        }

        /// The time of the last hash of a record whose end nothing explains.
        var lost: Instant? {
            if case .head(let at) = self { at } else { nil }
        }
    }
}
