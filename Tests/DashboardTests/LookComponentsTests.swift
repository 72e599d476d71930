import Testing

@testable import Dashboard

/// The components and their states, and what the style sheet must not do.
@Suite struct LookComponentsTests {
    /// The classes that pages may count on.
    static let classes: Set<String> = [
        "stack", "stack-small", "stack-large", "row", "row-spread", "grid", "grid-small", "fields",
        "narrow",
        "centre", "card", "card-title", "figure", "figure-value", "figure-label", "button",
        "button-primary", "button-secondary", "button-ghost", "button-destructive", "is-loading",
        "is-focus", "is-pressed", "is-success", "is-error", "field", "field-hint", "field-error",
        "field-success", "input", "select", "checkbox", "choice", "badge", "badge-neutral",
        "badge-blocked", "badge-open", "badge-warning", "badge-success", "badge-error", "list",
        "list-item", "table", "table-scroll", "number", "dialog", "toast", "toast-success",
        "toast-error", "nav", "nav-link", "notice", "notice-info", "notice-warning",
        "notice-error", "muted", "caption", "body-small", "body-large", "heading-medium",
        "heading-large", "visually-hidden", "empty", "progress", "chart", "chart-1", "chart-2",
        "chart-3", "chart-4", "chart-line-1", "chart-line-2", "chart-line-3", "chart-line-4",
        "chart-grid", "chart-axis", "heat-0", "heat-1", "heat-2", "heat-3",
        "heat-4", "heat-5", "pulse", "countdown", "code", "swatch", "rise-card", "rise-buttons",
        "rise-text", "rise-suggestions", "is-still", "facts", "diagnostic", "path", "charts",
        "ranges",
        "field-button", "countdown-small", "chart-narrow", "chart-wide", "chart-value",
        "chart-label",
        "chart-title", "chart-halo", "chart-track", "chart-band", "chart-now", "chart-hatch",
        "chart-marker-1", "chart-marker-2", "chart-marker-3", "chart-marker-4", "heat-cell",
        "heat-label-0", "heat-label-1", "heat-label-2", "heat-label-3", "heat-label-4",
        "heat-label-5",
    ]

    static func unstyled(_ classes: Set<String>, in sheet: StyleSheet) -> Set<String> {
        classes.subtracting(sheet.rules.flatMap { $0.classes })
    }

    /// Rules for a state that the browser knows, without the class that shows it.
    static func unshown(_ sheet: StyleSheet) -> [String] {
        let mirrors = [":active": ".is-pressed", ":focus-visible": ".is-focus"]
        return sheet.rules.filter { rule in
            mirrors.contains { state, mirror in
                rule.selector.contains(state) && !rule.selector.contains(mirror)
            }
        }
        .map(\.selector)
    }

    /// The controls that are smaller than a finger.
    static func small(_ sheet: StyleSheet, among selectors: [String]) -> [String] {
        selectors.filter { selector in
            let heights = sheet.rules.filter { rule in
                rule.selector.split(separator: ",").contains {
                    $0.trimmingPrefix(while: \.isWhitespace) == selector
                }
            }
            .compactMap { $0.declarations["min-block-size"] }
            return !heights.contains { (sheet.pixels($0) ?? 0) >= 44 }
        }
    }

    @Test func everyClassOfTheListIsStyled() throws {
        let sheet = try StyleSheet.ours()
        #expect(Self.unstyled(Self.classes, in: sheet) == [])
        #expect(Self.unstyled(["card", "carb"], in: sheet) == ["carb"])
    }

    /// All that is styled is on the list, but for what only the frame and the script use.
    @Test func nothingIsStyledThatNobodyMayUse() throws {
        let ofFrame: Set<String> = [
            "header", "header-inside", "brand", "main", "footer", "notices", "live", "skip-link",
        ]
        let styled = Set(try StyleSheet.ours().rules.flatMap { $0.classes })
        #expect(styled.subtracting(Self.classes).subtracting(ofFrame) == [])
    }

    /// Plain links are pressed and focused on their own; the rest can be looked at.
    @Test func statesOfTheBrowserAreMirrored() throws {
        let own = [
            "a:active", ":is(h1, h2, main, .live):focus, .choice :focus-visible",
            ".checkbox [aria-invalid=\"true\"]:not(:focus-visible)",
        ]
        #expect(Set(Self.unshown(try .ours())) == Set(own))
        let bad = StyleSheet(".button:active { color: red } .input:is(:active, .is-pressed) {}")
        #expect(Self.unshown(bad) == [".button:active"])
    }

    @Test(arguments: ["hover", "focus-visible", "active", "disabled"])
    func buttonsAndFieldsHaveTheState(_ state: String) throws {
        let selectors = try StyleSheet.ours().rules.map(\.selector).filter {
            $0.contains(":\(state)")
        }
        if state == "focus-visible" {
            #expect(selectors.contains { $0.hasPrefix(":focus-visible,") })
        } else {
            #expect(selectors.contains { $0.contains(".button") })
            #expect(selectors.contains { $0.contains(".input") && $0.contains(".select") })
        }
    }

    @Test func targetsAreAsBigAsAFinger() throws {
        let sheet = try StyleSheet.ours()
        #expect(sheet.pixels("var(--touch-target)") == 44)
        let targets = [
            ".button", ".input", ".select", ".checkbox", ".choice", ".nav-link", ".brand",
            ".list-item", "summary", ".toast",
        ]
        #expect(Self.small(sheet, among: targets) == [])
        let bad = StyleSheet(".a, .b { min-block-size: 40px } .c { min-block-size: 3rem } .d {}")
        #expect(Self.small(bad, among: [".a", ".b", ".c", ".d"]) == [".a", ".b", ".d"])
    }

    /// The timeline of the check-in, in milliseconds after the card begins to rise.
    @Test func theCheckInRisesInItsOrder() throws {
        let sheet = try StyleSheet.ours()
        func motion(_ name: String) throws -> [Double] {
            let rule = try #require(sheet.rules.first { $0.selector == ".rise-\(name)" })
            var value = try #require(rule.declarations["animation"])
            for (token, length) in sheet.tokens where token.hasPrefix("duration-") {
                value = value.replacing("var(--\(token))", with: length)
            }
            // The length first, then the delay, which may be a product.
            return value.matches(of: /calc\((\d+)ms \* (\d+)\)|(\d+)ms/).map { match in
                if let length = match.3 { return Double(length) ?? 0 }
                return (match.1.flatMap { Double($0) } ?? 0) * (match.2.flatMap { Double($0) } ?? 0)
            }
        }
        #expect(try motion("card") == [500])
        #expect(try motion("buttons") == [300, 200])
        #expect(try motion("text") == [300, 300])
        #expect(try motion("suggestions") == [300, 600])
    }

    @Test func nothingComesFromElsewhere() throws {
        let text = try StyleSheet.ours().text
        for word in ["@import", "@font-face", "url(", "http:", "https:", "expression("] {
            #expect(!text.contains(word))
        }
    }

    @Test func forcedColoursKeepWhatColourAloneWouldSay() throws {
        let forced = try StyleSheet.ours().rules.filter {
            $0.within == ["@media (forced-colors: active)"]
        }
        #expect(Set(forced.flatMap(\.classes)).isSuperset(of: ["nav-link", "badge", "progress"]))
    }
}
