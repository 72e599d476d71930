import Engine
import RuleModel

/// The habits of a simulated person, and how they change the longer the person has Soteria.
struct Profile: Sendable {
    let seed: UInt64
    /// The factor by which the activity exceeds the usual.
    let busy: Int

    /// The person's progress after a number of days: 0 on the first day, up to 1.
    static func maturity(after days: Int) -> Double { Double(days) / Double(days + 150) }

    /// The places of each target, the most frequent one first.
    static let places: [String: [(choice: Place, weight: Double)]] = [
        "shopping": [
            (.site("amazon.com"), 6), (.site("ebay.com"), 3), (.site("etsy.com"), 1.5),
        ],
        "social": [
            (.site("instagram.com"), 4), (.site("reddit.com"), 4), (.site("tiktok.com"), 2),
        ],
        "games": [
            (.app("com.valvesoftware.Steam"), 3), (.site("store.steampowered.com"), 2),
        ],
    ]

    /// The categories of planned purchases, with their costs in whole units and their frequencies.
    private static let categories: [(choice: (String, ClosedRange<Int>), weight: Double)] = [
        (("necessity", 8...60), 4), (("replacement", 20...140), 3), (("gift", 15...80), 2.5),
        (("treat", 5...35), 1.5), (("other", 5...90), 1),
    ]
    private static let moods: [(choice: String, weight: Double)] = [
        ("bored", 5), ("tired", 4), ("stressed", 4), ("lonely", 2.5), ("sad", 1.5),
        ("anxious", 1.5), ("happy", 1.2), ("other", 0.5),
    ]

    static func intent(_ purpose: Purpose, of target: String, _ random: inout SeededRandom)
        -> Intent
    {
        var intent = Intent(purpose: purpose)
        var cost = 5...75
        switch purpose {
        case .planned:
            let (name, usual) = random.pick(categories, else: ("other", cost))
            intent.category = name
            cost = usual
        case .impulse:
            if random.chance(0.85) { intent.mood = random.pick(moods, else: "other") }
        }
        if target == "shopping" || (target == "games" && purpose == .planned), random.chance(0.75) {
            // Prices often end in 90.
            let cents = random.chance(0.6) ? 90 : 0
            intent.amount = money(random.whole(cost) * 1000 + cents * 10)
        }
        if random.chance(0.6) { intent.minutes = [5, 10, 10, 15, 15, 20][random.whole(0...5)] }
        return intent
    }

    static func money(_ thousandths: Int) -> Money? {
        Money(thousandths: Int64(thousandths), currency: "EUR")
    }

    /// The goals, with the day of the history on which each begins.
    static let goals: [(day: Int, name: String, amount: Int, within: Int?, isFromKept: Bool)] = [
        (1, "An electric bicycle", 4_800_000, 420, true),
        (45, "A summer by the sea", 1_800_000, 300, false),
        (160, "Rainy days", 5_000_000, nil, false),
    ]

    static func resolution(
        _ intent: Intent, maturity: Double, isProtected: Bool, _ random: inout SeededRandom
    ) -> PlannedAction.Resolution {
        var keep = 0.16 + 0.52 * maturity
        if intent.purpose == .planned { keep -= 0.2 }
        if intent.mood == "stressed" || intent.mood == "lonely" { keep -= 0.08 }
        if isProtected { keep += 0.25 }
        return random.pick(
            [(.keep, keep), (.open, 0.9 - keep), (.protect, 0.05), (.forget, 0.05)], else: .keep)
    }

    /// The length of use of an opened place: as long as planned, and often longer.
    static func length(_ intent: Intent, _ random: inout SeededRandom) -> TimeSpan {
        let minutes = Double(intent.minutes ?? (intent.purpose == .planned ? 8 : 12))
        let stretch = intent.purpose == .planned ? 0.95 : 1.3
        return .seconds(Int64(minutes * 60 * stretch * random.factor()))
    }

    static func outcome(_ intent: Intent, _ random: inout SeededRandom)
        -> (isBought: Bool, amount: Money?, regret: Int?)
    {
        let isPlanned = intent.purpose == .planned
        let isBought = random.chance(isPlanned ? 0.62 : 0.4)
        var amount: Money?
        if isBought, random.chance(0.85) {
            let meant = Int(intent.amount?.thousandths ?? Int64(random.whole(8...60) * 1000))
            // To whole hundredths.
            amount = money(Int(Double(meant) * random.factor()) / 10 * 10)
        }
        let regrets: [(choice: Int, weight: Double)] =
            isPlanned
            ? [(0, 7), (1, 2), (2, 1)]
            : isBought
                ? [(0, 1), (1, 2), (2, 4), (3, 4), (4, 2)]
                : [(0, 3), (1, 4), (2, 3), (3, 1)]
        return (isBought, amount, random.chance(0.85) ? random.pick(regrets, else: 0) : nil)
    }
}
