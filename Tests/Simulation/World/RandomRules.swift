import RuleModel

/// Rules made at random, from few parts, so that edits meet.
extension RuleDraft {
    static let keys = ["games", "shopping", "social"]
    private static let zones = ["Asia/Tokyo", "America/New_York", "Australia/Lord_Howe"]
    private static let times = [
        (1350, 390), (720, 780), (570, 1020), (0, 1440), (1200, 150), (120, 180), (150, 1440),
        (60, 120), (1380, 60), (1320, 360), (150, 120),
    ]

    /// A rule set; `today` is the day around which exceptions lie.
    init(_ dice: inout Dice, today: Int, _ edition: Edition) {
        for key in Self.keys where dice.chance(800) {
            targets[key] = ["\(key).example"] + (dice.chance(400) ? ["mall.example"] : [])
        }
        if targets.isEmpty { targets["shopping"] = ["shopping.example"] }
        for key in ["nights", "noon", "work"] where dice.chance(550) {
            schedules[key] = schedule(&dice, today, edition)
        }
        for key in ["a", "b", "c", "d"] where dice.chance(750) {
            factors[key] = Factor(
                weight: dice.pick([50, 150, 200, 300, 400, 500, 850]),
                condition: dice.int(0...Condition.all.count - 1))
        }
        for key in ["guard", "watch"] where dice.chance(450) { autos[key] = auto(&dice) }
        for key in ["morning", "evening"] where dice.chance(300) {
            checkIns[key] = checkIn(&dice)
        }
        for key in ["daily", "weekly"] where dice.chance(300) {
            budgets[key] = budget(&dice, edition)
        }
        grantMinutes = dice.pick([5, 15, 15, 40, 90])
        plannedWait = dice.pick([1, 10, 60])
        impulseWait = dice.pick([1, 30, 300])
        if dice.chance(150) { zone = dice.pick(Self.zones) }
        guard edition >= .third else { return }
        (eachFurther, atMost) = Self.growth(&dice)
        for key in targetKeys where dice.chance(250) { terms[key] = Self.terms(&dice) }
    }

    /// The same with a part of it changed.
    func edited(_ dice: inout Dice, today: Int, _ edition: Edition) -> RuleDraft {
        var draft = self
        if edition >= .second, dice.chance(250) {
            draft.weakeningWaits = dice.pick([0, 6, 24, 60])
            if dice.chance(500) { return draft }
        }
        let waits = draft.weakeningWaits
        switch dice.int(0...(edition >= .third ? 12 : 9)) {
        case 0, 1, 2:
            let key = dice.pick(["nights", "noon", "work"])
            draft.schedules[key] = dice.chance(300) ? nil : schedule(&dice, today, edition)
        case 3:
            let key = dice.pick(["a", "b", "c", "d"])
            draft.factors[key] = RuleDraft(&dice, today: today, edition).factors[key]
        case 4:
            let key = dice.pick(["guard", "watch"])
            draft.autos[key] = dice.chance(300) ? nil : auto(&dice)
        case 5:
            let key = dice.pick(["morning", "evening"])
            draft.checkIns[key] = dice.chance(400) ? nil : checkIn(&dice)
        case 6:
            let key = dice.pick(["daily", "weekly"])
            draft.budgets[key] = dice.chance(400) ? nil : budget(&dice, edition)
        case 7: draft.grantMinutes = dice.pick([5, 15, 40, 90])
        case 8: draft.impulseWait = dice.pick([1, 30, 300])
        case 10: (draft.eachFurther, draft.atMost) = Self.growth(&dice)
        case 11, 12:
            draft.terms[dice.pick(targetKeys)] = dice.chance(300) ? nil : Self.terms(&dice)
        default:
            draft = RuleDraft(&dice, today: today, edition)
            draft.weakeningWaits = waits
        }
        return draft
    }

    private func schedule(_ dice: inout Dice, _ today: Int, _ edition: Edition) -> Schedule {
        var ranges = (0..<dice.pick([1, 1, 1, 2])).map { _ in
            let time = dice.pick(Self.times)
            let days = dice.pick([0x7f, 0x7f, 0x1f, 0x60, 0x31, 0x4f] as [UInt8])
            let except = dice.chance(200) ? [today + dice.int(0...5)] : []
            let spans = except.map { $0...$0 }
            return Range(days: days, start: time.0, end: time.1, except: spans)
        }
        if edition >= .third {
            for index in ranges.indices {
                if dice.chance(250) { ranges[index].dates = Self.spans(&dice, today) }
                if dice.chance(200) { ranges[index].except += Self.spans(&dice, today) }
                // A range that never starts is a mistake in the files.
                let dates = ranges[index].dates.joined()
                if !dates.isEmpty, !dates.contains(where: ranges[index].starts) {
                    ranges[index].except = []
                }
            }
        }
        return Schedule(
            block: dice.some(targetKeys), ranges: ranges,
            zone: dice.chance(200) ? dice.pick(Self.zones) : nil, isEnabled: dice.chance(850),
            isStrict: dice.chance(250))
    }

    private func auto(_ dice: inout Dice) -> Auto {
        Auto(
            threshold: dice.pick([300, 400, 600, 800]),
            block: dice.chance(500) ? nil : dice.some(targetKeys),
            minutes: dice.pick([20, 60, 120]), againMinutes: dice.pick([10, 30, 180]),
            isEnabled: dice.chance(900), isStrict: dice.chance(250))
    }

    private func checkIn(_ dice: inout Dice) -> CheckIn {
        CheckIn(
            opens: dice.pick([240, 240, 600, 0, 150]), blocks: dice.some(targetKeys),
            onNo: dice.some(targetKeys), isStrict: dice.chance(500),
            zone: dice.chance(150) ? dice.pick(Self.zones) : nil,
            reminder: dice.chance(300) ? dice.pick([600, 1200, 60]) : nil)
    }

    private func budget(_ dice: inout Dice, _ edition: Edition) -> Budget {
        var budget = Budget(
            target: dice.pick(targetKeys), minutes: dice.pick([5, 12, 30]),
            per: dice.chance(400) ? .week : .day, resets: dice.pick([240, 0, 150]),
            isStrict: dice.chance(250))
        guard edition >= .third else { return budget }
        if dice.chance(350) {
            (budget.per, budget.resets) = (.hour, 0)
            budget.minutes = dice.pick([2, 5, 12])
        }
        if budget.per != .week, dice.chance(500) {
            budget.days = dice.pick([0x1f, 0x60, 0x31, 0x2a, 0x55])
        }
        return budget
    }

    /// Some spans of dates within months, which may overlap.
    private static func spans(_ dice: inout Dice, _ today: Int) -> [ClosedRange<Int>] {
        (0..<dice.int(1...5)).map { _ in
            let first = today + dice.int(-4...120)
            return first...(first + dice.pick([0, 0, 1, 6, 25]))
        }
    }

    /// How much each further request adds to a wait, and up to what.
    private static func growth(_ dice: inout Dice) -> (each: Int, atMost: Int) {
        (dice.pick([0, 0, 5, 20, 60]), dice.pick([10, 40, 120, 600]))
    }

    private static func terms(_ dice: inout Dice) -> Terms {
        Terms(
            planned: dice.chance(500) ? dice.pick([1, 15, 90]) : nil,
            impulse: dice.chance(500) ? dice.pick([1, 45, 400]) : nil,
            grant: dice.chance(400) ? dice.pick([3, 15, 60]) : nil)
    }
}
