/// An amount of money in a form, which may have its currency beside it: `49.90`, `49,90 EUR`, `€5`.
struct AmountField: Hashable {
    /// A decimal as the socket takes it: digits, and a point before decimals.
    let amount: String
    /// Three capital letters; nil where none were typed.
    let currency: String?

    /// Reads what stands in the fields of an amount and its currency; nil where there is no amount.
    /// How large it may be is the daemon's matter.
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

    /// A decimal of the socket as it is typed in the region: `49,90`.
    static func text(_ amount: String, _ formats: Formats) -> String {
        amount.replacing(".", with: formats.decimalSeparator)
    }

    /// A currency's code before or behind the digits, which is taken away.
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

    /// The text without blanks and signs of currencies at its ends. Between digits a sign parts
    /// whole units from others, where it is not ours to take away.
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

    /// The currency of the region, `EUR`; empty where it is not known.
    var currency: String { locale.currency?.identifier ?? "" }
}
