import Testing

@testable import Localization

@Suite struct TranslationTests {
    private static let files = [
        "Texts/de": #"{"Open": "Offen"}"#, "Texts/pt": #"{"Open": "Aberto"}"#,
        "Texts/pt_BR": #"{"Open": "Liberado"}"#, "Texts/en": #"{"Open": "unread"}"#,
        "Texts/fr": #"{"Open": 1}"#, "Texts/es": "{", "Other/it": #"{"Open": "Aperto"}"#,
    ].reduce(into: [String: [UInt8]]()) { $0["\($1.key).json"] = Array($1.value.utf8) }

    private func open(_ variables: [String: String]) -> String {
        Translation.chosen(variable: { variables[$0] }, files: Self.files)
            .used { localized("Open") }
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "Offen"), ("de", "Offen"), ("de_AT@euro", "Offen"), ("pt_PT", "Aberto"),
        ("pt_BR.UTF-8", "Liberado"), ("it_IT.UTF-8", "Open"), ("en_GB.UTF-8", "Open"),
        ("en", "Open"), ("C", "Open"), ("C.UTF-8", "Open"), ("POSIX", "Open"), ("", "Open"),
        ("deu", "Open"), ("../Texts/de", "Open"),
    ])
    func theLocaleChoosesTheFile(locale: String, text: String) {
        #expect(open(["LANG": locale]) == text)
    }

    @Test func theFirstVariableThatIsSetCounts() {
        #expect(open(["LC_ALL": "de", "LC_MESSAGES": "pt", "LANG": "C"]) == "Offen")
        #expect(open(["LC_ALL": "", "LC_MESSAGES": "pt", "LANG": "de"]) == "Aberto")
        #expect(open(["LC_ALL": "C", "LANG": "de"]) == "Open")
        #expect(open(["LANG": "de", "LC_CTYPE": "pt"]) == "Offen")
        #expect(open([:]) == "Open")
    }

    @Test(arguments: ["fr", "es"])
    func aFileThatIsNoCatalogueTranslatesNothing(locale: String) {
        #expect(open(["LANG": locale]) == "Open")
    }

    @Test func englishReadsNoFile() {
        func unread() -> [String: [UInt8]] {
            Issue.record("the files were read")
            return [:]
        }
        for locale in ["", "C", "C.UTF-8", "POSIX", "en_US.UTF-8"] {
            let chosen = Translation.chosen(variable: { _ in locale }, files: unread())
            #expect(chosen.used { localized("Open") } == "Open")
        }
    }
}
