import Testing

@testable import Localization

@Suite struct LocalizedTextTests {
    @Test func englishIsWhatStandsInTheSource() {
        #expect(localized("Nothing is blocked.\n") == "Nothing is blocked.\n")
        let (name, hours) = ("Games", 3)
        #expect(localized("\(name) is blocked for \(hours) h.") == "Games is blocked for 3 h.")
        #expect(localized("\(name)\(hours)") == "Games3")
        #expect(LocalizedText("\(name) is open").english == "Games is open")
    }

    @Test func keysHaveNumberedPlaceholders() {
        let (name, end) = ("Games", "06:30")
        #expect(LocalizedText("Nothing.").key == "Nothing.")
        #expect(
            LocalizedText("\(name) is blocked until \(end).").key == "{1} is blocked until {2}.")
        #expect(LocalizedText("\(.count) of \(name)").key == "{1} of {2}")
    }

    @Test func aCountHasTwoForms() {
        let text = { (count: Int) in
            localized(count: count, one: "\(.count) day of \("3")", other: "\(.count) days")
        }
        #expect(text(1) == "1 day of 3")
        #expect([0, 2, -1].map(text) == ["0 days", "2 days", "-1 days"])
        let german = Translation(["{1} day of {2}": "{2}, davon {1} Tag", "{1} days": "{1} Tage"])
        #expect(german.used { [1, 2].map(text) } == ["3, davon 1 Tag", "2 Tage"])
    }

    @Test func aTranslationMovesPlaceholders() {
        let translation = Translation([
            "{1} is blocked until {2}.": "Bis {2} ist {1} gesperrt; {1}!", "Open": "Offen",
        ])
        translation.used {
            #expect(
                localized("\("Games") is blocked until \("06:30").")
                    == "Bis 06:30 ist Games gesperrt; Games!")
            #expect(localized("Open") == "Offen")
            // No translation: English.
            #expect(localized("\("Games") is open.") == "Games is open.")
        }
        #expect(localized("Open") == "Open")
    }

    @Test(arguments: ["{1}", "{2}", "{", "}", "{}", "{{1}}", "{9"])
    func bracesInValuesAreKept(value: String) {
        let text = { localized("\(value) and \("x")") }
        #expect(text() == "\(value) and x")
        #expect(Translation(["{1} and {2}": "{2}, {1}"]).used(in: text) == "x, \(value)")
    }

    @Test func otherBracesAreKept() {
        let value = "x"
        #expect(localized("{\(value)} {a} {0} {2} {-1} {") == "{x} {a} {0} {2} {-1} {")
        #expect(localized("{1}") == "{1}")
    }

    /// A text may hold texts that are translated by themselves.
    @Test func textsMayBeNested() {
        let translation = Translation(["in {1}": "nach {1}", "{1} h": "{1} Std."])
        #expect(translation.used { localized("in \(localized("\(2) h"))") } == "nach 2 Std.")
    }
}
