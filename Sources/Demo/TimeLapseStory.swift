import Engine
import RuleModel

/// The actions of the time-lapse's person on a Friday under `DemoRules.day`.
package struct TimeLapseStory: Sendable {
    struct Step: Sendable {
        /// The local time, in seconds after midnight; over 86,400 on the next day.
        var second: Int
        /// The text to show; empty if the action needs no text.
        var words: String
        var actions: [SimulatedAction.Kind]

        init(_ clock: (Int, Int, Int), _ words: String, _ actions: SimulatedAction.Kind...) {
            second = clock.0 * 3600 + clock.1 * 60 + clock.2
            self.words = words
            self.actions = actions
        }

        /// The step, earlier by some seconds and by the wait of a request.
        func before(_ seconds: Int) -> Step {
            var step = self
            step.second -= seconds + Int(wait.seconds)
            return step
        }
    }

    /// The shown part of the day, in seconds after midnight.
    let span: ClosedRange<Int>
    /// The steps, in order of time.
    let steps: [Step]

    /// The wait before each unblock: the shipped one, which is the same for both purposes.
    private static let wait = UnblockRules.standard.plannedWait
    private static let waiting = "You wait \(wait.seconds) s."
    private static let amazon = Place.site("amazon.com")
    private static let ebay = Place.site("ebay.com")

    /// One planned unblock at lunch, and three impulses late in the evening. What leads to an
    /// unblock has the unblock's time, less the wait.
    package static let friday = TimeLapseStory(
        span: 6 * 3600...25 * 3600,
        steps: [
            Step((7, 10, 0), "You wake up and unlock the screen."),
            Step((7, 12, 0), "You answer yes.", .checkIn("morning", isYes: true)),
            Step(
                (12, 31, 32), "Lunch. You try to open amazon.com, which is blocked. Is it planned?",
                .attempt(amazon)
            ).before(12),
            Step(
                (12, 31, 32),
                "Planned: you need ten minutes for a gift of about 40 EUR. \(waiting)",
                .request(
                    1, amazon,
                    intent: Intent(
                        purpose: .planned, category: "gift",
                        amount: Money(thousandths: 40_000, currency: "EUR"), minutes: 10))
            ).before(2),
            Step((12, 31, 32), "You still want the gift and open the site.", .confirm(1)),
            Step((12, 31, 40), "", .use(amazon, length: .minutes(9))),
            Step(
                (12, 42, 0), "You log the outcome: bought for 38.50 EUR, no regret.",
                .outcome(
                    1, isBought: true, amount: Money(thousandths: 38_500, currency: "EUR"),
                    regret: 0)),
            Step(
                (18, 10, 0), "You look at shoes on ebay.com for 25 min. The site is open.",
                .use(ebay, length: .minutes(25))),
            Step((22, 6, 42), "You try to open ebay.com, but it is blocked.", .attempt(ebay))
                .before(22),
            Step(
                (22, 6, 42), "You answer: an impulse, because you are tired. \(waiting)",
                .request(2, ebay, intent: Intent(purpose: .impulse, mood: "tired"))
            ).before(12),
            Step((22, 6, 42), "You open the site anyway.", .confirm(2)),
            Step((22, 6, 50), "", .use(ebay, length: .minutes(7))),
            Step(
                (22, 25, 30), "You try to open amazon.com, but it is blocked again.",
                .attempt(amazon)
            ).before(20),
            Step(
                (22, 25, 30), "You answer: an impulse, because you are bored. \(waiting)",
                .request(3, amazon, intent: Intent(purpose: .impulse, mood: "bored"))
            ).before(15),
            Step((22, 25, 30), "You open the site anyway.", .confirm(3)),
            Step((22, 25, 35), "", .use(amazon, length: .seconds(265))),
            // Two hours after the first impulse of the evening: an episode of its own.
            Step((24, 8, 0), "You try to open amazon.com once more.", .attempt(amazon)),
            Step(
                (24, 8, 10), "You answer: an impulse, because you are bored.",
                .request(4, amazon, intent: Intent(purpose: .impulse, mood: "bored"))),
            Step((24, 8, 25), "You keep the block: a protection moment.", .keep(4)),
        ])
}
