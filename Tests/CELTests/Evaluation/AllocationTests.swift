import CEL
import Foundation
import Testing

/// Evaluation of conditions over scalars takes no memory, counted at the Swift runtime's own door:
/// in processes of their own, where no other test makes objects meanwhile.
struct AllocationTests {
    static let env = Env(
        variables: [
            Variable(name: "n", type: .int), Variable(name: "m", type: .int),
            Variable(name: "u", type: .uint), Variable(name: "d", type: .double),
            Variable(name: "p", type: .bool), Variable(name: "w", type: .duration),
            Variable(name: "now", type: .timestamp), Variable(name: "then", type: .timestamp),
            Variable(name: "s", type: .string),
        ])

    static func activation() throws -> Activation {
        var activation = Activation(env)
        activation.setInt(0, 23)
        activation.setInt(1, 4)
        activation.setUInt(2, 7)
        activation.setDouble(3, 0.5)
        activation.setBool(4, true)
        activation.setDuration(5, CELDuration(nanoseconds: 1_800_000_000_000))
        activation.setTimestamp(6, try #require(Timestamp(seconds: 1_800_000_000)))
        activation.setTimestamp(7, try #require(Timestamp(seconds: 1_700_000_000)))
        activation.set("s", .string("a text that is longer than fifteen bytes"))
        return activation
    }

    static let sources = [
        "n >= 22 || n < 2", "n == m || p && !p || d > 0.25", "n + m * 2 - n / 3 % 5 > -m",
        "d * 2.0 + 1.5 / d - 3.0 < -d", "u + 2u * 3u > 4u && u / 2u == 3u",
        "w < duration('1h') && w + duration('5m') >= duration('35m')", "w - duration('1h') < w",
        "n in [1, 5, 23]", "n in [20, 21, 22, 23]", "(p ? n : m) > 3", "(p ? d : 0.0) < 1.0",
        "p == true && (n > 3) == p", "n < d", "u > n", "double(n) > d && int(d) == 0",
        "uint(n) > u && int(u) < n", "now > then", "now - then > duration('24h')",
        "now + duration('1h') > then", "now.getHours() >= 0 && now.getDayOfWeek() < 7",
        "now.getHours('+02:00') != 25 && now.getFullYear() == 2027",
        "int(now) > 1700000000", "now >= timestamp('2026-01-01T00:00:00Z')",
        "w.getMinutes() == 30 && w.getSeconds() == 1800",
        "s == 'short' || s != 'another text of some length'",
        "s.startsWith('a text that is longer') && size(s) > 10",
        "s < 'b' && s in ['x', 'y and more than fifteen']",
        "dyn(n) == 23", "type(n) == int", "n > 1 ? (m > 1 ? p : !p) : false",
        "[1, 2, 3].exists(x, x == 2) && p",
    ]

    @Test(.enabled(if: AllocationCount.isAvailable, "this Swift runtime cannot be watched"))
    func scalarConditionsTakeNoMemory() async {
        await #expect(processExitsWith: .success) {
            for source in Self.sources { try Self.count(source) }
        }
    }

    private static func count(_ source: String) throws {
        let program = try env.compile(source, expecting: .bool).get()
        let activation = try activation()
        guard case .success = program.evaluateBool(activation) else {
            Issue.record("\(source) has no value")
            return
        }
        var trues = 0
        let count = AllocationCount.during {
            for _ in 0..<100 {
                if case .success(true) = program.evaluateBool(activation) { trues += 1 }
            }
        }
        #expect(count == 0, "\(source)")
        #expect(trues == 0 || trues == 200)
    }

    @Test(.enabled(if: AllocationCount.isAvailable, "this Swift runtime cannot be watched"))
    func severalConditionsTakeNoMemory() async {
        await #expect(processExitsWith: .success) {
            let sources = [
                "n >= 22 || n < 2", "w < duration('1h')", "d >= 0.5 && m >= 5", "now > then",
            ]
            let conditions = Conditions(try sources.map { try Self.env.compile($0).get() })
            let activation = try Self.activation()
            var trues = 0
            let count = AllocationCount.during {
                for _ in 0..<100 {
                    conditions.evaluate(activation) { _, result in
                        if case .success(true) = result { trues += 1 }
                    }
                }
            }
            #expect(count == 0)
            #expect(trues == 600)
        }
    }

    @Test(.enabled(if: AllocationCount.isAvailable, "this Swift runtime cannot be watched"))
    func settingScalarsTakesNoMemory() async {
        await #expect(processExitsWith: .success) {
            var activation = try Self.activation()
            let count = AllocationCount.during {
                for value in Int64(0)..<100 {
                    activation.setInt(0, value)
                    activation.setDouble(3, Double(value))
                    activation.setBool(4, value % 2 == 0)
                    activation.setDuration(5, CELDuration(nanoseconds: value))
                }
            }
            #expect(count == 0)
            #expect(activation.value(0) == .int(99))
        }
    }

    /// The counter counts: a list that is made is seen.
    @Test(.enabled(if: AllocationCount.isAvailable, "this Swift runtime cannot be watched"))
    func whatTakesMemoryIsSeen() async {
        await #expect(processExitsWith: .success) {
            let program = try Self.env.compile("[n, m].exists(x, x == 23)").get()
            let activation = try Self.activation()
            let count = AllocationCount.during { _ = program.evaluateBool(activation) }
            #expect(count > 0)
        }
    }
}
