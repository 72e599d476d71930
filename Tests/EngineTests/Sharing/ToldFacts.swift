import RuleModel

@testable import Engine

/// A fact that another device tells.
func sharedFact(_ id: UInt64, _ at: Instant, _ content: SharedFact.Content) -> SharedFact {
    SharedFact(id: SharedFactID(bits: id), at: at, content: content)
}

/// Unblocks that another device tells, so many minutes before an instant, the oldest first.
func unblocks(
    _ minutes: [Int64], before now: Instant, _ purpose: Purpose = .planned, from id: UInt64 = 1000
) -> [SharedFact] {
    minutes.sorted(by: >).enumerated().map { index, minutes in
        sharedFact(
            id + UInt64(index), now - .minutes(minutes),
            .unblocked(targets: ["shopping"], purpose: purpose))
    }
}

extension Machine {
    /// Facts of another device arrive.
    mutating func receive(
        _ facts: [SharedFact], from device: String = "0a", isOwn: Bool? = nil
    ) {
        send(.takeIn(Received(device: device, facts: facts, isOwn: isOwn)))
    }

    /// One fact of another device arrives.
    mutating func receive(
        _ content: SharedFact.Content, id: UInt64 = 1, ago: TimeSpan = .zero,
        from device: String = "0a"
    ) {
        receive([sharedFact(id, engine.now - ago, content)], from: device)
    }

    /// The protections that began elsewhere and run here.
    var windows: [Protection] { engine.state.protections.filter { $0.elsewhere != nil } }

    /// The figures over the facts of all devices.
    var joined: Features {
        var features = engine.features
        engine.join(&features, midnight: engine.today, monday: engine.localStretch.monday)
        return features
    }
}
