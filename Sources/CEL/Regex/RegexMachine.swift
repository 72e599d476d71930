/// Follows all ways through a regular expression at once, code point by code point, so that no
/// text takes longer than its length times the expression's.
struct RegexMachine {
    private let instructions: [RegexInstruction]
    private var current: StateSet
    private var next: StateSet
    private var pending: [Int] = []

    init(_ instructions: [RegexInstruction]) {
        self.instructions = instructions
        current = StateSet(count: instructions.count)
        next = StateSet(count: instructions.count)
    }

    /// True if some part of the text matches.
    mutating func search(_ text: String) -> Bool {
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        while true {
            // A match may begin at every place.
            if follow(0, before, scalar) { return true }
            guard let consumed = scalar else { return false }
            scalar = scalars.next()
            swap(&current, &next)
            next.removeAll()
            for state in current.members {
                guard case .consume(let set) = instructions[state], set.contains(consumed) else {
                    continue
                }
                if follow(state + 1, consumed, scalar) { return true }
            }
            before = consumed
        }
    }

    /// Adds a state and all states that it reaches without consuming; true if that is a match.
    private mutating func follow(
        _ start: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Bool {
        pending.append(start)
        while let state = pending.popLast() {
            guard next.insert(state) else { continue }
            switch instructions[state] {
            case .consume: break
            case .jump(let target): pending.append(target)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .assert(let assertion):
                if Self.holds(assertion, before, after) { pending.append(state + 1) }
            case .match:
                pending.removeAll()
                return true
            }
        }
        return false
    }

    private static func holds(
        _ assertion: RegexNode.Assertion, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Bool {
        switch assertion {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordBoundary: isWord(before) != isWord(after)
        case .noWordBoundary: isWord(before) == isWord(after)
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar, scalar.isASCII else { return false }
        return scalar == "_" || scalar.properties.isAlphabetic
            || (0x30...0x39).contains(scalar.value)
    }
}

/// A set of states in the order of insertion, emptied at no cost.
private struct StateSet {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(count: Int) {
        isMember = Array(repeating: false, count: count)
    }

    mutating func insert(_ state: Int) -> Bool {
        guard !isMember[state] else { return false }
        isMember[state] = true
        members.append(state)
        return true
    }

    mutating func removeAll() {
        for state in members { isMember[state] = false }
        members.removeAll(keepingCapacity: true)
    }
}
