import Testing

@testable import Dashboard

/// WCAG AA for what stands on what, in both themes.
@Suite struct LookContrastTests {
    /// Foreground and background colours, with the least contrast between them.
    struct Pair: CustomTestStringConvertible {
        let mark: String
        let ground: String
        let least: Double

        init(_ mark: String, on ground: String, _ least: Double = LookContrastTests.text) {
            self.mark = mark
            self.ground = ground
            self.least = least
        }

        var testDescription: String { "\(mark) on \(ground)" }
    }

    /// The contrast required of text, and that of signs, borders of controls and parts of charts.
    static let text = 4.5
    static let graphic = 3.0

    private static let grounds = ["background", "surface", "sunken"]

    static let pairs: [Pair] =
        grounds.flatMap { [Pair("text", on: $0), Pair("text-muted", on: $0)] }
        + grounds.flatMap { ground in
            ["primary", "primary-hover", "primary-pressed", "error", "success", "warning", "info"]
                .map { Pair($0, on: ground) }
        }
        + ComponentsRoutes.grounds.map { Pair($0.on, on: $0.name) }
        + grounds.flatMap { [Pair("focus", on: $0, graphic), Pair("border", on: $0, graphic)] }
        + ["chart-1", "chart-2", "chart-3", "chart-4", "chart-axis", "heat-5", "warning"]
        .map { Pair($0, on: "surface", graphic) }
        + ["error", "success", "warning", "info"]
        .map { Pair($0, on: "\($0)-soft", graphic) }
        // A progress bar's done part beside what is left of it.
        + [Pair("primary", on: "sunken", graphic)]

    static func failures(_ sheet: StyleSheet, _ pairs: [Pair]) -> [String] {
        StyleSheet.Theme.allCases.flatMap { theme in
            pairs.compactMap { pair in
                guard let mark = sheet.colour(pair.mark, theme),
                    let ground = sheet.colour(pair.ground, theme)
                else { return "\(pair.mark) or \(pair.ground) has no colour (\(theme))" }
                let contrast = mark.contrast(to: ground)
                return contrast >= pair.least
                    ? nil : "\(pair.mark) on \(pair.ground): \(contrast) (\(theme))"
            }
        }
    }

    /// Of every rule that sets both a ground and a text, that pair.
    static func pairsOfRules(_ sheet: StyleSheet) -> [Pair] {
        sheet.rules.compactMap { rule in
            guard
                let ground = rule.declarations["background"].flatMap({
                    StyleSheet.names(in: $0).first
                }),
                let mark = rule.declarations["color"].flatMap({ StyleSheet.names(in: $0).first })
            else { return nil }
            return Pair(mark, on: ground)
        }
    }

    @Test(arguments: pairs) func isEnough(_ pair: Pair) throws {
        #expect(Self.failures(try .ours(), [pair]) == [])
    }

    @Test func everyRuleSetsATextThatIsReadOnItsGround() throws {
        let sheet = try StyleSheet.ours()
        let pairs = Self.pairsOfRules(sheet)
        #expect(pairs.count > 15)
        #expect(Self.failures(sheet, pairs) == [])
    }

    /// The published figures of the standard's own examples, and the two ends.
    @Test func isComputedAsTheStandardSays() throws {
        let white = try #require(Colour("#ffffff"))
        let cases = [
            ("#000000", 21.0), ("#ffffff", 1.0), ("#767676", 4.54), ("#777777", 4.48),
            ("#ff0000", 4.0), ("#0000ff", 8.59),
        ]
        for (text, expected) in cases {
            let contrast = try #require(Colour(text)).contrast(to: white)
            #expect(abs(contrast - expected) < 0.01, "\(text): \(contrast)")
        }
        #expect(Colour("ffffff") == nil)
        #expect(Colour("#fff") == nil)
        #expect(Colour("#17211d99") == nil)
    }

    @Test func tooLittleIsFoundInTheThemeThatHasIt() {
        let sheet = StyleSheet(
            """
            :root { --text: light-dark(#777777, #ffffff); --surface: light-dark(#ffffff, #000000); }
            .card { background: var(--surface); color: var(--text); }
            .badge { background: var(--nowhere); color: var(--text); }
            """)
        let found = Self.failures(sheet, Self.pairsOfRules(sheet))
        #expect(found.count == 3)
        #expect(found.first?.hasPrefix("text on surface: 4.47") == true)
        #expect(found.filter { $0.contains("no colour") }.count == 2)
    }

    /// Where each step cannot be told by a contrast of 3, at least none is mistaken for its
    /// neighbour, and the order is that of what is shown.
    @Test(arguments: StyleSheet.Theme.allCases)
    func heatGrowsStepByStep(_ theme: StyleSheet.Theme) throws {
        let sheet = try StyleSheet.ours()
        let surface = try #require(sheet.colour("surface", theme))
        let steps = try (0...5).map { try #require(sheet.colour("heat-\($0)", theme)) }
        let contrasts = steps.map { $0.contrast(to: surface) }
        #expect(contrasts == contrasts.sorted())
        for (step, next) in zip(steps, steps.dropFirst()) {
            #expect(step.contrast(to: next) >= 1.2, "\(contrasts)")
        }
    }
}
