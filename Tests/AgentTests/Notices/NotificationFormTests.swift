import Systemd
import Testing

@testable import soteria_agent

struct NotificationFormTests {
    static let everything = Capabilities(["actions", "body", "body-markup", "icon-static"])
    static let notice = Notice(
        title: "Shopping is blocked", text: "Ham & <b>eggs</b>\nIs it planned?",
        buttons: [
            .init(key: "keep", label: "Keep the block"), .init(key: "planned", label: "Planned"),
        ], command: "soteria unblock shopping", lifetime: .question)

    @Test func capabilitiesAreReadByTheirNames() {
        #expect(Capabilities([]) == Capabilities(["persistence", "Actions", "x-actions"]))
        let some = Capabilities(["body", "actions"])
        #expect(some.hasActions && some.hasBody && !some.hasMarkup)
        #expect(Self.everything.hasMarkup)
    }

    @Test func takesTheWholeFormWithAServiceThatDoesEverything() {
        let form = NotificationForm(Self.notice, Self.everything)
        #expect(form.summary == "Shopping is blocked")
        #expect(form.body == "Ham &amp; &lt;b&gt;eggs&lt;/b&gt;\nIs it planned?")
        #expect(form.actions == ["keep", "Keep the block", "planned", "Planned"])
    }

    @Test func textIsPlainWithoutMarkup() {
        let form = NotificationForm(Self.notice, Capabilities(["actions", "body"]))
        #expect(form.body == "Ham & <b>eggs</b>\nIs it planned?")
    }

    @Test func saysWhatToRunWithoutActions() {
        let form = NotificationForm(Self.notice, Capabilities(["body"]))
        #expect(form.actions.isEmpty)
        #expect(form.body.hasSuffix("Is it planned?\nRun: soteria unblock shopping"))
        var bare = Self.notice
        bare.text = ""
        #expect(
            NotificationForm(bare, Capabilities(["body"])).body == "Run: soteria unblock shopping")
        bare.command = nil
        #expect(NotificationForm(bare, Capabilities(["body"])).body == "")
    }

    @Test func allIsInTheTitleWithoutBody() {
        let form = NotificationForm(Self.notice, Capabilities(["actions"]))
        #expect(form.summary == "Shopping is blocked: Ham & <b>eggs</b> Is it planned?")
        #expect(form.body == "")
        var bare = Self.notice
        bare.text = ""
        #expect(NotificationForm(bare, Capabilities(["actions"])).summary == bare.title)
    }

    @Test func theTitleIsNeverMarkup() {
        var notice = Self.notice
        notice.title = "Ham & <eggs>"
        #expect(NotificationForm(notice, Self.everything).summary == "Ham & <eggs>")
    }

    @Test(arguments: [
        (Notice.Lifetime.question, Int32(0), "x-soteria.question"),
        (.news, -1, "x-soteria.information"), (.passing, -1, "x-soteria.information"),
    ])
    func questionsStay(standing: Notice.Lifetime, timeout: Int32, category: String) {
        var notice = Self.notice
        notice.lifetime = standing
        let form = NotificationForm(notice, Self.everything)
        #expect(form.timeout == timeout)
        #expect(form.category == category)
    }

    @Test func argumentsAreThoseOfTheSpecification() {
        let form = NotificationForm(Self.notice, Self.everything)
        let arguments = form.arguments(replacing: 7)
        #expect(arguments.count == 8)
        guard arguments.count == 8, case .string(let app) = arguments[0],
            case .uint32(let replaced) = arguments[1], case .string(let icon) = arguments[2],
            case .string(let summary) = arguments[3], case .string(let body) = arguments[4],
            case .strings(let actions) = arguments[5],
            case .dictionary(let hints) = arguments[6], case .int32(let timeout) = arguments[7]
        else {
            Issue.record("types other than susssasa{sv}i")
            return
        }
        #expect((app, replaced, icon) == ("Soteria", 7, "soteria"))
        #expect((summary, body, actions) == (form.summary, form.body, form.actions))
        #expect(timeout == 0)
        #expect(hints.map(\.0) == ["urgency", "category", "desktop-entry"])
        guard case .byte(1) = hints[0].1, case .string("x-soteria.question") = hints[1].1,
            case .string("org.soteria.Soteria") = hints[2].1
        else {
            Issue.record("other hints")
            return
        }
    }

    @Test func anInformationOffersItsButtonOnlyWhereThereIsSomethingToUnblock() {
        var information = Information(id: "app", title: "Steam is paused", text: "Until 23:13.")
        #expect(information.notice.buttons.isEmpty)
        #expect(information.notice.command == nil)
        #expect(information.notice.lifetime == .passing)
        information.unblocks = "/opt/My Games/run"
        #expect(information.notice.buttons == [.init(key: "unblock", label: "Unblock…")])
        #expect(information.notice.command == "soteria unblock --app '/opt/My Games/run'")
    }
}
