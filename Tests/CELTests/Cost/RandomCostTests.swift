import CEL
import SeededRandom
import Testing

/// Random expressions of every kind: no evaluation takes more steps than was estimated, and
/// counting them changes no result.
struct RandomCostTests {
    static let env = Env(
        variables: [
            Variable(name: "p", type: .bool), Variable(name: "n", type: .int),
            Variable(name: "d", type: .double), Variable(name: "now", type: .timestamp),
            Variable(name: "s", type: .string, size: .text(40)),
            Variable(name: "t", type: .string, size: .text(80)),
            Variable(name: "list", type: .list(.int), size: .collection(6)),
            Variable(name: "texts", type: .list(.string), size: .collection(5, of: .text(20))),
            Variable(name: "map", type: .map(.string, .int), size: .collection(4, of: .text(10))),
            Variable(
                name: "any", type: .dyn, size: .collection(4, of: .text(12)).joined(.text(12))),
        ], libraries: [.strings, .twoVariableComprehensions], zones: SystemZones.lookup)

    struct Maker {
        var generator: SeededGenerator
        /// The variables of macros around, by type.
        var locals: [String: [String]] = [:]
        private var nameCount = 0

        init(_ generator: SeededGenerator) { self.generator = generator }

        mutating func pick<T>(_ choices: [T]) -> T {
            choices[Int.random(in: choices.indices, using: &generator)]
        }

        /// An expression of a type: `bool`, `int`, `string`, `ints`, `strings` or `dyn`.
        mutating func make(_ type: String, _ depth: Int) -> String {
            if depth == 0 || Int.random(in: 0..<6, using: &generator) == 0 { return leaf(type) }
            if Int.random(in: 0..<12, using: &generator) == 0 {
                return
                    "(\(make("bool", depth - 1)) ? \(make(type, depth - 1)) "
                    + ": \(make(type, depth - 1)))"
            }
            let template = pick(Self.templates[type] ?? [])
            return fill(template, depth - 1)
        }

        private mutating func leaf(_ type: String) -> String {
            let leaves = [
                "bool": ["p", "true", "n > 1"], "int": ["n", "2", "0", "-7", "list[0]", "map.a"],
                "string": ["s", "t", "'ab'", "''", "'üa🌙'", "texts[1]", "'a'"],
                "ints": ["list", "[1, 2, n]", "[]", "[n]"], "strings": ["texts", "['a', s]", "[]"],
                "dyn": ["any", "any[0]", "any.a", "dyn(n)", "dyn(s)", "dyn([n, s])", "{'a': 1}.a"],
            ]
            return pick((leaves[type] ?? []) + (locals[type] ?? []))
        }

        /// `$b $i $s $l $t $d` stand for expressions; `@x@y` before them for variables of macros.
        private mutating func fill(_ template: String, _ depth: Int) -> String {
            let outer = locals
            defer { locals = outer }
            var result = ""
            var rest = template[...]
            while let character = rest.popFirst() {
                if character == "@", let type = rest.popFirst(), let index = rest.popFirst() {
                    // `@i0`: declares a variable of type int; `%0` reads its name again.
                    nameCount += 1
                    let name = "v\(nameCount)"
                    names[index] = name
                    locals[Self.types[type] ?? "", default: []].append(name)
                    result += name
                } else if character == "%", let index = rest.popFirst() {
                    result += names[index] ?? ""
                } else if character == "$", let type = rest.popFirst() {
                    result += make(Self.types[type] ?? "", depth)
                } else {
                    result.append(character)
                }
            }
            return result
        }

        private var names: [Character: String] = [:]

        static let types: [Character: String] = [
            "b": "bool", "i": "int", "s": "string", "l": "ints", "t": "strings", "d": "dyn",
        ]

