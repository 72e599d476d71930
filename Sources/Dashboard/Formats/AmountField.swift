/// An amount of money typed into a form, with or without its currency: `49.90`, `49,90 EUR`, `€5`.
struct AmountField: Hashable {
    /// The decimal in the socket's format: digits, with a point before decimals.
    let amount: String
    /// The currency as three capital letters; nil if none was typed.
    let currency: String?

    /// Reads the fields of an amount and its currency; nil without one. The daemon checks its size.
    static func read(
        _ text: String, currency: String = "", _ reader: AmountReader
    ) throws(AmountProblem) -> AmountField? {
        var number = bare(text[...])
        guard !number.isEmpty else { return nil }
        var code = currency.filter { !$0.isWhitespace }
        if let beside = removeCode(from: &number) { code = beside }
        number = bare(number)
        guard !number.isEmpty else { throw .unreadable }
        let amount = try reader.decimal(String(number))
        guard code.isEmpty || code.count == 3 && code.allSatisfy(isLetter) else {
            throw .notACurrency
        }
        return AmountField(amount: amount, currency: code.isEmpty ? nil : code.uppercased())
    }

    /// A decimal of the socket in the region's format: `49,90`.
    static func text(_ amount: String, _ formats: Formats) -> String {
        amount.replacing(".", with: formats.decimalSeparator)
    }

    /// Removes a currency's code before or after the digits, and returns the code.
    private static func removeCode(from number: inout Substring) -> String? {
        let before = number.prefix(while: isLetter)
        guard before.isEmpty else {
            number.removeFirst(before.count)
            return String(before)
        }
        let end = number.lastIndex { !isLetter($0) }.map(number.index(after:)) ?? number.endIndex
        let behind = number[end...]
        number = number[..<end]
        return behind.isEmpty ? nil : String(behind)
    }

    /// Drops blanks and currency signs at the ends; a sign between digits parts units from cents.
    private static func bare(_ text: Substring) -> Substring {
        let isFilling = { (character: Character) in
            character.isWhitespace || character.isCurrencySymbol
        }
        let start = text.drop(while: isFilling)
        let last = start.lastIndex { !isFilling($0) }
        return last.map { start[...$0] } ?? start
    }

    private static func isLetter(_ character: Character) -> Bool {
        character.isASCII && character.isLetter
    }
}

extension Formats {
    var decimalSeparator: String { locale.decimalSeparator ?? "." }

    /// The currency of the region, `EUR`; empty if it is unknown.
    var currency: String { locale.currency?.identifier ?? "" }
}
