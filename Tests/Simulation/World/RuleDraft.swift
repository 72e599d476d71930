import Engine
import RuleModel

/// The rules that a person means to write into a file. The oracle reads this draft; the engine only
/// reads the result of the real loader.
struct RuleDraft: Hashable {
    struct Range: Hashable {
        /// Bit 0 Monday to bit 6 Sunday.
        var days: UInt8
        var start: Int
        var end: Int
        /// Start dates on which it does not run, as days since 1970-01-01.
        var except: [Int] = []
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
        var target: String
        var minutes: Int
        var isWeekly: Bool
        var resets: Int
        var isStrict = false
    }

    var targets: [String: [String]] = [:]
    var schedules: [String: Schedule] = [:]
    var factors: [String: Factor] = [:]
    var autos: [String: Auto] = [:]
    var checkIns: [String: CheckIn] = [:]
    var budgets: [String: Budget] = [:]
    var grantMinutes = 15
    var plannedWait = 10
    var impulseWait = 30
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
            text += "apps: [org.example.\(key)]}\n"
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
        text += "wait: {planned: \(plannedWait)s, impulse: \(impulseWait)s}}\n"
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

    private func written(_ schedule: Schedule) -> String {
        let ranges = schedule.ranges.map { range in
            let days = (0..<7).filter { range.days >> $0 & 1 == 1 }.map { Self.weekdays[$0] }
            var text = "{days: \(list(days)), time: \"\(clock(range.start))-\(clock(range.end))\""
            if !range.except.isEmpty {
                let dates = range.except.map { "\"\(CivilDay($0))\"" }
                text += ", except: \(list(dates))"
            }
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
        "target: \(budget.target), limit: \(budget.minutes)m, "
            + "per: \(budget.isWeekly ? "week" : "day"), resets: \"\(clock(budget.resets))\", "
            + "strict: \(budget.isStrict)"
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private func list(_ entries: [String]) -> String {
        "[" + entries.joined(separator: ", ") + "]"
    }
    private func clock(_ minute: Int) -> String {
        two(minute / 60) + ":" + two(minute % 60)
    }
    private func decimal(_ thousandths: Int) -> String {
        "\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst())
    }
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