        static let templates: [String: [String]] = [
            "bool": [
                "($b && $b)", "($b || $b || $b)", "!$b", "($i < $i)", "($s == $s)", "($s < $s)",
                "($l == $l)", "($d == $d)", "($i in $l)", "($s in $t)", "($s in ['a', 'b', 'ab'])",
                "($i in [1, 2, 3])", "$s.contains($s)", "$s.startsWith($s)", "$s.endsWith($s)",
                "$s.matches('a+|b')", "has(map.a)", "('a' in map)", "(d >= 0.5)", "($d != $s)",
                "(now > timestamp($i))", "$l.all(@i0, $b)", "$l.exists(@i0, $b)",
                "$t.exists(@s0, $b)", "$l.exists_one(@i0, $b)", "map.all(@s0, $b)",
                "$l.all(@i0, @i1, $b)", "map.existsOne(@s0, @i1, $b)", "$d.exists(@d0, $b)",
                "(type($d) == int)", "($l.map(@i0, $s) == $t)", "bool($s)", "($t == $s.split($s))",
                "($l.transformMap(@i0, @i1, $s) == {0: $s})", "($d in $d)", "(bytes($s) == b'ab')",
                "($t.transformMapEntry(@i0, @s1, {%1: %0}) == {'a': $i})",
                "{$s: $i, 'k': 1}.k == 1",
                "$s.matches($s)",
            ],
            "int": [
                "($i + $i)", "($i * $i)", "($i / $i)", "-($i)", "size($s)", "size($l)", "$l[$i]",
                "int($s)", "int(d)", "$s.indexOf($s)", "$s.lastIndexOf($s, $i)", "map[$s]",
                "now.getHours('Europe/Berlin')", "now.getSeconds()", "size($d)", "size(map)",
            ],
            "string": [
                "($s + $s)", "string($i)", "string($d)", "$t[$i]", "$t.join($s)",
                "$s.replace($s, $s)",
                "$s.substring($i)", "$s.charAt($i)", "$s.upperAscii()", "$s.trim()", "$s.reverse()",
                "'%s-%d'.format([$d, $i])", "'%x%s'.format([$s, $l])", "strings.quote($s)",
                "string(bytes($s))", "string(now)", "$s.split('')[0]", "'%.3f'.format([$i])",
            ],
            "ints": [
                "($l + $l)", "[$i, $i]", "$l.map(@i0, $i)", "$l.filter(@i0, $b)",
                "$t.map(@s0, size(%0))",
                "$l.map(@i0, $b, $i)", "$l.transformList(@i0, @i1, $i)",
                "$l.transformList(@i0, @i1, $b, $i)", "map.transformList(@s0, @i1, %1)",
                "[$l, $l][$i]",
            ],
            "strings": [
                "($t + $t)", "[$s, $s]", "$s.split($s)", "$t.map(@s0, $s)", "$t.filter(@s0, $b)",
                "map.map(@s0, $s)", "$l.map(@i0, $s)", "$s.split('', $i)",
            ],
            "dyn": ["dyn($s)", "dyn($l)", "dyn($i)", "($d + $d)", "$d[$i]", "dyn([$i, $s])[$i]"],
        ]
    }

    static func values(_ generator: inout SeededGenerator) throws -> [String: Value] {
        func text(_ bytes: Int) -> String {
            let letters = ["a", "b", "ab", "aab", " ", "ü", "1"]
            var text = ""
            while let letter = letters.randomElement(using: &generator),
                (text + letter).utf8.count <= bytes,
                Int.random(in: 0..<20, using: &generator) != 0
            { text += letter }
            return text
        }
        func ints(_ count: Int) -> [Value] {
            (0..<Int.random(in: 0...count, using: &generator)).map { _ in
                .int(.random(in: -3...9, using: &generator))
            }
        }
        var entries: [(Value, Value)] = [(.string("a"), .int(3))]
        for index in 0..<Int.random(in: 0...3, using: &generator) {
            entries.append((.string("k\(index)"), .int(Int64(index))))
        }
        let some: [Value] = [
            .int(5), .string("12"), .list(ints(4)), .list([.string(text(12)), .int(1), .null]),
            .map(try MapValue([(.string("a"), .string("x"))])),
        ]
        return [
            "p": .bool(.random(using: &generator)),
            "n": .int(.random(in: -2...7, using: &generator)),
            "d": .double([0, 0.5, -3, 1e300].randomElement(using: &generator) ?? 0),
            "now": .timestamp(try #require(Timestamp(seconds: 1_800_000_000))),
            "s": .string(text(40)), "t": .string(text(80)), "list": .list(ints(6)),
            "texts": .list(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in .string(text(20)) }),
            "map": .map(try MapValue(entries)),
            "any": some.randomElement(using: &generator) ?? .null,
        ]
    }

