/// A question that is asked every day, and the targets to block until it is answered.
package struct CheckIn: Hashable, Sendable {
    /// The key in the rule files: `morning`.
    package var key: String
    /// The question; it is answered with yes or no.
    package var question: String
    /// A greeting that is shown once, before the very first question; nil: none.
    package var welcome: String?
    /// The start of the check-in's day, in minutes after local midnight, 0 to 1439.
    package var opens: Int
    /// The time of the reminder, in minutes after local midnight, 0 to 1439; nil: none.
    package var reminder: Int?
    /// Texts, of which a different one is shown each day, whatever the answer.
    package var texts: [String]
    /// The time at which the text of the day is sent, in minutes after local midnight, 0 to 1439;
    /// nil: not at all.
    package var textAt: Int?
    /// The keys of the targets that are blocked until the check-in is answered.
    package var blocks: [String]
    /// The consequence of a "no", until the next day's opening.
    package var onNo: OnNo
    /// True if none of the blocked targets can be unblocked.
    package var isStrict: Bool
    /// The zone of the times; nil: the rule set's, else the machine's.
    package var timeZone: TimeZoneRules?
    /// The fingerprint of the entry's text, which tells if it was edited.
    package var fingerprint: String

    package struct OnNo: Hashable, Sendable {
        package var block: [String]
        /// The line above the suggestions; nil: none.
        package var heading: String?
        /// The things that could be done instead.
        package var suggestions: [String]
        /// Texts, of which a different one is shown each day.
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

    /// A check-in as the rule files describe it; `opens`, `reminder` and `textAt` must lie within a
    /// day.
    package init(
        key: String, question: String, welcome: String? = nil, opens: Int = 4 * 60,
        reminder: Int? = nil, texts: [String] = [], textAt: Int? = nil, blocks: [String] = [],
        onNo: OnNo = OnNo(), isStrict: Bool = true, timeZone: TimeZoneRules? = nil,
        fingerprint: String
    ) {
        precondition([opens, reminder ?? 0, textAt ?? 0].allSatisfy((0..<1440).contains))
        self.key = key
        self.question = question
        self.welcome = welcome
        self.opens = opens
        self.reminder = reminder
        self.texts = texts
        self.textAt = textAt
        self.blocks = blocks
        self.onNo = onNo
        self.isStrict = isStrict
        self.timeZone = timeZone
        self.fingerprint = fingerprint
    }

    /// The keys of all targets that the check-in can block, each once: `blocks`, then those that a
    /// "no" adds.
    package var targets: [String] { blocks + onNo.block.filter { !blocks.contains($0) } }
}
