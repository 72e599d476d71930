extension ScalarSet {
    /// The general category of a name as in `\p{Lu}` or `\pL`, if it is one; scripts are not known.
    static func category(_ name: String, isNegated: Bool) -> ScalarSet? {
        if name == "Any" { return ScalarSet([0...0x10FFFF], isNegated: isNegated) }
        let matching = generalCategories.filter { $0.key.hasPrefix(name) }.map(\.value)
        guard !name.isEmpty, name.utf8.count <= 2, !matching.isEmpty else { return nil }
        return ScalarSet(matching, isNegated: isNegated)
    }

    private static let generalCategories: [String: Unicode.GeneralCategory] = [
        "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter,
        "Lm": .modifierLetter, "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark,
        "Me": .enclosingMark, "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
        "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Ps": .openPunctuation,
        "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
        "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol,
        "Sk": .modifierSymbol, "So": .otherSymbol, "Zs": .spaceSeparator,
        "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
        "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
    ]
}
