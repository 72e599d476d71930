/// Whether a person planned the unblock.
///
/// The purpose is part of the event, not typed text: it counts as automatic.
package enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
    case planned, impulse
}

/// A person's intent in opening a target; everything but the purpose is optional.
///
/// To add a part, follow `minutes` and `mood` through all programs: search for
/// `intendedMinutes|--minutes|id="minutes"|(intent|said)\??\.(minutes|mood)|minutes: \?int` and
/// `mood\?, |mood: mood`. It is a member of the socket, a part of the state, a field of the
/// dashboard's form and perhaps a column of the export. Text that a person may choose freely is
/// checked by `problem(ofName:)`. docs/SECURITY.md and Tests/System/test_privacy.py say what is
/// kept of it; docs/rules.md and everything.test.yaml, how tests of rules give it.
package struct Intent: Hashable, Sendable, Codable {
    package var purpose: Purpose
    /// Shared by copies; most intents have none, and all of them are copied often.
    private var details: Shared<Details>?

    /// The category: one of the rules' categories.
    package var category: String? {
        get { details?.content.category }
        set { change { $0.category = newValue } }
    }
    /// The mood: one of the rules' moods.
    package var mood: String? {
        get { details?.content.mood }
        set { change { $0.mood = newValue } }
    }
    package var amount: Money? {
        get { details?.content.amount }
        set { change { $0.amount = newValue } }
    }
    /// The intended minutes of use.
    package var minutes: Int? {
        get { details?.content.minutes }
        set { change { $0.minutes = newValue } }
    }

    package init(
        purpose: Purpose, category: String? = nil, mood: String? = nil, amount: Money? = nil,
        minutes: Int? = nil
    ) {
        self.purpose = purpose
        guard category != nil || mood != nil || amount != nil || minutes != nil else { return }
        details = Shared(
            Details(category: category, mood: mood, amount: amount, minutes: minutes))
    }

    /// Whether nothing but the purpose is named.
    var isBare: Bool { details == nil }

    private mutating func change(_ change: (inout Details) -> Void) {
        var changed = details?.content ?? Details()
        change(&changed)
        details = changed == Details() ? nil : Shared(changed)
    }

    /// The intent after an earlier one: later values replace earlier ones.
    func adding(to before: Intent?) -> Intent {
        Intent(
            purpose: purpose, category: category ?? before?.category, mood: mood ?? before?.mood,
            amount: amount ?? before?.amount, minutes: minutes ?? before?.minutes)
    }

    /// The minutes that can be meant: up to a day.
    package static let minutesAllowed = 1...1440

    private struct Details: Hashable, Codable {
        var category: String?
        var mood: String?
        var amount: Money?
        var minutes: Int?
    }

    private enum CodingKeys: String, CodingKey { case purpose }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        purpose = try container.decode(Purpose.self, forKey: .purpose)
        let said = try Details(from: decoder)
        details = said == Details() ? nil : Shared(said)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(purpose, forKey: .purpose)
        try details?.content.encode(to: encoder)
    }
}
