import Engine
import Foundation
import RuleModel

/// The steps of a life, in as few bytes as are needed to find where two lives diverge.
struct Trace {
    /// A number for all that was done up to each step: FNV-1a, the same in every process.
    private(set) var steps: [UInt64] = []
    private var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        // The order of keys says nothing, and is another one in every dictionary.
        encoder.outputFormatting = [.sortedKeys]
    }

    /// Takes in what the engine answered in a step: events and decisions byte for byte.
    mutating func add(_ actions: [Action]) throws {
        for action in actions {
            switch action {
            case .record(let event): try add("record", event)
            case .commitFirst(let event, let otherwise):
                try add("commit", event)
                try add("otherwise", otherwise)
            case .decide(let decided):
                add("decide \(decided.sequence) \(decided.at.milliseconds)")
                add(try encoder.encode(decided))
            case .assessed(let assessment): add("assessed \(assessment.score.thousandths)")
            case .wake(let deadline):
                add("wake \(deadline.map { $0.elapsed.milliseconds } ?? -1)")
            }
        }
        steps.append(sum)
    }

    /// The first step, from one, at which two lives differ; nil where they are the same.
    func parting(from other: Trace) -> Int? {
        if steps == other.steps { return nil }
        let same = zip(steps, other.steps).prefix { $0 == $1 }
        return same.count + 1
    }

    private mutating func add(_ what: String, _ event: Event) throws {
        add("\(what) \(event.sequence) \(event.at.milliseconds) \(event.offset)")
        add("\(event.elapsed.milliseconds) \(event.boot.text)")
        add(try encoder.encode(event.fact))
    }

    private mutating func add(_ text: String) { add(text.utf8) }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
}

extension Life {
    /// Lives the same life once more; both must be the same at every step.
    package func liveAgain(days: Int) throws {
        let again = try Life(
            seed: seed, zones: book.zones, pace: pace, edition: edition, isTraced: true)
        try again.live(days: days)
        guard let first = trace, let second = again.trace else {
            preconditionFailure("a life is compared that was not traced")
        }
        if let step = second.parting(from: first) {
            throw Violation(.sameAgain, "the seed is another life from step \(step) on")
        }
    }
}
