import RuleModel

/// When each schedule of the rules in force has to be looked at again.
struct ScheduleQueue: Sendable {
    /// Where each schedule's ranges lie, in the order of the rules.
    private(set) var calendars: [RangeCalendar] = []
    /// When each schedule has to be looked at; nil: not before the rules or the zone change.
    private(set) var due: [Instant?] = []
    private(set) var nextDue: Instant?
    /// The indices of the schedules that concern each target of the rules.
    private var byTarget: [String: [Int]] = [:]

    /// A stretch without a known end is looked at again after this time.
    static let patience = TimeSpan.hours(12)

    init() {}

    /// The schedules of the rules in force, read in the machine's zone where they name no other.
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

    /// The same of a target that the rules have; nil if they do not.
    func schedules(ofKnown target: String) -> [Int]? { byTarget[target] }

    func knows(target: String) -> Bool { byTarget[target] != nil }

    /// Every schedule has to be looked at now.
    mutating func forget() {
        due = due.map { _ in .distantPast }
        nextDue = due.isEmpty ? nil : .distantPast
    }

    func indicesDue(at now: Instant) -> [Int] {
        guard let nextDue, nextDue <= now else { return [] }
        return due.indices.filter { index in due[index].map { $0 <= now } ?? false }
    }

    /// Notes when schedules have to be looked at next.
    mutating func set(_ next: [(index: Int, due: Instant?)]) {
        for (index, instant) in next { due[index] = instant }
        nextDue = due.lazy.compactMap { $0 }.min()
    }
}

extension Instant {
    /// Before anything that can happen.
    static let distantPast = Instant(milliseconds: Int64.min / 4)
}
