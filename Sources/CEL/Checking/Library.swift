/// Functions and macros to switch on together: `Env(libraries: [.strings])`.
///
/// Its overloads are added to those of standard functions of the same name; a macro hides methods
/// of its name with as many arguments.
public struct Library: Sendable {
    /// The name, for people.
    public let name: String
    /// The functions that it adds.
    public let functions: [Function]
    /// The loops that it adds.
    public let macros: [Macro]

    /// A library of a name with what belongs to it.
    public init(name: String, functions: [Function] = [], macros: [Macro] = []) {
        self.name = name
        self.functions = functions
        self.macros = macros
    }

    /// The extension library `strings`: `charAt`, `indexOf`, `lastIndexOf`, `join`, `lowerAscii`,
    /// `upperAscii`, `replace`, `split`, `substring`, `trim`, `reverse`, `format` and
    /// `strings.quote`. Places in a text count code points from 0.
    public static let strings = Library(name: "strings", functions: StringsLibrary.functions)

    /// The extension library `two-var-comprehensions`: macros whose first variable is a list's
    /// index or a map's key and whose second is the value.
    public static let twoVariableComprehensions = Library(
        name: "two-var-comprehensions",
        macros: [
            Macro("all", .all, variables: 2), Macro("exists", .exists, variables: 2),
            Macro("existsOne", .existsOne, variables: 2),
            Macro("exists_one", .existsOne, variables: 2),
            Macro("transformList", .list, variables: 2),
            Macro("transformList", .list, variables: 2, hasFilter: true),
            Macro("transformMap", .map, variables: 2),
            Macro("transformMap", .map, variables: 2, hasFilter: true),
            Macro("transformMapEntry", .mapEntries, variables: 2),
            Macro("transformMapEntry", .mapEntries, variables: 2, hasFilter: true),
        ])

    /// The macros of the language itself.
    static let standardMacros = [
        Macro("all", .all), Macro("exists", .exists), Macro("exists_one", .existsOne),
        Macro("filter", .filter), Macro("map", .list), Macro("map", .list, hasFilter: true),
    ]
}

/// A loop over the elements of a list or the entries of a map, written as a method call:
/// `range.name(variable, expression)`.
///
/// The first arguments name the variables. One alone stands for a list's element or a map's key; of
/// two the first stands for a list's index or a map's key, the second for the element or value.
/// Then comes the filter, if there is one, and last what is computed for each element.
public struct Macro: Hashable, Sendable {
    /// The use of the values computed for each element.
    public enum Kind: Hashable, Sendable {
        /// True if every element's condition holds; a false one wins over errors.
        case all
        /// True if some element's condition holds; a true one wins over errors.
        case exists
        /// True if the condition of exactly one element holds.
        case existsOne
        /// The list of those elements whose condition holds, or of the keys of those entries.
        case filter
        case list
        /// The map from the first variable's values to the results.
        case map
        /// The map of the entries of all results, which are maps; a key given twice is an error.
        case mapEntries
    }

    /// The method's name.
    public let name: String
    /// The kind of its result.
    public let kind: Kind
    /// The number of its variables: 1 or 2.
    public let variables: Int
    /// True if the argument before the last is a condition that selects elements.
    public let hasFilter: Bool

    /// - Precondition: `variables` is 1 or 2; 2 for the kind `map`.
    public init(_ name: String, _ kind: Kind, variables: Int = 1, hasFilter: Bool = false) {
        precondition(
            variables == 2 || (variables == 1 && kind != .map),
            "a macro has one or two variables; a map needs two")
        self.name = name
        self.kind = kind
        self.variables = variables
        self.hasFilter = hasFilter
    }

    var argumentCount: Int { variables + (hasFilter ? 2 : 1) }
}

/// The macros of an environment, found by name and number of arguments.
struct MacroTable: Sendable {
    private var macros: [String: [Macro]] = [:]

    init(_ macros: [Macro]) {
        for macro in macros { self.macros[macro.name, default: []].append(macro) }
    }

    /// The macro for a method call; of several, the one added last.
    func macro(_ name: String, argumentCount: Int) -> Macro? {
        macros[name]?.last { $0.argumentCount == argumentCount }
    }

    var names: [String] { macros.keys.sorted() }
}
