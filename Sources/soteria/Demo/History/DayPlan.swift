import API
import Engine
import RuleModel

/// What a made-up person means to do on one local day.
struct DayPlan {
    /// The deeds, in no order.
    private(set) var deeds: [Deed] = []

    private let zone: TimeZoneRules
    /// The local day, as days since 1970-01-01.
    private let day: Int
    private let busy: Double
    /// How many days the history is old.
    private let age: Int
    private let maturity: Double
    private var chance: Chance
    /// When the person is there, in minutes of the day.
    private var wake = 0
    private var sleep = 0

    /// The plan of a local day, so many days after the first one.
    init(_ habits: Habits, day: Int, age: Int, zone: TimeZoneRules) {
        self.zone = zone
        self.day = day
        self.age = age
        busy = Double(habits.busy)
        maturity = Habits.maturity(after: age)
        chance = Chance(seed: habits.seed, stream: day)
        presence()
        routines()
        urges()
        savings()
        slips()
    }

    /// 1 Monday to 7 Sunday.
    private var weekday: Int { ((day + 3) % 7 + 7) % 7 + 1 }
    private var isWorkday: Bool { weekday <= 5 }
    /// Whether one can sleep in after it.
    private var isBeforeFreeDay: Bool { weekday == 5 || weekday == 6 }

    /// Adds what is done so many minutes after midnight by the local clock; with seconds, so that
    /// not all is done on the minute.
    private mutating func add(_ minute: Int, _ kind: Deed.Kind) {
        let second = Int64(day) * 86_400 + Int64(minute) * 60 + Int64(chance.whole(1...58))
        deeds.append(Deed(at: zone.instants(ofLocal: second).first, kind: kind))
    }

    private mutating func presence() {
        wake = isWorkday ? chance.whole(395...460) : chance.whole(480...600)
        sleep = isBeforeFreeDay ? chance.whole(1460...1570) : chance.whole(1380...1450)
        add(wake, .arrive)
        add(sleep, .leave)
        if chance.comes(0.96) {
            let isYes = chance.comes(0.78 + 0.12 * maturity)
            add(wake + chance.whole(2...45), .answer("morning", isYes: isYes))
        }
        for minute in [13 * 60, 19 * 60, 22 * 60 + 40] { add(minute, .look) }
    }

    private mutating func visit(
        _ target: String, at minute: Int, _ purpose: Purpose, isUrge: Bool, minutes: Double? = nil
    ) {
        guard minute > wake, minute < sleep else { return }
        let place = chance.pick(Habits.places[target] ?? [], else: .target(target))
        let intent = Habits.intent(purpose, of: target, &chance)
        var length = Habits.length(intent, &chance)
        if let minutes { length = .seconds(Int64(minutes * 60 * chance.factor())) }
        add(
            minute,
            .visit(
                Visit(
                    place: place, target: target, intent: intent, length: length, isUrge: isUrge)))
    }

    /// What is used out of habit, as a rule while it is open.
    private mutating func routines() {
        for _ in 0..<chance.count(mean: 4.5 * busy) {
            visit(
                "social", at: chance.whole(wake + 10...sleep - 5), .impulse, isUrge: false,
                minutes: 9)
        }
        for _ in 0..<chance.count(mean: (isWorkday ? 0.3 : 0.9) * busy) {
            visit("games", at: chance.whole(1080...1260), .impulse, isUrge: false, minutes: 50)
        }
        for _ in 0..<chance.count(mean: 0.6 * busy) {
            visit(
                "shopping", at: chance.whole(wake + 40...1230), .planned, isUrge: false,
                minutes: 12)
        }
    }

    /// Wishes that come up: few on a working day, most on Friday and on the nights of the weekend.
    private mutating func urges() {
        let means = [2.0, 1.7, 2.0, 2.2, 5.6, 5.4, 3.6]
        let fewer = 1.2 - 0.45 * maturity
        for _ in 0..<chance.count(mean: means[weekday - 1] * fewer * busy) {
            let target = chance.pick(
                [("shopping", 7), ("games", 1.5), ("social", 1.5)], else: "shopping")
            let isLate = chance.comes(isBeforeFreeDay ? 0.8 : 0.7)
            let minute: Int
            if isLate {
                // Towards the end of the evening, where both draws are high.
                let begin = isBeforeFreeDay ? 1310 : 1285
                minute = begin + Int(Double(sleep - begin) * chance.fraction())
            } else {
                minute =
                    chance.comes(0.5) ? chance.whole(735...800) : chance.whole(wake + 30...1280)
            }
            let planned = (isLate ? 0.18 : 0.55) + 0.12 * maturity
            visit(
                target, at: minute, chance.comes(planned) ? .planned : .impulse, isUrge: true)
        }
    }

    private mutating func savings() {
        for (index, goal) in Habits.goals.enumerated() where goal.day == age {
            add(1180, .save(index))
        }
        let date = CalendarDay(number: day).day
        guard age > 2, date == 1 || date == 15 else { return }
        for index in 0..<Habits.goals.count where chance.comes(0.8) {
            if let amount = Habits.money(chance.whole(4...14) * 10_000) {
                add(1200 + index, .contribute(index, amount))
            }
        }
    }

    /// What protects more than the rules, and less.
    private mutating func slips() {
        if chance.comes(0.08) { add(chance.whole(1140...1380), .pause) }
        if chance.comes(0.04) {
            add(chance.whole(1110...1260), .protect(.hours(Int64(chance.whole(1...3)))))
        }
        guard chance.comes((isBeforeFreeDay ? 0.09 : 0.02) * (1 - maturity)) else { return }
        let schedule = isBeforeFreeDay ? "weekends" : "weeknights"
        add(chance.whole(1325...1360), .switch(schedule, isOn: false))
        add(1440 + chance.whole(560...640), .switch(schedule, isOn: true))
    }
}
