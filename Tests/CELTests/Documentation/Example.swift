import CEL

/// The example of `docs/cel.md`: what stands between the lines marked below is what the page shows.
enum Example {
    /// Runs it.
    ///
    /// - Returns: what it found out, in order.
    static func run() throws -> [String] {
        var found: [String] = []
        func show(_ text: String) { found.append(text) }

        // begin
        // The variables of expressions: names, types, and the maximum size of texts and lists.
        let env = Env(
            variables: [
                Variable(name: "user.name", type: .string, size: .text(64)),
                Variable(name: "user.age", type: .int),
                Variable(name: "tags", type: .list(.string), size: .collection(20, of: .text(32))),
            ],
            libraries: [.strings], maxCost: 10_000)

        // Parsed, checked and compiled once; every mistake has its place in the source.
        let program: Program
        switch env.compile("user.age >= 18 && tags.exists(t, t.trim() == 'member')") {
        case .success(let compiled): program = compiled
        case .failure(let issues): throw issues
        }
        show("at most \(program.cost) steps")

        // Evaluated as often as needed, from any thread; the values are kept by slot.
        var activation = Activation(env)
        activation.set("user.age", .int(42))
        activation.set("tags", .list([.string("guest"), .string(" member ")]))
        show("\(program.evaluateBool(activation))")

        // An error is a result, too: the name has no value yet.
        let greeting = try env.compile("'Hello %s'.format([user.name])").get()
        if case .failure(let error) = greeting.evaluate(activation) { show("\(error)") }
        activation.set("user.name", .string("Ann"))
        if case .success(let value) = greeting.evaluate(activation) { show("\(value)") }

        // Mistakes say where they are and what was probably meant.
        if case .failure(let issues) = env.compile("user.aeg > '18'") { show("\(issues)") }
        // end

        return found
    }
}
