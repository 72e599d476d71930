/// A question that is asked every day, and what it holds back until it is answered.
package struct CheckIn: Hashable, Sendable {
    /// The key in the rule files: `morning`.
    package var key: String
    /// The question; it is answered with yes or no.
    package var question: String
    /// A greeting that is shown once, before the very first question; nil: none.
    package var welcome: String?
    /// Minutes after local midnight at which a new day begins for it, 0 to 1439.
    package var opens: Int
    /// Minutes after local midnight at which an open question is told again, 0 to 1439; nil: never.
    package var reminder: Int?
    /// The keys of the targets that are blocked until it is answered.
    package var blocks: [String]
    /// The consequence of a "no", until the next day's opening.
    package var onNo: OnNo
    /// Whether nothing of what it blocks can be unblocked.
    package var isStrict: Bool
    /// The zone in which its times are read; nil: the rule set's, else the machine's.
    package var timeZone: TimeZoneRules?
    /// Stands for the entry's text: whether it was edited.
    package var fingerprint: String

    package struct OnNo: Hashable, Sendable {
        package var block: [String]
        /// The line above the suggestions; nil: none.
        package var heading: String?
        /// The things that could be done instead.
        package var suggestions: [String]
        /// Texts of which one is shown, another one each day.
        package var texts: [String]

        package init(
            block: [String] = [], heading: String? = nil, suggestions: [String] = [],
            texts: [String] = []
        ) {
            self.block = block
            self.heading = heading
            self.suggestions = suggestions
            self.texts = texts
        }
    }

    /// A check-in as the rule files describe it; `opens` and `reminder` must lie within a day.
    package init(
        key: String, question: String, welcome: String? = nil, opens: Int = 4 * 60,
        reminder: Int? = nil, blocks: [String] = [], onNo: OnNo = OnNo(), isStrict: Bool = true,
        timeZone: TimeZoneRules? = nil, fingerprint: String
    ) {
        precondition((0..<1440).contains(opens) && (0..<1440).contains(reminder ?? 0))
        self.key = key
        self.question = question
        self.welcome = welcome
        self.opens = opens
        self.reminder = reminder
        self.blocks = blocks
        self.onNo = onNo
        self.isStrict = isStrict
        self.timeZone = timeZone
        self.fingerprint = fingerprint
    }

    /// The keys of all targets that it can block, each once: `blocks`, then what a "no" adds.
    package var targets: [String] { blocks + onNo.block.filter { !blocks.contains($0) } }
}
