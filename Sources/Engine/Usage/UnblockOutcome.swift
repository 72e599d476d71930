import RuleModel

/// The outcome of an unblock: how long its targets were used, and what the person says later.
package struct UnblockOutcome: Hashable, Sendable, Codable {
    /// The request that ended in the unblock.
    package var request: Int64
    package var targets: [String]
    package var at: Instant
    /// The local day of the unblock, as days since 1970-01-01.
    @LocalDay package var day: Int
    package var intent: Intent
    /// How long the targets were used under the grant, up to the last note.
    package var used = TimeSpan.zero
    /// The part of the use that counts under an earlier grant of one of the targets too; nil: none.
    var usedAgain: TimeSpan?
    /// The days of the episodes whose meant minutes further use counts against; nil while they can
    /// still change, and if there are none.
    var meantOn: [Int]?
    /// The logged outcome; nil until then.
    package var outcome: LoggedOutcome?

    /// The use that counts under no earlier grant.
    var usedAlone: TimeSpan { max(.zero, used - (usedAgain ?? .zero)) }

    /// How long after an unblock its outcome can be logged.
    package static let patience = TimeSpan.days(30)
    /// How long an outcome is remembered, so that a late log gets a clear refusal.
    static let memory = TimeSpan.days(60)
    /// The greatest number of remembered outcomes.
    static let remembered = 1000
}

/// A person's later account of an unblock.
package struct LoggedOutcome: Hashable, Sendable, Codable {
    package var request: Int64
    package var isBought: Bool
    /// The amount spent; nil if not named.
    package var amount: Money?
    /// 0 none to 4 strong; nil if not named.
    package var regret: Int?
    package var at: Instant
    /// Whether the unblock could cost money; nil: yes.
    package var spends: Bool?

    package init(
        request: Int64, isBought: Bool, amount: Money?, regret: Int?, at: Instant,
        spends: Bool? = nil
    ) {
        self.spends = spends
        self.request = request
        self.isBought = isBought
        self.amount = amount
        self.regret = regret
        self.at = at
    }

    package static let regrets = 0...4

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decode(Int64.self, forKey: .request)
        isBought = try container.decode(Bool.self, forKey: .isBought)
        amount = try container.decodeIfPresent(Money.self, forKey: .amount)
        regret = try container.decodeIfPresent(Int.self, forKey: .regret)
        at = try container.decode(Instant.self, forKey: .at)
        spends = try container.decodeIfPresent(Bool.self, forKey: .spends)
        guard regret.map(Self.regrets.contains) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .regret, in: container, debugDescription: "the regret is not 0 to 4")
        }
    }
}
