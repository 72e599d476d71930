import Foundation

/// An amount of money as a person types it into a form: `49.90`, `49,90`, `1.234,50`, `49.90 EUR`.
struct AmountField: Hashable, Sendable {
    /// A decimal as the socket takes it: digits, and a point before decimals.
    let amount: String
    /// Three capital letters; nil where none were typed.
    let currency: String?

    /// Why what was typed is no amount.
    enum Problem: Error, Hashable, Sendable {
        /// It is no decimal number.
        case notDecimal
        /// The currency is not three letters.
        case notACurrency
    }

    /// Reads what stands in the fields of an amount and its currency; nil where there is no amount.
    /// How large it may be is the daemon's matter.
    static func read(_ text: String, currency: String = "", _ formats: Formats) throws(Problem)
        -> AmountField?
    {
        var number = text.filter { !isFilling($0) }
        guard !number.isEmpty else { return nil }
        var code = currency.filter { !$0.isWhitespace }
        if let beside = takeCode(from: &number) { code = beside }
        guard let amount = decimal(number, grouping: formats.groupingSeparator) else {
            throw .notDecimal
        }
        let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { isLetter($0) }
        guard code.isEmpty || isCode else { throw .notACurrency }
        return AmountField(amount: amount, currency: code.isEmpty ? nil : code.uppercased())
    }

    /// A decimal of the socket as it is typed in the region: `49,90`.
    static func text(_ amount: String, _ formats: Formats) -> String {
        amount.replacing(".", with: formats.decimalSeparator)
    }

    /// A currency's code before or behind the digits, which is taken away.
    private static func takeCode(from number: inout String) -> String? {
        let letters = { (text: Substring) in text.prefix { $0.isASCII && $0.isLetter } }
        let before = letters(number[...])
        if !before.isEmpty {
            let code = String(before)
            number.removeFirst(before.count)
            return code
        }
        let behind = String(letters(Substring(number.reversed())).reversed())
        guard !behind.isEmpty else { return nil }
        number.removeLast(behind.count)
        return behind
    }

    /// Which of the separators ends the whole units is told by where they stand; where that leaves
    /// it open, as in `1.234`, by how the region writes numbers.
    private static func decimal(_ text: String, grouping: Character) -> String? {
        let sign = text.first == "-" ? "-" : ""
        var digits = ""
        // Where separators stand, as how many digits come before them.
        var separators: [(character: Character, at: Int)] = []
        for character in text.dropFirst(sign.count) {
            if let digit = digit(character) {
                digits += String(digit)
            } else if let separator = Self.separators[character] {
                separators.append((separator, digits.count))
            } else {
                return nil
            }
        }
        guard !digits.isEmpty else { return nil }
        guard let last = separators.last else { return sign + digits }
        let others = separators.dropLast()
        let isGroup = { (at: Int, next: Int) in next - at == 3 }
        // Nothing but groups: `1.234.567`, and `1.234` where the region groups so.
        let isGroupedOnly =
            others.allSatisfy { $0.character == last.character }
            && (!others.isEmpty || last.character == grouping)
            && isGroup(last.at, digits.count) && (1...3).contains(separators[0].at)
            && digits.first != "0"
        let ends = separators.map(\.at) + [digits.count]
        let areGroups = zip(ends, ends.dropFirst()).dropLast(isGroupedOnly ? 0 : 1)
            .allSatisfy(isGroup)
        guard areGroups else { return nil }
        if isGroupedOnly { return sign + digits }
        guard others.allSatisfy({ $0.character != last.character }),
            Set(others.map(\.character)).count <= 1,
            others.isEmpty || (1...3).contains(separators[0].at), last.at < digits.count
        else { return nil }
        let whole = digits.prefix(last.at)
        return "\(sign)\(whole.isEmpty ? "0" : whole).\(digits.dropFirst(last.at))"
    }

    /// Points and commas, those of Arabic too.
    private static let separators: [Character: Character] = [
        ".": ".", ",": ",", "٫": ".", "٬": ",",
    ]

    /// A digit of any script.
    private static func digit(_ character: Character) -> Int? {
        guard character.unicodeScalars.count == 1,
            character.unicodeScalars.first?.properties.numericType == .decimal
        else { return nil }
        return character.wholeNumberValue
    }

    /// What only parts digits, or stands for money as such.
    private static func isFilling(_ character: Character) -> Bool {
        character.isWhitespace || character.isCurrencySymbol || "'’".contains(character)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
}

extension Formats {
    /// What the region puts between whole units and their parts.
    var decimalSeparator: String { locale.decimalSeparator ?? "." }

    /// What the region puts between thousands.
    var groupingSeparator: Character { locale.groupingSeparator?.first ?? "," }

    /// The currency of the region, `EUR`; empty where it is not known.
    var currency: String { locale.currency?.identifier ?? "" }
}
