import Engine
import RuleModel

/// The rules that a person means to write into a file. The oracle reads this draft; the engine only
/// reads the result of the real loader.
struct RuleDraft: Hashable {
    struct Range: Hashable {
        /// Bit 0 Monday to bit 6 Sunday.
        var days: UInt8
        /// The dates on which alone it starts, as days since 1970-01-01; none: on those weekdays.
        var dates: [ClosedRange<Int>] = []
        var start: Int
        var end: Int
        /// Start dates on which it does not run.
        var except: [ClosedRange<Int>] = []

        func starts(on day: Int) -> Bool {
            if except.contains(where: { $0.contains(day) }) { return false }
            return dates.isEmpty ? days.has(day) : dates.contains { $0.contains(day) }
        }
    }
    struct Schedule: Hashable {
        var block: [String]
        var ranges: [Range]
        var zone: String?
        var isEnabled = true
        var isStrict = false
    }
    struct Factor: Hashable {
        var weight: Int
        /// The place of its condition in `Condition.all`.
        var condition: Int
    }
    struct Auto: Hashable {
        var threshold: Int
        var block: [String]?
        var minutes: Int
        var againMinutes: Int
        var isEnabled = true
        var isStrict = false
    }
    struct CheckIn: Hashable {
        var opens: Int
        var blocks: [String]
        var onNo: [String]
        var isStrict: Bool
        var zone: String?
        var reminder: Int?
    }
    struct Budget: Hashable {
        enum Period: String { case hour, day, week }

        var target: String
        var minutes: Int
        var per: Period
        /// The weekdays on which it exists, as in a range.
        var days: UInt8 = .everyDay
        var resets: Int
        var isStrict = false
    }
    /// A target's own waits, in seconds, and grant, in minutes.
    struct Terms: Hashable {
        var planned: Int?
        var impulse: Int?
        var grant: Int?
    }

    var targets: [String: [String]] = [:]
    var terms: [String: Terms] = [:]
    var schedules: [String: Schedule] = [:]
    var factors: [String: Factor] = [:]
    var autos: [String: Auto] = [:]
    var checkIns: [String: CheckIn] = [:]
    var budgets: [String: Budget] = [:]
    var grantMinutes = 15
    var plannedWait = 10
    var impulseWait = 30
    /// In seconds, as the waits: what each earlier request of the day adds, and up to what.
    var eachFurther = 0
    var atMost = 600
    /// In hours.
    var weakeningWaits = 0
    var zone: String?

    /// Keys in the order in which everything goes through them.
    var targetKeys: [String] { targets.keys.sorted() }

    /// Whether a place belongs to a target; without one, whether the target is there.
    func has(_ place: Place?, in target: String) -> Bool {
        guard let sites = targets[target] else { return false }
        return switch place {
        case .site(let host): sites.contains { host == $0 || host.hasSuffix("." + $0) }
        case .app(let identifier): identifier == "org.example.\(target)"
        // No draft has paths.
        case .page: false
        case .target, .protection, .everything, nil: true
        }
    }
}

// MARK: The text

extension RuleDraft {
    var yaml: String {
        var text = "version: 1\n"
        if let zone { text += "time_zone: \(zone)\n" }
        if !targets.isEmpty { text += "targets:\n" }
        for key in targetKeys {
            let sites = list(targets[key] ?? [])
            text += "  \(key): {name: \(key.capitalized), sites: \(sites), "
            text += "apps: [org.example.\(key)]\(written(terms[key]))}\n"
        }
        text += section("quiet_hours", schedules) { written($0) }
        if !factors.isEmpty { text += "risk:\n  factors:\n" }
        for (key, factor) in factors.sorted(by: { $0.key < $1.key }) {
            let condition = Condition.all[factor.condition].text
            text += "    \(key): {weight: \(decimal(factor.weight)), when: \"\(condition)\"}\n"
        }
        text += section("auto_protection", autos) { written($0) }
        text += section("check_ins", checkIns) { written($0) }
        text += section("budgets", budgets) { written($0) }
        text += "unblock: {grant: \(grantMinutes)m, "
        text += "wait: {planned: \(plannedWait)s, impulse: \(impulseWait)s"
        if eachFurther > 0 { text += ", each_further: \(eachFurther)s, at_most: \(atMost)s" }
        text += "}}\n"
        if weakeningWaits > 0 { text += "edits: {weakening_waits: \(weakeningWaits)h}\n" }
        return text
    }

