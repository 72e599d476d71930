import CEL
import Testing

/// Several conditions at once give what each gives alone.
struct ConditionsTests {
    static let env = Env(variables: [
        Variable(name: "n", type: .int), Variable(name: "list", type: .list(.int)),
        Variable(name: "b", type: .bool),
    ])
    static let sources = [
        "n > 3",
        "n > 3 && b",
        "b",
        "10 / n > 2",
        "list.exists(x, x == n)",
        "dyn(n)",
        "n + 1",
        "!b",
        "true",
        "false",
        "n in [1, 2, 3]",
    ]

    func results(_ activation: Activation) throws -> (
        alone: [Result<Bool, EvaluationError>], together: [Result<Bool, EvaluationError>]
    ) {
        let programs = try Self.sources.map { try Self.env.compile($0).get() }
        let conditions = Conditions(programs)
        #expect(conditions.count == programs.count)
        var together: [Result<Bool, EvaluationError>] = []
        conditions.evaluate(activation) { index, result in
            #expect(index == together.count)
            together.append(result)
        }
        return (programs.map { $0.evaluateBool(activation) }, together)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 100] as [Int64])
    func agree(n: Int64) throws {
        var activation = Activation(Self.env)
        activation.set("n", .int(n))
        activation.set("b", .bool(n % 2 == 0))
        activation.set("list", .list([.int(4), .int(5)]))
        let (alone, together) = try results(activation)
        #expect(alone == together)
        #expect(together[0] == .success(n > 3))
        #expect(together[3] == (n == 0 ? .failure(.init(.divisionByZero)) : .success(10 / n > 2)))
        #expect(together[4] == .success(n == 4 || n == 5))
        #expect(together[6] == .failure(.init(.noSuchOverload)))
    }

    @Test func unsetVariables() throws {
        var activation = Activation(Self.env)
        activation.set("b", .bool(false))
        let (alone, together) = try results(activation)
        #expect(alone == together)
        #expect(together[0] == .failure(.init(.unsetVariable)))
        #expect(together[1] == .success(false))
        #expect(together[8] == .success(true))
    }

    @Test func none() {
        let conditions = Conditions([])
        var count = 0
        conditions.evaluate(Activation(Self.env)) { _, _ in count += 1 }
        #expect(conditions.count == 0)
        #expect(count == 0)
    }

    /// Copies of an activation are values of their own.
    @Test func activationsAreValues() throws {
        let program = try Self.env.compile("n == 1").get()
        var first = Activation(Self.env)
        first.set("n", .int(1))
        var second = first
        second.set("n", .int(2))
        #expect(try program.evaluateBool(first).get())
        #expect(try !program.evaluateBool(second).get())
        first.unset(0)
        #expect(first.value(0) == nil)
        #expect(second.value(0) == .int(2))
    }

    /// Programs are evaluated by many tasks at once, macros and all.
    @Test func concurrently() async throws {
        let program = try Self.env.compile("list.all(x, list.exists(y, y >= x && y > n))").get()
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var wrong = 0
                    for index in 0..<200 {
                        var activation = Activation(Self.env)
                        let n = Int64((task + index) % 10)
                        activation.set("n", .int(n))
                        activation.set("list", .list((0...5).map { .int(Int64($0)) }))
                        if program.evaluateBool(activation) != .success(n < 5) { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
