import Dispatch

/// Queues for work beside the event loop, and counts of what runs on them.
struct BackgroundWork {
    /// The most files sent at once: each holds a thread, and a backup also holds a copy.
    static let mostFlows = 4
    private static let mostSimulations = 2

    /// Reads rule files, one load after another.
    let rules = DispatchQueue(label: "org.soteria.rules", qos: .default)
    let metrics = DispatchQueue(label: "org.soteria.metrics", qos: .utility)
    /// The number of files being sent in pieces.
    private(set) var flows = 0
    private(set) var simulations = 0

    private var hasRead = true

    mutating func recordReading() { hasRead = true }

    /// Returns true if rules were read since the last call.
    mutating func consumeReading() -> Bool {
        defer { hasRead = false }
        return hasRead
    }

    var hasRoomForSimulation: Bool { simulations < Self.mostSimulations }

    /// Counts a new flow; returns false, and counts nothing, if the limit is reached.
    mutating func beginFlow() -> Bool {
        guard flows < Self.mostFlows else { return false }
        flows += 1
        return true
    }

    mutating func endFlow() { flows -= 1 }
    mutating func beginSimulation() { simulations += 1 }
    mutating func endSimulation() { simulations -= 1 }
}
