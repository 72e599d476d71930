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
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../peers/run").standardizedFileURL
        let process = Process()
        process.executableURL = script
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { return "no peers: \(script.path) does not run" }
        try input.fileHandleForWriting.write(contentsOf: try JSONEncoder().encode(work))
        try input.fileHandleForWriting.close()
        let lines = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            return "no peers: python3 or its packages are not to be had here"
        }
        return lines.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 3, let figure = Double(parts[1]) else { return String(line) }
            let agrees = Int(parts[2]) == trues ? "" : ", with another result"
            return "\(parts[0]): \(Measure.text(figure)), \(Int(figure / ours)) ×\(agrees)"
        }.joined(separator: "; ")
    }
}
