/// Whether a person planned what they want to open a target for.
///
/// It is part of what happened, not of what was typed in: it counts as automatic.
package enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
    case planned, impulse
}

/// What a person says of the wish to open a target; everything but the purpose is optional.
package struct Intent: Hashable, Sendable, Codable {
    package var purpose: Purpose
    /// What it is for: one of the rules' categories.
    package var category: String?
    /// How the person feels: one of the rules' moods.
    package var mood: String?
    package var amount: Money?
    /// For how many minutes the target is meant to be used.
    package var minutes: Int?

    package init(
        purpose: Purpose, category: String? = nil, mood: String? = nil, amount: Money? = nil,
        minutes: Int? = nil
    ) {
        self.purpose = purpose
        self.category = category
        self.mood = mood
        self.amount = amount
        self.minutes = minutes
    }

    /// What is known once this was said after something else: the last word counts.
    func adding(to before: Intent?) -> Intent {
        Intent(
            purpose: purpose, category: category ?? before?.category, mood: mood ?? before?.mood,
            amount: amount ?? before?.amount, minutes: minutes ?? before?.minutes)
    }

    /// The minutes that can be meant: up to a day.
    package static let minutesAllowed = 1...1440
}
