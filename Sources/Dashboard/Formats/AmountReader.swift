import Foundation

/// The reason why a text is not an amount.
enum AmountProblem: Error, Hashable {
    case empty
    case unreadable
    /// The only separator could stand before decimals or after thousands.
    case ambiguous
    case notACurrency
}

/// Reads amounts in the format of the person's region: `1,234.50`, `1.234,50`, `1 234,50`.
///
/// A decimal point is understood everywhere, a decimal comma only in regions that use it. An
/// ambiguous text is an error and not a guess: an amount is money.
struct AmountReader: Sendable {
    /// The characters before decimals.
    private let decimals: Set<Character>
    /// The characters between groups of three digits.
    private let groups: Set<Character>
    /// True if the regions also use digits other than 0 to 9.
    private let hasOtherDigits: Bool

    /// A reader for the regions of the formats and of the browser's first language.
    init(_ environment: PageEnvironment) {
        let person = environment.request.languages.first.map {
            Locale(identifier: $0.replacing("-", with: "_"))
        }
        self.init([environment.formats.locale] + (person.map { [$0] } ?? []))
    }

    init(_ locales: [Locale]) {
        let here = Set(locales.compactMap { $0.decimalSeparator?.first })
        hasOtherDigits = locales.contains { $0.availableNumberingSystems.count > 1 }
        // The marks that go with the digits of Arabic have one meaning each.
        decimals = here.union(hasOtherDigits ? [".", "٫"] : ["."])
        groups = Set(locales.compactMap { $0.groupingSeparator?.first })
            .union(Set<Character>([".", ","]).subtracting(here))
            .union(Self.blanks).union(hasOtherDigits ? ["٬"] : [])
    }

    private static let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "’"]

    /// The amount in the daemon's format: a decimal point, no separators between thousands. The
    /// daemon, not this function, checks the number of digits and the size.
    func decimal(_ typed: String) throws(AmountProblem) -> String {
        let blankless = typed.withoutOuterBlanks
        var text = (hasOtherDigits ? Self.latin(blankless) : blankless)[...]
        guard !text.isEmpty else { throw .empty }
        let sign = text.first == "-" || text.first == "−" ? "-" : ""
        if !sign.isEmpty { text.removeFirst() }
        let (runs, marks) = try Self.parts(text)
        guard let mark = marks.last, let first = runs.first, let last = runs.last else {
            return sign + runs.joined()
        }
        let isDecimal = isDecimal(mark, runs, marks)
        let isGroups =
            groups.contains(mark) && Set(marks).count == 1
            && Self.areGroups(first, runs.dropFirst())
        switch (isDecimal, isGroups) {
        case (true, true): throw .ambiguous
        case (true, false): return sign + runs.dropLast().joined() + "." + last
        case (false, true): return sign + runs.joined()
        case (false, false): throw .unreadable
        }
    }

    /// True if the last separator can stand before decimals: it is the only one of its kind, and
    /// all separators before it are of one other kind, between groups.
    private func isDecimal(_ mark: Character, _ runs: [Substring], _ marks: [Character]) -> Bool {
        let before = marks.dropLast()
        guard decimals.contains(mark), !before.contains(mark), Set(before).count <= 1,
            let first = runs.first, let last = runs.last, (1...3).contains(last.count)
        else { return false }
        return before.isEmpty || Self.areGroups(first, runs.dropFirst().dropLast())
    }

    /// True if the digits can be one to three digits followed by groups of three.
    private static func areGroups(_ first: Substring, _ others: ArraySlice<Substring>) -> Bool {
        (1...3).contains(first.count) && first.first != "0"
            && others.allSatisfy { $0.count == 3 }
    }

    private static func parts(
        _ text: Substring
    ) throws(AmountProblem) -> (runs: [Substring], marks: [Character]) {
        let all = blanks.union([".", ",", "٬", "٫"])
        let isKnown = text.allSatisfy { isDigit($0) || all.contains($0) }
        let runs = text.split(omittingEmptySubsequences: false) { !isDigit($0) }
        guard isKnown, runs.allSatisfy({ !$0.isEmpty }) else { throw .unreadable }
        return (runs, text.filter { !isDigit($0) })
    }

    /// The text with its digits, of whatever script, as 0 to 9.
    private static func latin(_ text: String) -> String {
        String(
            text.map { character in
                guard character.unicodeScalars.count == 1,
                    character.unicodeScalars.first?.properties.numericType == .decimal,
                    let digit = character.wholeNumberValue
                else { return character }
                return Character(String(digit))
            })
    }

    /// True for 0 to 9 alone. A range of characters has others: some are ordered between 4 and 5.
    private static func isDigit(_ character: Character) -> Bool {
        character.asciiValue.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}