    @Test func noEvaluationTakesMoreThanItsEstimate() throws {
        var generator = SeededGenerator()
        var (bounded, values, errors) = (0, 0, 0)
        for round in 0..<1200 {
            var maker = Maker(generator)
            let source = maker.make(
                ["bool", "int", "string", "ints", "strings", "dyn"][round % 6], 3)
            generator = maker.generator
            let facts = try Self.values(&generator)
            for check in [true, false] {
                let counting = Self.env.compile(source, check: check, tracksCost: true)
                guard case .success(let counted) = counting else { continue }
                let plain = try Self.env.compile(source, check: check).get()
                #expect(plain.cost == counted.cost)
                // An expression that doubles its texts may have a higher cost estimate than a test
                // can wait for.
                guard counted.cost < 3_000_000 else { continue }
                bounded += 1
                var activation = Activation(Self.env)
                for (name, value) in facts {
                    let isSet = activation.set(name, value)
                    #expect(isSet, "\(name)")
                }
                let (result, steps) = counted.evaluateTrackingCost(activation)
                #expect(steps <= counted.cost, "\(source) took \(steps) of \(counted.cost)")
                switch (result, plain.evaluate(activation)) {
                case (.success(let one), .success(let other)):
                    #expect(one.isIdentical(to: other), "\(source)")
                    values += 1
                case (.failure, .failure): errors += 1
                case (let one, let other):
                    Issue.record("\(source), checked \(check): \(one) counted, \(other) not")
                }
            }
        }
        print("\(bounded) evaluations, \(values) with values, \(errors) with errors")
        #expect(values > 500)
        #expect(errors > 100)
    }

    /// The same under a limit: either within the estimate's promise or an issue.
    @Test func noProgramPassesItsLimit() throws {
        var generator = SeededGenerator()
        let limit = 400
        let env = Env(
            variables: Self.env.variables, libraries: [.strings, .twoVariableComprehensions],
            zones: SystemZones.lookup, maxCost: limit)
        // Nothing says how much an unchecked form takes: of a small budget some run out.
        let budget = 25
        let tight = Env(
            variables: Self.env.variables, libraries: [.strings, .twoVariableComprehensions],
            zones: SystemZones.lookup, maxCost: budget)
        var (refused, ended, passed) = (0, 0, 0)
        for _ in 0..<600 {
            var maker = Maker(generator)
            let source = maker.make("bool", 3)
            generator = maker.generator
            let facts = try Self.values(&generator)
            var activation = Activation(env)
            for (name, value) in facts { activation.set(name, value) }
            switch env.compile(source, tracksCost: true) {
            case .failure: refused += 1
            case .success(let program):
                #expect(program.cost <= limit, "\(source)")
                #expect(program.evaluateTrackingCost(activation).steps <= limit, "\(source)")
                passed += 1
            }
            guard case .success(let program) = tight.compile(source, check: false) else { continue }
            var tightened = Activation(tight)
            for (name, value) in facts { tightened.set(name, value) }
            if case .failure(let error) = program.evaluate(tightened), error.code == .costExceeded {
                ended += 1
                #expect(program.cost > budget, "\(source)")
            }
        }
        #expect(refused > 20)
        #expect(passed > 20)
        #expect(ended > 0)
    }
}
