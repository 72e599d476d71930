import RuleModel

/// Facts that were taken in from another device of the person. They are first seen at the time of
/// the event.
package struct Received: Hashable, Sendable, Codable {
    /// The device's id, in hexadecimal.
    package var device: String
    /// In the order in which the device told them.
    package var facts: [SharedFact]
    /// The place up to which the device's log is taken in; nil: as before.
    package var cursor: HexBytes?
    /// Whether the device is a former self of this one: of both one's use the larger counts;
    /// nil: no.
    package var isOwn: Bool?

    package init(
        device: String, facts: [SharedFact], cursor: HexBytes? = nil, isOwn: Bool? = nil
    ) {
        self.device = device
        self.facts = facts
        self.cursor = cursor
        self.isOwn = isOwn
    }
}

extension Received: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.changeOthers { $0.take(in: self, event) }
    }
}
