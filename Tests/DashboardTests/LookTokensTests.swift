import Testing

@testable import Dashboard

/// The design tokens: which there are, and that nothing goes past them.
@Suite struct LookTokensTests {
    /// Where a value of a sheet is no token though it should be, and where a token is missing.
    enum Tokens {
        /// Colours that are no pair for both themes.
        static func onesided(_ sheet: StyleSheet) -> [String] {
            sheet.tokens.filter { _, value in
                value.contains("#") || value.contains("light-dark") || value.contains("rgb")
            }
            .filter { _, value in
                guard let pair = StyleSheet.pair(value) else { return true }
                return ![pair.light, pair.dark].allSatisfy(isColour)
            }
            .keys.sorted()
        }

        /// `#rrggbb`, or with a share of transparency behind it.
        private static func isColour(_ text: String) -> Bool {
            text.wholeMatch(of: /#[0-9a-f]{6}([0-9a-f]{2})?/) != nil
        }

        /// Tokens that are read and nowhere set.
        static func undefined(_ sheet: StyleSheet, reading texts: [String]) -> Set<String> {
            Set((texts + [sheet.text]).flatMap { StyleSheet.names(in: $0) })
                .subtracting(sheet.tokens.keys)
        }

        /// Tokens that are set and nowhere read.
        static func unused(_ sheet: StyleSheet, reading texts: [String]) -> Set<String> {
            Set(sheet.tokens.keys).subtracting(
                (texts + [sheet.text]).flatMap { StyleSheet.names(in: $0) })
        }

        /// Colours and durations in rules, which only tokens may say.
        static func spoken(_ sheet: StyleSheet) -> [String] {
            sheet.rules.filter { !$0.selector.hasPrefix(":root") }.flatMap { rule in
                rule.declarations.values.filter { value in
                    value.contains(/#[0-9a-fA-F]{3,8}\b|rgb|hsl|\b[0-9.]+m?s\b/)
                }
                .map { "\(rule.selector): \($0)" }
            }
        }

        /// Paddings, margins and gaps that are off the grid of 4 px; hair lines are not.
        static func offGrid(_ sheet: StyleSheet) -> [String] {
            sheet.rules.flatMap { rule in
                rule.declarations.filter { name, _ in
                    name.contains("padding") || name.contains("margin") || name.hasSuffix("gap")
                }
                .flatMap { _, value in value.matches(of: /(-?[0-9.]+)(px|rem|em)\b/) }
                .filter { match in
                    let pixels = (Double(match.1) ?? 0) * (match.2 == "px" ? 1 : 16)
                    return abs(pixels) > 1 && pixels.truncatingRemainder(dividingBy: 4) != 0
                }
                .map { "\(rule.selector): \($0.0)" }
            }
        }
    }

    @Test func everyColourIsOneForEachTheme() throws {
        let sheet = try StyleSheet.ours()
        #expect(Tokens.onesided(sheet) == [])
        #expect(sheet.tokens.values.count { StyleSheet.pair($0) != nil } > 40)
        let bad = StyleSheet(
            """
            :root { --a: #ffffff; --b: light-dark(#ffffff, white); }
            :root { --c: light-dark(#000000, #fff000) }
            """
        )
        #expect(Tokens.onesided(bad) == ["a", "b"])
    }

    /// The system's wish decides unless the person has chosen.
    @Test func themesAreChosenByTheSystemOrThePerson() throws {
        let sheet = try StyleSheet.ours()
        func scheme(_ selector: String) -> String? {
            sheet.rules.compactMap {
                $0.selector == selector ? $0.declarations["color-scheme"] : nil
            }.first
        }
        #expect(scheme(":root") == "light dark")
        #expect(scheme(#":root[data-theme="light"]"#) == "light")
        #expect(scheme(#":root[data-theme="dark"]"#) == "dark")
    }

    @Test func everyTokenThatIsReadIsSetAndTheOtherWayRound() throws {
        let sheet = try StyleSheet.ours()
        let templates = try Sources.templates().values.map { $0 }
        #expect(Tokens.undefined(sheet, reading: templates) == [])
        // The page of all components reads the marks by their names.
        let named = ComponentsRoutes.marks.map { "var(--\($0))" }
        #expect(Tokens.unused(sheet, reading: named) == [])
        let bad = StyleSheet(":root { --a: 1px; --b: 2px } p { margin: var(--c) var(--a) }")
        #expect(Tokens.undefined(bad, reading: ["fill=\"var(--d)\""]) == ["c", "d"])
        #expect(Tokens.unused(bad, reading: []) == ["b"])
    }

    @Test func onlyTokensSayColoursAndDurations() throws {
        #expect(Tokens.spoken(try .ours()) == [])
        let bad = StyleSheet("p { color: #123456 } a { transition: color 0.2s } i { margin: 4px }")
        #expect(Tokens.spoken(bad) == ["p: #123456", "a: color 0.2s"])
    }

    @Test func spacingStandsOnTheGrid() throws {
        let sheet = try StyleSheet.ours()
        for space in [4, 8, 16, 24, 32] {
            #expect(sheet.tokens["space-\(space)"] == "\(space)px")
        }
        #expect(sheet.tokens.keys.count { $0.hasPrefix("space-") } == 5)
        #expect(Tokens.offGrid(sheet) == [])
        let bad = StyleSheet("p { margin: 8px 6px; gap: 0.3rem } a { padding: 1px 12px }")
        #expect(Tokens.offGrid(bad).sorted() == ["p: 0.3rem", "p: 6px"])
    }

    @Test func durationsAreThreeAndNoneWhereLessMotionIsWished() throws {
        let sheet = try StyleSheet.ours()
        let lengths = ["short": "200ms", "medium": "300ms", "long": "500ms"]
        for (name, length) in lengths { #expect(sheet.tokens["duration-\(name)"] == length) }
        let reduced = sheet.rules.filter {
            $0.within == ["@media (prefers-reduced-motion: reduce)"]
        }
        let tokens = try #require(reduced.first { $0.selector == ":root" })
        #expect(
            tokens.declarations == [
                "--duration-short": "0ms", "--duration-medium": "0ms", "--duration-long": "0ms",
            ])
        let everything = try #require(reduced.first { $0.selector.hasPrefix("*,") })
        #expect(everything.declarations["animation"] == "none !important")
        #expect(everything.declarations["transition"] == "none !important")
    }

    /// Size and height of a line stand on the grid, and every step of type has all three.
    @Test(arguments: [
        "heading-large", "heading-medium", "body-large", "body-medium", "body-small", "caption",
    ])
    func typeHasSizeLineAndWeight(_ step: String) throws {
        let sheet = try StyleSheet.ours()
        let size = try #require(sheet.pixels("var(--\(step)-size)"))
        let line = try #require(sheet.pixels("var(--\(step)-line)"))
        let weight = try #require(sheet.tokens["\(step)-weight"].flatMap(Double.init))
        #expect(size >= 13 && line >= size * 1.25)
        #expect(line.truncatingRemainder(dividingBy: 4) == 0)
        #expect((400...700).contains(weight))
    }

    @Test func thePageOfComponentsShowsEveryColour() throws {
        let shown = Set(
            ComponentsRoutes.marks + ComponentsRoutes.grounds.flatMap { [$0.name, $0.on] })
        let colours = try StyleSheet.ours().tokens.filter { StyleSheet.pair($0.value) != nil }.keys
        #expect(Set(colours).subtracting(shown) == ["backdrop", "shadow-ground"])
        #expect(shown.subtracting(colours) == [])
    }
}
