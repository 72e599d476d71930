import RuleModel

/// The next review of each schedule of the rules in force.
struct ScheduleQueue: Sendable {
    /// The calendar of each schedule's ranges, in the order of the rules.
    private(set) var calendars: [RangeCalendar] = []
    /// The next review of each schedule; nil: not before the rules or the zone change.
    private(set) var due: [Instant?] = []
    private(set) var nextDue: Instant?
    /// The indices of the schedules that concern each target of the rules.
    private var byTarget = KeyedValues<[Int]>()

    /// A stretch without a known end is reviewed after this time.
    static let patience = TimeSpan.hours(12)

    init() {}

    /// The schedules of the rules in force, in the machine's zone unless they name another.
    init(_ rules: RulesInForce, zone: TimeZoneRules) {
        calendars = rules.quietHours.map { schedule in
            RangeCalendar(
                schedule.ranges, in: schedule.timeZone ?? rules.entryZone ?? zone)
        }
        due = calendars.map { _ in .distantPast }
        nextDue = due.isEmpty ? nil : .distantPast
        byTarget = rules.quietHours.places { Set($0.targets) }
        for target in rules.targets where byTarget[target.key] == nil {
            byTarget[target.key] = []
        }
    }

    /// The indices of the schedules that concern a target, ascending.
    func schedules(of target: String) -> [Int] { byTarget[target] ?? [] }

    /// The indices of the schedules that concern a target of the rules; nil if the rules do not
    /// have the target.
    func schedules(ofKnown target: String) -> [Int]? { byTarget[target] }

    func knows(target: String) -> Bool { byTarget[target] != nil }

    /// Makes every schedule due now.
    mutating func forget() {
        due = due.map { _ in .distantPast }
        nextDue = due.isEmpty ? nil : .distantPast
    }

    func indicesDue(at now: Instant) -> [Int] {
        guard let nextDue, nextDue <= now else { return [] }
        return due.indices.filter { index in due[index].map { $0 <= now } ?? false }
    }

    /// Sets the next reviews of schedules.
    mutating func set(_ next: [(index: Int, due: Instant?)]) {
        for (index, instant) in next { due[index] = instant }
        nextDue = due.lazy.compactMap { $0 }.min()
    }
}

extension Instant {
    /// Earlier than any event.
    static let distantPast = Instant(milliseconds: Int64.min / 4)
}
