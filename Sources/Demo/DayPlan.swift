import API
import Engine
import RuleModel

/// The actions that a simulated person plans for one local day, in no order.
struct DayPlan {
    private(set) var actions: [PlannedAction] = []

    private let zone: TimeZoneRules
    /// The local day, as days since 1970-01-01.
    private let day: Int
    private let busy: Double
    /// The age of the history, in days.
    private let age: Int
    private let maturity: Double
    private var random: SeededRandom
    /// The times at which the person wakes up and goes to sleep, in minutes of the day.
    private var wake = 0
    private var sleep = 0

    init(_ profile: Profile, day: Int, age: Int, zone: TimeZoneRules) {
        self.zone = zone
        self.day = day
        self.age = age
        busy = Double(profile.busy)
        maturity = Profile.maturity(after: age)
        random = SeededRandom(seed: profile.seed, stream: day)
        planPresence()
        planRoutines()
        planUrges()
        planSaving()
        planExceptions()
    }

    /// 1 Monday to 7 Sunday.
    private var weekday: Int { CalendarDay(number: day).weekday }
    private var isWorkday: Bool { weekday <= 5 }
    /// True if the next day is free, so that the person can sleep in.
    private var isBeforeFreeDay: Bool { weekday == 5 || weekday == 6 }

    /// Plans an action at a minute of the local day, with random seconds, not all on the minute.
    private mutating func plan(_ minute: Int, _ kind: PlannedAction.Kind) {
        let at = zone.instant(day: day, second: minute * 60 + random.whole(1...58))
        actions.append(PlannedAction(at: at, kind: kind))
    }

    private mutating func planPresence() {
        wake = isWorkday ? random.whole(395...460) : random.whole(480...600)
        sleep = isBeforeFreeDay ? random.whole(1460...1570) : random.whole(1380...1450)
        plan(wake, .screen(isLocked: false))
        plan(sleep, .screen(isLocked: true))
        if random.chance(0.96) {
            let isYes = random.chance(0.78 + 0.12 * maturity)
            plan(wake + random.whole(2...45), .answer("morning", isYes: isYes))
        }
        for minute in [13 * 60, 19 * 60, 22 * 60 + 40] { plan(minute, .look) }
    }

    private mutating func planVisit(
        _ target: String, at minute: Int, _ purpose: Purpose, isUrge: Bool, minutes: Double? = nil
    ) {
        guard minute > wake, minute < sleep else { return }
        let place = random.pick(Profile.places[target] ?? [], else: .target(target))
        let intent = Profile.intent(purpose, of: target, &random)
        var length = Profile.length(intent, &random)
        if let minutes { length = .seconds(Int64(minutes * 60 * random.factor())) }
        let visit = Visit(
            place: place, target: target, intent: intent, length: length, isUrge: isUrge)
        plan(minute, .visit(visit))
    }

    /// Plans use out of habit, usually of open targets.
    private mutating func planRoutines() {
        for _ in 0..<random.count(mean: 4.5 * busy) {
            let minute = random.whole(wake + 10...sleep - 5)
            planVisit("social", at: minute, .impulse, isUrge: false, minutes: 9)
        }
        for _ in 0..<random.count(mean: (isWorkday ? 0.3 : 0.9) * busy) {
            let minute = random.whole(1080...1260)
            planVisit("games", at: minute, .impulse, isUrge: false, minutes: 50)
        }
        for _ in 0..<random.count(mean: 0.6 * busy) {
            let minute = random.whole(wake + 40...1230)
            planVisit("shopping", at: minute, .planned, isUrge: false, minutes: 12)
        }
    }

    /// Plans urges: few on working days, most on Friday and on weekend nights.
    private mutating func planUrges() {
        let means = [2.0, 1.7, 2.0, 2.2, 5.6, 5.4, 3.6]
        let fewer = 1.2 - 0.45 * maturity
        for _ in 0..<random.count(mean: means[weekday - 1] * fewer * busy) {
            let target = random.pick(
                [("shopping", 7), ("games", 1.5), ("social", 1.5)], else: "shopping")
            let isLate = random.chance(isBeforeFreeDay ? 0.8 : 0.7)
            let minute: Int
            if isLate {
                // Towards the end of the evening, if both draws are high.
                let begin = isBeforeFreeDay ? 1310 : 1285
                minute = begin + Int(Double(sleep - begin) * random.fraction())
            } else {
                minute =
                    random.chance(0.5) ? random.whole(735...800) : random.whole(wake + 30...1280)
            }
            let planned = (isLate ? 0.18 : 0.55) + 0.12 * maturity
            let purpose: Purpose = random.chance(planned) ? .planned : .impulse
            planVisit(target, at: minute, purpose, isUrge: true)
        }
    }

    private mutating func planSaving() {
        for goal in Profile.goals where goal.day == age {
            guard let amount = Profile.money(goal.amount) else { continue }
            let by = goal.within.map { day + $0 }
            plan(
                1180,
                .addGoal(
                    .addGoal(
                        name: goal.name, target: amount, by: by, isFromKept: goal.isFromKept)))
        }
        let date = CalendarDay(number: day).day
        guard age > 2, date == 1 || date == 15 else { return }
        for index in 0..<Profile.goals.count where random.chance(0.8) {
            if let amount = Profile.money(random.whole(4...14) * 10_000) {
                plan(1200 + index, .contribute(index, amount))
            }
        }
    }

    /// Plans actions that protect more than the rules, and less.
    private mutating func planExceptions() {
        if random.chance(0.08) { plan(random.whole(1140...1380), .pause) }
        if random.chance(0.04) {
            let minute = random.whole(1110...1260)
            plan(minute, .protect(.hours(Int64(random.whole(1...3)))))
        }
        guard random.chance((isBeforeFreeDay ? 0.09 : 0.02) * (1 - maturity)) else { return }
        let schedule = isBeforeFreeDay ? "weekends" : "weeknights"
        plan(random.whole(1325...1360), .switch(.schedule(schedule), isOn: false))
        plan(1440 + random.whole(560...640), .switch(.schedule(schedule), isOn: true))
    }
}
