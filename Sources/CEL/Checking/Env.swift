/// Variables, functions, time zones and named expressions that sources may use, and their limits.
///
///     var env = Env(variables: [Variable(name: "local.hour", type: .int)])
///     let late = try env.compile("local.hour >= 22", expecting: .bool).get()
///     env.define("late", as: late)
///     let early = try env.compile("!late").get()
///     var activation = Activation(env)
///     activation.set("local.hour", .int(23))
///     early.evaluateBool(activation)  // .success(false)
public struct Env: Sendable {
    /// The variables in the order of their declaration; a variable's index is its slot.
    public var variables: [Variable] { layout.variables }
    /// The name in which relative names are looked up first, such as `com.example`; may be empty.
    public let container: String
    /// Levels of nesting that a source may have. A level takes up to 3 KB of stack, 16 KB in a
    /// build without optimisation.
    public let maxDepth: Int
    /// Bytes of UTF-8 that a source may have.
    public let maxSize: Int
    /// Literals, names, operators and calls that a source may have.
    public let maxNodes: Int
    /// Steps that an expression may take, `Int.max` for no limit. In the checked form an expression
    /// that may take more by its ``Program/cost``, or whose cost is unbounded, is an issue; in
    /// the unchecked form evaluation ends with an error. For macros and searches over variables to
    /// have a bound, declare their ``Variable/size``.
    public let maxCost: Int

    let layout: Layout
    let zones: TimeZones
    let macros: MacroTable
    let functions: [String: Function]
    private var named: [String: Program] = [:]

    /// An environment of the variables of an ``Activation``; of two variables of one name the later
    /// one counts. Extension libraries such as ``Library/strings`` and further functions are added,
    /// whose overloads extend those of a standard name, and named time zones (`UTC` and offsets
    /// such as `+02:00` need none). A source beyond a limit is an issue.
    public init(
        container: String = "", variables: [Variable] = [], functions: [Function] = [],
        libraries: [Library] = [], zones: @escaping ZoneLookup = { _ in nil },
        maxDepth: Int = 100, maxSize: Int = 65_536, maxNodes: Int = 20_000, maxCost: Int = .max
    ) {
        self.container = container
        self.maxDepth = maxDepth
        self.maxSize = maxSize
        self.maxNodes = maxNodes
        self.maxCost = maxCost
        self.zones = TimeZones(lookup: zones)
        macros = MacroTable(Library.standardMacros + libraries.flatMap(\.macros))
        layout = Layout(variables)
        let further = libraries.flatMap(\.functions) + functions
        self.functions = StandardLibrary.adding(
            ZonedTimeLibrary.functions(self.zones) + further, to: StandardLibrary.functions)
    }

    /// The slot of a variable in activations: its index in `variables`.
    public func slot(of name: String) -> Int? {
        layout.slots[name]
    }

    /// Makes a compiled expression readable under a name, as if it were a variable of its type,
    /// computed from the same activation; it hides a variable of the name. The program must come
    /// from this environment or one derived from it.
    public mutating func define(_ name: String, as program: Program) {
        precondition(program.layout === layout, "the program belongs to another environment")
        named[name] = program
    }

    /// This environment with one more named expression; see ``define(_:as:)``.
    public func defining(_ name: String, as program: Program) -> Env {
        var env = self
        env.define(name, as: program)
        return env
    }

    /// Every name that an expression may read, for suggestions.
    var names: [String] { layout.variables.map(\.name) + named.keys.sorted() }

    /// The meaning of a name, the innermost container first; with a leading dot only the name
    /// itself.
    func symbol(_ name: String) -> Symbol? {
        for candidate in candidates(name) {
            if let program = named[candidate] { return .named(program) }
            if let slot = layout.slots[candidate] { return .slot(slot) }
            if let type = StandardLibrary.types[candidate] { return .type(type) }
        }
        return nil
    }

    /// The function that a name means; looked up like `symbol`.
    func function(_ name: String) -> Function? {
        candidates(name).lazy.compactMap { functions[$0] }.first
    }

    private func candidates(_ name: String) -> [String] {
        if name.hasPrefix(".") { return [String(name.dropFirst())] }
        guard !container.isEmpty else { return [name] }
        var candidates: [String] = []
        var scope = container[...]
        while !scope.isEmpty {
            candidates.append("\(scope).\(name)")
            scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
        }
        return candidates + [name]
    }
}

/// The meaning of a name.
enum Symbol: Sendable {
    case slot(Int)
    case named(Program)
    case type(CELType)
}

/// The variables of an environment and their slots; shared by all programs compiled in it.
final class Layout: Sendable {
    let variables: [Variable]
    let slots: [String: Int]
    /// The representation of each slot in an activation.
    let representations: [Representation]

    static let empty = Layout([])

    init(_ variables: [Variable]) {
        self.variables = variables
        slots = Dictionary(
            variables.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { _, later in later })
        representations = variables.map { Representation($0.type) }
    }
}
