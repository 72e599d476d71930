import CEL
import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// Monday, 2026-11-16, from which the tests count days.
let monday = 20_773

/// One thing that a tally counts, so that a history can be told twice.
struct Deed {
    enum What {
        case request(isQuiet: Bool, isPause: Bool)
        case attempt
        case keep(Intent?)
        case unblock(Intent, isQuiet: Bool)
        case closed(UnblockRequest.Ending)
        case use(from: TimeSpan, to: TimeSpan, minutes: Int?)
        case logged(isBought: Bool, Money?, regret: Int?)
        case usage(String, TimeSpan)
        case protection(isAuto: Bool)
        case checkIn(isYes: Bool)
    }

    var day: Int
    var hour: Int
    var what: What

    /// The beginning of its hour, as if the clocks showed UTC; anything for hours of no clock.
    var at: Instant {
        Instant(milliseconds: (Int64(day) &* 24 &+ Int64(hour)) &* 3_600_000)
    }
}

extension Tally {
    init(_ deeds: some Sequence<Deed>) {
        self.init()
        for deed in deeds { count(deed) }
    }

    mutating func count(_ deed: Deed) {
        let (day, hour) = (deed.day, deed.hour)
        switch deed.what {
        case .request(let isQuiet, let isPause):
            request(day: day, hour: hour, isQuiet: isQuiet, isPause: isPause)
        case .attempt: attempt(day: day)
        case .keep(let intent):
            keep(
                day: day, hour: hour, purpose: intent?.purpose, category: intent?.category,
                mood: intent?.mood, amount: intent?.amount)
            count(episode(deed, .kept, intent))
        case .unblock(let intent, let isQuiet):
            unblock(
                day: day, hour: hour, at: deed.at, purpose: intent.purpose,
                category: intent.category, mood: intent.mood, isQuiet: isQuiet,
                intendedMinutes: intent.minutes, amount: intent.amount)
            var opened = episode(deed, .opened, intent)
            opened.meant = intent.minutes
            count(opened)
        case .closed(let outcome): closed(day: day, outcome: outcome)
        case .use(let before, let after, let minutes):
            use(day: day, from: before, to: after, intendedMinutes: minutes)
            if minutes != nil { changeMeantUse(day: day, by: after - before) }
        case .logged(let isBought, let amount, let regret):
            logged(day: day, isBought: isBought, amount: amount, regret: regret)
        case .usage(let target, let active): usage(day: day, target: target, active: active)
        case .protection(let isAuto): protection(day: day, isAuto: isAuto)
        case .checkIn(let isYes): checkIn(day: day, isYes: isYes)
        }
    }

    /// A request as an episode of its own.
    private func episode(
        _ deed: Deed, _ outcome: Episode.Outcome, _ intent: Intent?
    ) -> EpisodeFigures {
        var figures = EpisodeFigures(day: deed.day, hour: deed.hour)
        figures.outcome = outcome
        figures.purpose = intent?.purpose
        figures.category = intent?.category
        figures.mood = intent?.mood
        figures.amount = intent?.amount
        return figures
    }

    /// So many impulses in one hour of a day.
    mutating func unblocks(_ count: Int, day: Int, hour: Int) {
        for _ in 0..<count {
            self.count(Deed(day: day, hour: hour, what: .unblock(.bareImpulse, isQuiet: false)))
        }
    }
}

extension Intent {
    /// An impulse of which nothing else was said.
    static var bareImpulse: Intent { Intent(purpose: .impulse) }
}

// MARK: At random

extension Deed {
    /// Something on one of the days, with a name or an amount as often as not.
    static func random(days: Range<Int>, using random: inout SeededGenerator) -> Deed {
        Deed(
            day: Int.random(in: days, using: &random), hour: Int.random(in: 0...23, using: &random),
            what: What.random(using: &random))
    }
}

extension Deed.What {
    static func random(using random: inout SeededGenerator) -> Deed.What {
        let coin = Bool.random(using: &random)
        switch Int.random(in: 0...12, using: &random) {
        case 0, 1: return .request(isQuiet: coin, isPause: Bool.random(using: &random))
        case 2: return .attempt
        case 3, 4: return .keep(coin ? nil : .random(using: &random))
        case 5, 6, 7: return .unblock(.random(using: &random), isQuiet: coin)
        case 8:
            return .closed(UnblockRequest.Ending.allCases.randomElement(using: &random) ?? .kept)
        case 9:
            let use = TimeSpan(milliseconds: Int64.random(in: 0...3_600_000, using: &random))
            return .use(
                from: .zero, to: use, minutes: coin ? Int.random(in: 1...60, using: &random) : nil)
        case 10:
            return .logged(
                isBought: coin, Money.random(using: &random),
                regret: Bool.random(using: &random) ? Int.random(in: 0...4, using: &random) : nil)
        case 11:
            let target = ["games", "news", "shopping"].randomElement(using: &random) ?? ""
            return .usage(target, .seconds(Int64.random(in: 0...7200, using: &random)))
        default:
            return coin ? .protection(isAuto: Bool.random(using: &random)) : .checkIn(isYes: true)
        }
    }
}

extension Intent {
    static func random(using random: inout SeededGenerator) -> Intent {
        Intent(
            purpose: Bool.random(using: &random) ? .planned : .impulse,
            category: ["gift", "treat", "other", nil].randomElement(using: &random) ?? nil,
            mood: ["stressed", "bored", "sad", nil].randomElement(using: &random) ?? nil,
            amount: Money.random(using: &random),
            minutes: Bool.random(using: &random) ? Int.random(in: 1...90, using: &random) : nil)
    }
}

extension Money {
    static func random(using random: inout SeededGenerator) -> Money? {
        guard Bool.random(using: &random) else { return nil }
        return Money(
            thousandths: Int64.random(in: 0...200_000, using: &random),
            currency: ["EUR", "USD", nil].randomElement(using: &random) ?? nil)
    }
}
