import RuleModel

/// The state of other devices.
extension State {
    /// The other devices of the person; nil if there never was one.
    package var otherDevices: OtherDevices? { others?.content }

    /// Changes the other devices, if there are any.
    mutating func changeOthersIfAny(_ change: (inout OtherDevices) -> Void) {
        if others != nil { changeOthers(change) }
    }

    /// Changes the other devices in place, from none on.
    mutating func changeOthers(_ change: (inout OtherDevices) -> Void) {
        var content = others?.content ?? OtherDevices()
        // Released first, so that nothing is copied.
        others = nil
        change(&content)
        others = Shared(content)
    }
}
