import API
import TestSupport
import Testing

@testable import Localization
@testable import soteria_agent

/// With every text of the catalogue in strange letters, a notice has no word in plain letters but
/// what the daemon sent, names and commands.
struct PseudoTranslationTests {
    private static let translation: Translation = {
        let english = EmbeddedFiles.all["Texts/en.json"].flatMap(Translation.init(catalogue:))
        return Translation(PseudoTranslation.texts((english?.texts ?? [:]).keys))
    }()

    private static func words(_ text: String) -> Set<String> {
        PseudoTranslation.plainWords(in: text)
    }

    @Test(arguments: NoticeControllerTests.rows)
    func promptsAreTranslated(row: NoticeControllerTests.Row) throws {
        try Self.translation.used {
            for capabilities in [["actions", "body"], ["body"]] {
                var desktop = Desktop()
                desktop.capabilities = Capabilities(capabilities)
                _ = desktop.handle(.opened(row.prompt))
                let form = try #require(desktop[5])
                let sent = Self.words("\(row.prompt.title) \(row.prompt.text) \(row.command)")
                let text = ([form.body] + form.labels).joined(separator: " ")
                #expect(Self.words(text).subtracting(sent) == [], "\(text)")
            }
        }
    }

    @Test(arguments: NoticeAnswersTests.refusals)
    func refusalsAreTranslated(refusal: NoticeAnswersTests.Refusal) {
        let desktop = Self.translation.used {
            NoticeAnswersTests.answered(
                .blocked(), .planned, .failure(.refused(refusal.error)))
        }
        let plain = Self.words(desktop[5]?.body ?? "None")
        // The daemon's own reason is English.
        #expect(plain == [] || refusal.error is PromptsAPI.NotPossible, "\(plain)")
    }

    @Test func answersAreTranslated() {
        let until = "2026-11-22T23:13:00+01:00"
        Self.translation.used {
            for choice in PromptsAPI.Choice.allCases {
                let text = NoticeWording.led(
                    choice, to: .init(request: 12, until: until), .other(.logOutcome, request: 9))
                #expect(Self.words(text).subtracting(["soteria", "log"]) == [], "\(text)")
            }
            for moments in [nil, 0, 1, 3] {
                #expect(Self.words(NoticeWording.kept(moments)) == [])
            }
        }
    }

    @Test func theCommandLineIsTranslated() {
        Self.translation.used {
            #expect(Self.words(Options.help) == [])
            let failure = #expect(throws: StartFailure.self) { try Options(["--fast"]) }
            #expect(Self.words(failure?.message ?? "None") == ["fast"])
        }
    }

    /// The journal stays English; only the notice is translated.
    @Test func theReasonOfAnExemptionIsEnglishInTheJournal() {
        for exemption in Exemption.allCases {
            let text = Self.translation.used { exemption.text }
            #expect(text == exemption.text && Self.words(text).count > 3)
            #expect(Self.words(Self.translation.used { localized(exemption.reason) }) == [])
        }
    }
}
