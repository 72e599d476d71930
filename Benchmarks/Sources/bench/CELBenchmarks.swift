import CEL
import Foundation

/// Six conditions of the kind that risk factors are made of, evaluated one after the other, by us
/// and by peers in the same run.
enum CELBenchmarks {
    /// What the conditions read, in the form in which the peers get it too.
    struct Work: Encodable {
        var conditions = [
            "local.hour >= 22 || local.hour < 2",
            "unblocks.last_hour >= 3",
            "unblocks.last_gap < duration('30m') && unblocks.since_last <= duration('1h')",
            "unblocks.impulse_ratio >= 0.6 && unblocks.last_30_days >= 5",
            "local.weekday == 5 && local.hour >= 18 || local.weekday >= 6",
            "quiet_hours.switched_off",
        ]
        var values: [String: Scalar] = [
            "local.hour": .int(23), "local.weekday": .int(3), "unblocks.last_hour": .int(2),
            "unblocks.last_30_days": .int(9), "unblocks.impulse_ratio": .double(0.5),
            "quiet_hours.switched_off": .bool(false),
        ]
        /// In seconds.
        var durations: [String: Int64] = [
            "unblocks.last_gap": 1800, "unblocks.since_last": 60,
        ]

        enum Scalar: Encodable {
            case int(Int64), double(Double), bool(Bool)

            var value: Value {
                switch self {
                case .int(let value): .int(value)
                case .double(let value): .double(value)
                case .bool(let value): .bool(value)
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .int(let value): try container.encode(value)
                case .double(let value): try container.encode(value)
                case .bool(let value): try container.encode(value)
                }
            }
        }
    }

    static func rows() throws -> [Row] {
        let work = Work()
        let spans = work.durations.mapValues {
            Value.duration(CELDuration(nanoseconds: $0 * 1_000_000_000))
        }
        let values = work.values.mapValues(\.value).merging(spans) { value, _ in value }
        let env = Env(
            variables: values.sorted { $0.key < $1.key }
                .map { Variable(name: $0.key, type: $0.value.type) }, maxCost: 1_000_000)
        let programs = Conditions(try work.conditions.map { try env.compile($0).get() })
        var activation = Activation(env)
        for (name, value) in values { activation.set(name, value) }
        // A value that no longer changes, a thousand times in one go: the measuring is not what is
        // measured.
        let filled = activation
        var trues = 0
        programs.evaluate(filled) { _, result in if case .success(true) = result { trues += 1 } }
        let thousand = Measure.nanoseconds(count: 200) {
            var trues = 0
            for _ in 0..<1000 {
                programs.evaluate(filled) { _, result in
                    if case .success(true) = result { trues += 1 }
                }
            }
            consume(trues)
        }
        let figure = thousand / 1000
        let text = try env.compile(work.conditions[2]).get().source
        let compiling = Measure.nanoseconds(count: 500) { consume(env.compile(text)) }
        return [
            Row(
                work: "six risk conditions, compiled", figure: Measure.text(figure),
                bar: "60 ns", note: try peers(work, ours: figure, trues: trues)),
            Row(work: "one of them from its text", figure: Measure.text(compiling), bar: ""),
        ]
    }

    /// The peers' figures, each with how many times as long it takes; or why there are none.
    private static func peers(_ work: Work, ours: Double, trues: Int) throws -> String {
        let (lines, missing) = Peer.lines("conditions.py", input: try JSONEncoder().encode(work))
        let notes = lines.map { parts in
            guard parts.count == 3, let figure = Double(parts[1]) else {
                return parts.joined(separator: ": ")
            }
            let agrees = Int(parts[2]) == trues ? "" : ", with another result"
            return Peer.text(parts[0], figure, ours: ours) + agrees
        }
        return (notes + [missing].compactMap(\.self)).joined(separator: "; ")
    }
}
