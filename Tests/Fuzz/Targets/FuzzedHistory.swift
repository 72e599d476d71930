import Engine
import Foundation
import RuleModel

/// A history that is put together line by line.
struct FuzzedHistory {
    /// The fold of what came so far.
    private(set) var state = State()
    private var at = Instant(milliseconds: 1_795_210_200_000)
    private var offset = 3_600
    private var elapsed = TimeSpan.hours(1)
    private var boot = BootID("boot 0")

    /// How many events there are, or are said to have been.
    var count: Int64 { state.lastSequence }

    /// One line of an input.
    enum Line: Decodable {
        /// `{"state": {…}}`: counts before all facts.
        case state(State)
        /// `{"clock": [AT, OFFSET, ELAPSED, BOOT]}`, in milliseconds, seconds, milliseconds.
        case clock([Int64])
        /// A fact as it is stored.
        case fact(Fact)

        private enum Key: String, CodingKey { case state, clock }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if container.contains(.state) {
                self = .state(try container.decode(State.self, forKey: .state))
            } else if container.contains(.clock) {
                self = .clock(try container.decode([Int64].self, forKey: .clock))
            } else {
                self = .fact(try Fact(from: decoder))
            }
        }
    }

    /// Takes in what the line says; values that no record can hold are left out.
    mutating func apply(_ line: Line) {
        switch line {
        case .state(let state):
            let isPlausible = (0...1 << 53).contains(state.lastSequence)
            if count == 0, isPlausible { self.state = state }
        case .clock(let clock):
            guard clock.count == 4, Instant.recordable ~= clock[0],
                (-172_800...172_800).contains(clock[1]),
                (0...TimeSpan.recordable.upperBound).contains(clock[2])
            else { return }
            at = Instant(milliseconds: clock[0])
            offset = Int(clock[1])
            elapsed = TimeSpan(milliseconds: clock[2])
            boot = BootID("boot \(clock[3])")
        case .fact(let fact):
            // Behind the last number there is none.
            guard count < 1 << 53 else { return }
            state.evolve(
                Event(
                    sequence: count + 1, at: at, offset: offset, elapsed: elapsed, boot: boot,
                    fact: fact))
            at = min(at + .seconds(1), Instant(milliseconds: Instant.recordable.upperBound))
            elapsed = min(
                elapsed + .seconds(1), TimeSpan(milliseconds: TimeSpan.recordable.upperBound))
        }
    }
}
