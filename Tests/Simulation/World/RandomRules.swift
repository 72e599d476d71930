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
    init(_ dice: inout Dice, today: Int) {
        for key in Self.keys where dice.chance(800) {
            targets[key] = ["\(key).example"] + (dice.chance(400) ? ["mall.example"] : [])
        }
        if targets.isEmpty { targets["shopping"] = ["shopping.example"] }
        for key in ["nights", "noon", "work"] where dice.chance(550) {
            schedules[key] = schedule(&dice, today)
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
        for key in ["daily", "weekly"] where dice.chance(300) { budgets[key] = budget(&dice) }
        grantMinutes = dice.pick([5, 15, 15, 40, 90])
        plannedWait = dice.pick([1, 10, 60])
        impulseWait = dice.pick([1, 30, 300])
        if dice.chance(150) { zone = dice.pick(Self.zones) }
    }

    /// The same with a part of it changed.
    func edited(_ dice: inout Dice, today: Int, _ edition: Edition) -> RuleDraft {
        var draft = self
        if edition == .second, dice.chance(250) {
            draft.weakeningWaits = dice.pick([0, 6, 24, 60])
            if dice.chance(500) { return draft }
        }
        let waits = draft.weakeningWaits
        switch dice.int(0...9) {
        case 0, 1, 2:
            let key = dice.pick(["nights", "noon", "work"])
            draft.schedules[key] = dice.chance(300) ? nil : schedule(&dice, today)
        case 3:
            let key = dice.pick(["a", "b", "c", "d"])
            draft.factors[key] = RuleDraft(&dice, today: today).factors[key]
        case 4:
            let key = dice.pick(["guard", "watch"])
            draft.autos[key] = dice.chance(300) ? nil : auto(&dice)
        case 5:
            let key = dice.pick(["morning", "evening"])
            draft.checkIns[key] = dice.chance(400) ? nil : checkIn(&dice)
        case 6:
            let key = dice.pick(["daily", "weekly"])
            draft.budgets[key] = dice.chance(400) ? nil : budget(&dice)
        case 7: draft.grantMinutes = dice.pick([5, 15, 40, 90])
        case 8: draft.impulseWait = dice.pick([1, 30, 300])
        default:
            draft = RuleDraft(&dice, today: today)
            draft.weakeningWaits = waits
        }
        return draft
    }

    private func schedule(_ dice: inout Dice, _ today: Int) -> Schedule {
        let ranges = (0..<dice.pick([1, 1, 1, 2])).map { _ in
            let time = dice.pick(Self.times)
            let days = dice.pick([0x7f, 0x7f, 0x1f, 0x60, 0x31, 0x4f] as [UInt8])
            let except = dice.chance(200) ? [today + dice.int(0...5)] : []
            return Range(days: days, start: time.0, end: time.1, except: except)
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

    private func budget(_ dice: inout Dice) -> Budget {
        Budget(
            target: dice.pick(targetKeys), minutes: dice.pick([5, 12, 30]),
            isWeekly: dice.chance(400), resets: dice.pick([240, 0, 150]),
            isStrict: dice.chance(250))
    }
}
