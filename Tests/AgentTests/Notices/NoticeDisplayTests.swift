import Testing

@testable import soteria_agent

struct NoticeDisplayTests {
    typealias Order = NoticeDisplay.Order
    static let capabilities = Capabilities(["actions", "body"])

    static func notice(_ title: String, _ lifetime: Notice.Lifetime = .question) -> Notice {
        Notice(
            title: title, text: "text", buttons: [.init(key: "keep", label: "Keep")],
            lifetime: lifetime)
    }

    static func show(
        _ place: NoticeDisplay.Place, _ title: String, replacing number: UInt32 = 0,
        _ lifetime: Notice.Lifetime = .question
    ) -> Order {
        .show(
            place, NotificationForm(notice(title, lifetime), capabilities), replacing: number)
    }

    /// A display whose service has said what it can do.
    private func ready() -> NoticeDisplay {
        var display = NoticeDisplay()
        #expect(display.put(Self.notice("first"), at: .prompt(0)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(0), "first")])
        #expect(display.handle(.shown(.prompt(0), 100)) == [])
        #expect(display.remove(.prompt(0)) == [.close(100)])
        return display
    }

    /// A display that shows one notice, `a` under the number 1.
    private func showing(_ lifetime: Notice.Lifetime = .question) -> NoticeDisplay {
        var display = ready()
        #expect(
            display.put(Self.notice("a", lifetime), at: .prompt(1))
                == [Self.show(.prompt(1), "a", lifetime)])
        #expect(display.handle(.shown(.prompt(1), 1)) == [])
        return display
    }

    @Test func asksFirstAndShowsInTheOrderOfPutting() {
        var display = NoticeDisplay()
        #expect(display.put(Self.notice("a"), at: .prompt(9)) == [.ask])
        #expect(display.put(Self.notice("b"), at: .information("x")) == [])
        #expect(display.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(display.remove(.information("x")) == [])
        #expect(
            display.handle(.capable(Self.capabilities))
                == [Self.show(.prompt(9), "a"), Self.show(.prompt(1), "c")])
        #expect(display.handle(.capable(Self.capabilities)) == [], "said twice")
    }

    @Test func replacesWhatIsShown() {
        var display = showing()
        #expect(display.put(Self.notice("a"), at: .prompt(1)) == [], "the same")
        #expect(
            display.put(Self.notice("a"), at: .prompt(1), isAnew: true)
                == [Self.show(.prompt(1), "a", replacing: 1)])
        #expect(display.handle(.shown(.prompt(1), 1)) == [])
        #expect(
            display.put(Self.notice("b"), at: .prompt(1))
                == [Self.show(.prompt(1), "b", replacing: 1)])
        #expect(display.handle(.shown(.prompt(1), 5)) == [], "a service may give another number")
        #expect(display.remove(.prompt(1)) == [.close(5)])
        #expect(display.remove(.prompt(1)) == [])
    }

    @Test func hasOneCallForAPlaceUnderWayAtATime() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.put(Self.notice("b"), at: .prompt(1)) == [])
        #expect(display.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(
            display.handle(.shown(.prompt(1), 1)) == [Self.show(.prompt(1), "c", replacing: 1)])
        #expect(display.handle(.shown(.prompt(1), 1)) == [])
    }

    @Test func closesWhatWasTakenAwayWhileItWasBeingShown() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.remove(.prompt(1)) == [])
        #expect(display.handle(.shown(.prompt(1), 1)) == [.close(1)])
    }

    @Test func showsWhatWasPutAfterThatOnlyThen() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        _ = display.remove(.prompt(1))
        #expect(display.put(Self.notice("b"), at: .prompt(1)) == [])
        #expect(
            display.handle(.shown(.prompt(1), 1)) == [.close(1), Self.show(.prompt(1), "b")])
        #expect(display.handle(.shown(.prompt(1), 2)) == [])
        #expect(display.notice(shownAs: 2)?.notice.title == "b")
        #expect(display.notice(shownAs: 1) == nil)
    }

    @Test func whatIsClosedStaysAwayUntilItIsPutAnew() {
        var display = showing()
        #expect(display.handle(.closed(1)) == [])
        #expect(display.notice(shownAs: 1) == nil)
        #expect(display.update(Self.notice("b"), at: .prompt(1)) == [])
        #expect(display.handle(.owner(isThere: false)) == [])
        #expect(display.handle(.owner(isThere: true)) == [], "nothing is to be shown")
        #expect(display.showAgain(.prompt(1)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(1), "b")])
    }

    @Test func updatesWhatIsShown() {
        var display = showing()
        #expect(
            display.update(Self.notice("b"), at: .prompt(1))
                == [Self.show(.prompt(1), "b", replacing: 1)])
        #expect(display.update(Self.notice("x"), at: .prompt(7)) == [], "nothing is there")
        #expect(display.showAgain(.prompt(7)) == [])
    }

    @Test func aNumberThatIsBeingReplacedIsNotClosed() {
        // The service closes what was pressed, and shows the next under the same number.
        var display = showing()
        _ = display.put(Self.notice("b"), at: .prompt(1))
        #expect(display.notice(shownAs: 1) == nil)
        #expect(display.handle(.closed(1)) == [])
        #expect(display.handle(.shown(.prompt(1), 1)) == [])
        #expect(display.notice(shownAs: 1)?.notice.title == "b")
    }

    @Test func unknownNumbersAreIgnored() {
        var display = showing()
        for event in [NoticeDisplay.Event.closed(99), .notShown(.prompt(99), isSilent: false)] {
            #expect(display.handle(event) == [])
        }
        #expect(display.handle(.shown(.prompt(99), 4)) == [.close(4)], "nobody wants it")
        #expect(display.notice(shownAs: 1) != nil)
    }

    @Test func whatAServiceRefusesIsNotTriedForEver() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.handle(.notShown(.prompt(1), isSilent: false)) == [])
        #expect(
            display.put(Self.notice("b"), at: .prompt(1)) == [Self.show(.prompt(1), "b")],
            "but what is put again is")
        #expect(display.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(
            display.handle(.notShown(.prompt(1), isSilent: false)) == [Self.show(.prompt(1), "c")],
            "and what changed meanwhile")
    }

    @Test func theNextServiceIsShownWhatOneRefused() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        _ = display.handle(.notShown(.prompt(1), isSilent: false))
        #expect(display.handle(.owner(isThere: true)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }

    // MARK: Services that come and go

    @Test func showsWhatIsOpenAgainWhenTheServiceIsStartedAnew() {
        var display = showing()
        #expect(display.handle(.owner(isThere: false)) == [], "nothing starts it")
        #expect(display.isBlind)
        #expect(display.handle(.owner(isThere: true)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
        #expect(display.handle(.shown(.prompt(1), 1)) == [])
        #expect(!display.isBlind)
    }

    @Test func showsWhatIsOpenAgainWhenAnotherServiceTakesOver() {
        var display = showing(.news)
        #expect(display.handle(.owner(isThere: true)) == [.ask])
        #expect(
            display.handle(.capable(Capabilities([])))
                == [
                    .show(
                        .prompt(1),
                        NotificationForm(Self.notice("a", .news), Capabilities([])),
                        replacing: 0)
                ])
    }

    @Test func whatWasToldOnceIsNotToldAgain() {
        var display = showing(.passing)
        #expect(display.handle(.owner(isThere: true)) == [])
        #expect(display.remove(.prompt(1)) == [])
        var other = showing(.passing)
        #expect(other.handle(.closed(1)) == [])
        #expect(other.showAgain(.prompt(1)) == [], "closed is forgotten")
    }

    @Test func aNewNoticeStartsAServiceThatIsGone() {
        var display = showing()
        _ = display.handle(.owner(isThere: false))
        #expect(display.put(Self.notice("b"), at: .prompt(2)) == [.ask])
        // The call has the bus start it, which tells of the owner before it answers.
        #expect(display.handle(.owner(isThere: true)) == [])
        #expect(
            display.handle(.capable(Self.capabilities))
                == [Self.show(.prompt(1), "a"), Self.show(.prompt(2), "b")])
    }

    @Test func asksAgainWhereTheServiceCameWhileItDidNotAnswer() {
        var display = NoticeDisplay()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.handle(.owner(isThere: true)) == [])
        #expect(display.handle(.unable(isSilent: false)) == [.ask])
        #expect(display.handle(.unable(isSilent: false)) == [])
    }

    @Test func withoutAServiceEachNewNoticeAsks() {
        var display = NoticeDisplay()
        #expect(display.put(Self.notice("a"), at: .prompt(1)) == [.ask])
        #expect(display.handle(.unable(isSilent: false)) == [])
        #expect(display.isBlind)
        #expect(display.put(Self.notice("b"), at: .prompt(2)) == [.ask])
        #expect(display.handle(.unable(isSilent: true)) == [])
        #expect(display.put(Self.notice("c"), at: .prompt(3)) == [], "a silent one is left alone")
        #expect(display.handle(.unable(isSilent: false)) == [], "nobody asked")
        #expect(display.handle(.owner(isThere: true)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)).count == 3)
    }

    @Test func aServiceThatFallsSilentIsLeftAloneUntilItReturns() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.handle(.notShown(.prompt(1), isSilent: true)) == [])
        #expect(display.isBlind)
        #expect(display.put(Self.notice("b"), at: .prompt(2)) == [])
        #expect(display.handle(.owner(isThere: false)) == [])
        #expect(display.handle(.owner(isThere: true)) == [.ask])
        #expect(
            display.handle(.capable(Self.capabilities))
                == [Self.show(.prompt(1), "a"), Self.show(.prompt(2), "b")])
    }

    @Test func aCallThatEndedWithItsServiceIsMadeAnew() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        #expect(display.handle(.owner(isThere: false)) == [])
        #expect(display.handle(.owner(isThere: true)) == [], "the call is still under way")
        #expect(display.handle(.notShown(.prompt(1), isSilent: false)) == [.ask])
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }

    @Test func aNumberOfTheServiceBeforeIsNotTakenForTheNextOnes() {
        var display = ready()
        _ = display.put(Self.notice("a"), at: .prompt(1))
        _ = display.handle(.owner(isThere: true))
        #expect(display.handle(.shown(.prompt(1), 6)) == [.ask])
        #expect(display.notice(shownAs: 6) == nil)
        #expect(display.handle(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }
}