    private func section<Entry>(
        _ name: String, _ entries: [String: Entry], _ write: (Entry) -> String
    ) -> String {
        guard !entries.isEmpty else { return "" }
        return entries.sorted { $0.key < $1.key }
            .reduce("\(name):\n") { $0 + "  \($1.key): {\(write($1.value))}\n" }
    }

    private func written(_ terms: Terms?) -> String {
        guard let terms else { return "" }
        let waits = [("planned", terms.planned), ("impulse", terms.impulse)].compactMap {
            name, wait in
            wait.map { "\(name): \($0)s" }
        }
        return (waits.isEmpty ? "" : ", wait: {\(waits.joined(separator: ", "))}")
            + (terms.grant.map { ", grant: \($0)m" } ?? "")
    }

    private func written(_ schedule: Schedule) -> String {
        let ranges = schedule.ranges.map { range in
            let starts =
                range.dates.isEmpty
                ? "days: \(list(range.days))" : "dates: \(list(range.dates))"
            var text = "{\(starts), time: \"\(clock(range.start))-\(clock(range.end))\""
            if !range.except.isEmpty { text += ", except: \(list(range.except))" }
            return text + "}"
        }
        var text = "block: \(list(schedule.block)), ranges: \(list(ranges))"
        if let zone = schedule.zone { text += ", time_zone: \(zone)" }
        if !schedule.isEnabled { text += ", enabled: false" }
        return text + ", strict: \(schedule.isStrict)"
    }

    private func written(_ auto: Auto) -> String {
        var text = "when: \"risk.automatic >= \(decimal(auto.threshold))\", "
        if let block = auto.block { text += "block: \(list(block)), " }
        if !auto.isEnabled { text += "enabled: false, " }
        return text + "name: Guard, for: \(auto.minutes)m, again_after: \(auto.againMinutes)m, "
            + "strict: \(auto.isStrict)"
    }

    private func written(_ checkIn: CheckIn) -> String {
        var text = "question: \"Well?\", opens: \"\(clock(checkIn.opens))\", "
        if let reminder = checkIn.reminder { text += "reminder: \"\(clock(reminder))\", " }
        if let zone = checkIn.zone { text += "time_zone: \(zone), " }
        return text + "blocks: \(list(checkIn.blocks)), on_no: {block: \(list(checkIn.onNo))}, "
            + "strict: \(checkIn.isStrict)"
    }

    private func written(_ budget: Budget) -> String {
        var text =
            "target: \(budget.target), limit: \(budget.minutes)m, per: \(budget.per.rawValue), "
        if budget.days != .everyDay { text += "days: \(list(budget.days)), " }
        if budget.per != .hour { text += "resets: \"\(clock(budget.resets))\", " }
        return text + "strict: \(budget.isStrict)"
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private func list(_ entries: [String]) -> String {
        "[" + entries.joined(separator: ", ") + "]"
    }
    private func list(_ days: UInt8) -> String {
        list((0..<7).filter { days >> $0 & 1 == 1 }.map { Self.weekdays[$0] })
    }
    private func list(_ dates: [ClosedRange<Int>]) -> String {
        list(
            dates.map { span in
                let first = "\(CivilDay(span.lowerBound))"
                return span.count == 1
                    ? "\"\(first)\"" : "\"\(first)..\(CivilDay(span.upperBound))\""
            })
    }
    private func clock(_ minute: Int) -> String {
        two(minute / 60) + ":" + two(minute % 60)
    }
    private func decimal(_ thousandths: Int) -> String {
        "\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst())
    }
}

extension UInt8 {
    /// All days of the week, from bit 0 Monday to bit 6 Sunday.
    static var everyDay: UInt8 { 0x7f }

    /// Whether a day since 1970-01-01, which was a Thursday, is one of these days of the week.
    func has(_ day: Int) -> Bool { self >> UInt8((day + 3) % 7) & 1 == 1 }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// A date of the calendar from a count of days, counted on from a known one: slow and simple.
struct CivilDay: CustomStringConvertible {
    var year = 1970
    var month = 1
    var day = 1

    init(_ daysSince1970: Int) {
        var left = daysSince1970
        while left >= Self.days(in: year) {
            left -= Self.days(in: year)
            year += 1
        }
        while left >= Self.days(in: month, of: year) {
            left -= Self.days(in: month, of: year)
            month += 1
        }
        day += left
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
    static func days(in year: Int) -> Int { isLeap(year) ? 366 : 365 }
    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    var description: String { "\(year)-\(two(month))-\(two(day))" }
}
