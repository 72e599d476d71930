import RuleModel

/// A blocked app or site was opened.
package struct Attempt: Hashable, Sendable, Codable {
    /// What was opened.
    package var place: Place
    /// The keys of the blocked targets that it belongs to.
    package var targets: [String]
    /// Whether the person was being asked about one of them already, and is not asked again; nil:
    /// no.
    package var isAsked: Bool?

    /// An opening of a place.
    package init(place: Place, targets: [String], isAsked: Bool? = nil) {
        self.isAsked = isAsked
        self.place = place
        self.targets = targets
    }
}

/// The end of a request that was neither kept nor unblocked.
package struct RequestClosing: Hashable, Sendable, Codable {
    /// The request's number.
    package var request: Int64
    /// What became of it: expired, lapsed or protected.
    package var outcome: UnblockRequest.Outcome

    /// An end of a request.
    package init(request: Int64, outcome: UnblockRequest.Outcome) {
        self.request = request
        self.outcome = outcome
    }
}

/// The end of a permission.
package struct GrantEnding: Hashable, Sendable, Codable {
    /// The permission's number.
    package var grant: Int64
    /// Why it ended.
    package var reason: Grant.Ending

    /// An end of a permission.
    package init(grant: Int64, reason: Grant.Ending) {
        self.grant = grant
        self.reason = reason
    }
}

/// A manual protection that was ended before its time, which counts as an unblock.
package struct ProtectionRelease: Hashable, Sendable, Codable {
    /// The protection's number.
    package var id: Int64
    /// The request that led to it.
    package var request: Int64
    /// What was behind the wish.
    package var purpose: Purpose
    /// The time since the unblock before; nil where there was none.
    package var sinceLast: TimeSpan?
    /// Whether a quiet-hours schedule ran; nil, as in early records: not known.
    package var quietHours: Bool?
    /// The keys of the targets that it blocked; nil, as in early records: not known.
    package var targets: [String]?

    /// An early end of a protection.
    package init(
        id: Int64, request: Int64, purpose: Purpose, sinceLast: TimeSpan? = nil,
        quietHours: Bool? = nil, targets: [String]? = nil
    ) {
        self.targets = targets
        self.quietHours = quietHours
        self.sinceLast = sinceLast
        self.id = id
        self.request = request
        self.purpose = purpose
    }
}

/// The end of a prompt.
package struct PromptClosing: Hashable, Sendable, Codable {
    /// The prompt's number.
    package var prompt: Int64
    /// Why it was closed.
    package var closing: Prompt.Closing
    /// The answer; nil where none was given.
    package var choice: Prompt.Choice?

    /// An end of a prompt.
    package init(prompt: Int64, closing: Prompt.Closing, choice: Prompt.Choice? = nil) {
        self.prompt = prompt
        self.closing = closing
        self.choice = choice
    }
}
