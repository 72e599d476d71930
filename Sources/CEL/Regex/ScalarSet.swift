/// A set of Unicode code points, as a character class of a regular expression names it.
struct ScalarSet: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var parts: [ScalarSet] = []
    private var categories: Set<Unicode.GeneralCategory> = []
    var isNegated = false
    var ignoresCase = false

    init(_ ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
    }

    init(_ categories: [Unicode.GeneralCategory], isNegated: Bool) {
        self.categories = Set(categories)
        self.isNegated = isNegated
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
    }

    /// Adds all that another set holds, its negation included.
    mutating func insert(_ other: ScalarSet) {
        parts.append(other)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        holds(scalar) != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        if holdsExactly(scalar) { return true }
        guard ignoresCase else { return false }
        return Self.cases(of: scalar).contains { holdsExactly($0) }
    }

    private func holdsExactly(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
            || (!categories.isEmpty && categories.contains(scalar.properties.generalCategory))
            || parts.contains { $0.contains(scalar) }
    }

    /// The code point in the other case, if that is a single code point.
    private static func cases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let properties = scalar.properties
        return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap {
            let scalars = $0.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }

    static let any = ScalarSet(isNegated: true)
    static let anyButNewline = ScalarSet([0x0A...0x0A], isNegated: true)
    static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    static let wordCharacters: [ClosedRange<UInt32>] = [
        0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
    ]
    static let blanks: [ClosedRange<UInt32>] = [0x09...0x0A, 0x0C...0x0D, 0x20...0x20]

    /// The classes of `\d`, `\w`, `\s` and their opposites in capitals; ASCII alone.
    static func perl(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d": ScalarSet(digits)
        case "D": ScalarSet(digits, isNegated: true)
        case "w": ScalarSet(wordCharacters)
        case "W": ScalarSet(wordCharacters, isNegated: true)
        case "s": ScalarSet(blanks)
        case "S": ScalarSet(blanks, isNegated: true)
        default: nil
        }
    }

    /// The classes of `[:name:]`; ASCII alone.
    static func posix(_ name: String) -> [ClosedRange<UInt32>]? {
        switch name {
        case "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
        case "alpha": [0x41...0x5A, 0x61...0x7A]
        case "ascii": [0x00...0x7F]
        case "blank": [0x09...0x09, 0x20...0x20]
        case "cntrl": [0x00...0x1F, 0x7F...0x7F]
        case "digit": digits
        case "graph": [0x21...0x7E]
        case "lower": [0x61...0x7A]
        case "print": [0x20...0x7E]
        case "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
        case "space": [0x09...0x0D, 0x20...0x20]
        case "upper": [0x41...0x5A]
        case "word": wordCharacters
        case "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66]
        default: nil
        }
    }
}
