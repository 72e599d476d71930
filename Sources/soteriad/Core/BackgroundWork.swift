import Dispatch

/// The work that runs beside the loop, and how much of it at once.
struct BackgroundWork {
    /// Flows at a time at most: each holds a thread, and a backup its copy.
    static let mostFlows = 4
    private static let mostSimulations = 2

    /// Reads rule files, one reading after the other.
    let rules = DispatchQueue(label: "org.soteria.rules", qos: .default)
    let metrics = DispatchQueue(label: "org.soteria.metrics", qos: .utility)
    /// How many files are being sent in pieces.
    private(set) var flows = 0
    private(set) var simulations = 0

    private var hasRead = true

    mutating func recordReading() { hasRead = true }

    /// Whether rules were read since the last call.
    mutating func consumeReading() -> Bool {
        defer { hasRead = false }
        return hasRead
    }

    var hasRoomForSimulation: Bool { simulations < Self.mostSimulations }

    /// Takes the room of a flow; false if there is none.
    mutating func beginFlow() -> Bool {
        guard flows < Self.mostFlows else { return false }
        flows += 1
        return true
    }

    mutating func endFlow() { flows -= 1 }
    mutating func beginSimulation() { simulations += 1 }
    mutating func endSimulation() { simulations -= 1 }
}
