import API
import RuleFiles

/// The form of a schedule, as it was typed.
struct ScheduleForm {
    struct Row: Hashable {
        /// `mon` to `sun`.
        var days: Set<String> = []
        /// Times of day, `22:30`.
        var start = ""
        var end = ""
        /// Dates, `2026-12-24`, and spans, `2026-12-24..2026-12-31`, with commas or blanks between
        /// them, on which alone the range starts; empty: on the days.
        var dates = ""
        /// Dates on which it does not start, in the same form.
        var except = ""

        var isEmpty: Bool { self == Row() }
    }

    /// The revision of the file that the form was made from.
    var revision: String
    var name = ""
    var targets: Set<String> = []
    var rows: [Row] = []
    var timeZone = ""
    var isStrict = false

    /// The largest number of rows that is read: rules cannot have more ranges.
    static let mostRows = 500

    /// A form for a new schedule, filled in with a night.
    init(revision: String) {
        self.revision = revision
        rows = [Row(days: Set(Self.days), start: "22:30", end: "06:30")]
    }

    init(_ entry: ScheduleEntry, revision: String) {
        self.revision = revision
        name = entry.name ?? entry.key
        targets = Set(entry.block)
        rows = entry.ranges.map { range in
            Row(
                days: range.weekdays, start: range.start,
                end: range.end == "24:00"
                    ? "00:00" : range.end,
                dates: (range.dates ?? []).joined(separator: ", "),
                except: range.except.joined(separator: ", "))
        }
        if rows.isEmpty { rows = [Row()] }
        timeZone = entry.timeZone ?? ""
        isStrict = entry.isStrict ?? false
    }

    init(_ form: [String: [String]]) {
        revision = form.typed("revision")
        name = form.typed("name")
        targets = Set(form["target"] ?? [])
        timeZone = form.typed("zone")
        isStrict = form.typed("strict") == "on"
        while rows.count < Self.mostRows, form["start-\(rows.count)"] != nil {
            let index = rows.count
            rows.append(
                Row(
                    days: Set(form["day-\(index)"] ?? []), start: form.typed("start-\(index)"),
                    end: form.typed("end-\(index)"), dates: form.typed("dates-\(index)"),
                    except: form.typed("except-\(index)")))
        }
        if rows.isEmpty { rows = [Row()] }
    }

    /// The weekdays as rules name them, from Monday on.
    static let days = QuietHoursAPI.Weekday.allCases.map(\.rawValue)

    /// The indices of the rows with typed text, each of which makes a range.
    var filledRows: [Int] { rows.indices.filter { !rows[$0].isEmpty } }

    /// The entry that the form asks for. Keys that the form does not show stay as they were.
    func entry(_ key: String, before: ScheduleEntry?) -> ScheduleEntry {
        let known = before?.block.filter(targets.contains) ?? []
        let zone = timeZone.withoutOuterBlanks
        return ScheduleEntry(
            key: key, name: name.withoutOuterBlanks,
            block: known + targets.subtracting(known).sorted(),
            ranges: filledRows.map { Self.range(rows[$0]) },
            timeZone: zone.isEmpty ? nil : zone,
            // What was never said is not said now where it means the same.
            isStrict: isStrict || before?.isStrict != nil ? isStrict : nil,
            isEnabled: before?.isEnabled)
    }

    private static func range(_ row: Row) -> RangeEntry {
        let end = RangeEntry.clock(row.end.withoutOuterBlanks)
        var range = RangeEntry(
            weekdays: row.days.intersection(days),
            start: RangeEntry.clock(row.start.withoutOuterBlanks),
            // Midnight ends a day; as the beginning of one it would be before every start.
            end: end == "00:00" ? "24:00" : end, except: dates(row.except))
        let only = dates(row.dates)
        if !only.isEmpty { (range.days, range.dates) = (nil, only) }
        return range
    }

    private static func dates(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
    }
}

extension ScheduleEntry {
    /// True if the schedule surely blocks all that the other one does, whenever it does.
    func adds(to other: ScheduleEntry) -> Bool {
        func starts(_ range: RangeEntry, whenever old: RangeEntry) -> Bool {
            if let dates = range.dates { return Set(dates).isSuperset(of: old.dates ?? [""]) }
            return range.weekdays.isSuperset(
                of: old.dates == nil ? old.weekdays : Set(ScheduleForm.days))
        }
        func isKept(_ old: RangeEntry) -> Bool {
            ranges.contains { range in
                range.time == old.time && starts(range, whenever: old)
                    && Set(range.except).isSubset(of: old.except)
            }
        }
        return Set(block).isSuperset(of: other.block) && timeZone == other.timeZone
            && (isStrict == true || other.isStrict != true)
            && (isEnabled != false || other.isEnabled == false)
            && other.ranges.allSatisfy(isKept)
    }
}
