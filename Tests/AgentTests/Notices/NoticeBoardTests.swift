import Testing

@testable import soteria_agent

struct NoticeBoardTests {
    typealias Order = NoticeBoard.Order
    static let capabilities = Capabilities(["actions", "body"])

    static func notice(_ title: String, _ standing: Notice.Standing = .question) -> Notice {
        Notice(
            title: title, text: "text", buttons: [.init(key: "keep", label: "Keep")],
            standing: standing)
    }

    static func show(
        _ place: NoticeBoard.Place, _ title: String, replacing number: UInt32 = 0,
        _ standing: Notice.Standing = .question
    ) -> Order {
        .show(
            place, NotificationForm(notice(title, standing), capabilities), replacing: number)
    }

    /// A board whose service has said what it can do.
    private func ready() -> NoticeBoard {
        var board = NoticeBoard()
        #expect(board.put(Self.notice("first"), at: .prompt(0)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(0), "first")])
        #expect(board.take(.shown(.prompt(0), 100)) == [])
        #expect(board.remove(.prompt(0)) == [.close(100)])
        return board
    }

    /// A board that shows one notice, `a` under the number 1.
    private func showing(_ standing: Notice.Standing = .question) -> NoticeBoard {
        var board = ready()
        #expect(
            board.put(Self.notice("a", standing), at: .prompt(1))
                == [Self.show(.prompt(1), "a", standing)])
        #expect(board.take(.shown(.prompt(1), 1)) == [])
        return board
    }

    @Test func asksFirstAndShowsInTheOrderOfPutting() {
        var board = NoticeBoard()
        #expect(board.put(Self.notice("a"), at: .prompt(9)) == [.ask])
        #expect(board.put(Self.notice("b"), at: .information("x")) == [])
        #expect(board.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(board.remove(.information("x")) == [])
        #expect(
            board.take(.capable(Self.capabilities))
                == [Self.show(.prompt(9), "a"), Self.show(.prompt(1), "c")])
        #expect(board.take(.capable(Self.capabilities)) == [], "said twice")
    }

    @Test func replacesWhatIsShown() {
        var board = showing()
        #expect(board.put(Self.notice("a"), at: .prompt(1)) == [], "the same")
        #expect(
            board.put(Self.notice("a"), at: .prompt(1), isAnew: true)
                == [Self.show(.prompt(1), "a", replacing: 1)])
        #expect(board.take(.shown(.prompt(1), 1)) == [])
        #expect(
            board.put(Self.notice("b"), at: .prompt(1))
                == [Self.show(.prompt(1), "b", replacing: 1)])
        #expect(board.take(.shown(.prompt(1), 5)) == [], "a service may give another number")
        #expect(board.remove(.prompt(1)) == [.close(5)])
        #expect(board.remove(.prompt(1)) == [])
    }

    @Test func hasOneCallForAPlaceUnderWayAtATime() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.put(Self.notice("b"), at: .prompt(1)) == [])
        #expect(board.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(
            board.take(.shown(.prompt(1), 1)) == [Self.show(.prompt(1), "c", replacing: 1)])
        #expect(board.take(.shown(.prompt(1), 1)) == [])
    }

    @Test func closesWhatWasTakenAwayWhileItWasBeingShown() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.remove(.prompt(1)) == [])
        #expect(board.take(.shown(.prompt(1), 1)) == [.close(1)])
    }

    @Test func showsWhatWasPutAfterThatOnlyThen() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        _ = board.remove(.prompt(1))
        #expect(board.put(Self.notice("b"), at: .prompt(1)) == [])
        #expect(
            board.take(.shown(.prompt(1), 1)) == [.close(1), Self.show(.prompt(1), "b")])
        #expect(board.take(.shown(.prompt(1), 2)) == [])
        #expect(board.notice(shownAs: 2)?.notice.title == "b")
        #expect(board.notice(shownAs: 1) == nil)
    }

    @Test func whatIsClosedStaysAwayUntilItIsPutAnew() {
        var board = showing()
        #expect(board.take(.closed(1)) == [])
        #expect(board.notice(shownAs: 1) == nil)
        #expect(board.update(Self.notice("b"), at: .prompt(1)) == [])
        #expect(board.take(.owner(isThere: false)) == [])
        #expect(board.take(.owner(isThere: true)) == [], "nothing is to be shown")
        #expect(board.showAgain(.prompt(1)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(1), "b")])
    }

    @Test func updatesWhatIsShown() {
        var board = showing()
        #expect(
            board.update(Self.notice("b"), at: .prompt(1))
                == [Self.show(.prompt(1), "b", replacing: 1)])
        #expect(board.update(Self.notice("x"), at: .prompt(7)) == [], "nothing is there")
        #expect(board.showAgain(.prompt(7)) == [])
    }

    @Test func aNumberThatIsBeingReplacedIsNotClosed() {
        // The service closes what was pressed, and shows the next under the same number.
        var board = showing()
        _ = board.put(Self.notice("b"), at: .prompt(1))
        #expect(board.notice(shownAs: 1) == nil)
        #expect(board.take(.closed(1)) == [])
        #expect(board.take(.shown(.prompt(1), 1)) == [])
        #expect(board.notice(shownAs: 1)?.notice.title == "b")
    }

    @Test func unknownNumbersAreIgnored() {
        var board = showing()
        for event in [NoticeBoard.Event.closed(99), .notShown(.prompt(99), isSilent: false)] {
            #expect(board.take(event) == [])
        }
        #expect(board.take(.shown(.prompt(99), 4)) == [.close(4)], "nobody wants it")
        #expect(board.notice(shownAs: 1) != nil)
    }

    @Test func whatAServiceRefusesIsNotTriedForEver() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.take(.notShown(.prompt(1), isSilent: false)) == [])
        #expect(
            board.put(Self.notice("b"), at: .prompt(1)) == [Self.show(.prompt(1), "b")],
            "but what is put anew is")
        #expect(board.put(Self.notice("c"), at: .prompt(1)) == [])
        #expect(
            board.take(.notShown(.prompt(1), isSilent: false)) == [Self.show(.prompt(1), "c")],
            "and what changed meanwhile")
    }

    @Test func theNextServiceIsShownWhatOneRefused() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        _ = board.take(.notShown(.prompt(1), isSilent: false))
        #expect(board.take(.owner(isThere: true)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }

    // MARK: Services that come and go

    @Test func showsWhatIsOpenAgainWhenTheServiceIsStartedAnew() {
        var board = showing()
        #expect(board.take(.owner(isThere: false)) == [], "nothing starts it")
        #expect(board.isBlind)
        #expect(board.take(.owner(isThere: true)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
        #expect(board.take(.shown(.prompt(1), 1)) == [])
        #expect(!board.isBlind)
    }

    @Test func showsWhatIsOpenAgainWhenAnotherServiceTakesOver() {
        var board = showing(.news)
        #expect(board.take(.owner(isThere: true)) == [.ask])
        #expect(
            board.take(.capable(Capabilities([])))
                == [
                    .show(
                        .prompt(1),
                        NotificationForm(Self.notice("a", .news), Capabilities([])),
                        replacing: 0)
                ])
    }

    @Test func whatWasToldOnceIsNotToldAgain() {
        var board = showing(.passing)
        #expect(board.take(.owner(isThere: true)) == [])
        #expect(board.remove(.prompt(1)) == [])
        var other = showing(.passing)
        #expect(other.take(.closed(1)) == [])
        #expect(other.showAgain(.prompt(1)) == [], "closed is forgotten")
    }

    @Test func aNewNoticeStartsAServiceThatIsGone() {
        var board = showing()
        _ = board.take(.owner(isThere: false))
        #expect(board.put(Self.notice("b"), at: .prompt(2)) == [.ask])
        // The call has the bus start it, which tells of the owner before it answers.
        #expect(board.take(.owner(isThere: true)) == [])
        #expect(
            board.take(.capable(Self.capabilities))
                == [Self.show(.prompt(1), "a"), Self.show(.prompt(2), "b")])
    }

    @Test func asksAgainWhereTheServiceCameWhileItDidNotAnswer() {
        var board = NoticeBoard()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.take(.owner(isThere: true)) == [])
        #expect(board.take(.unable(isSilent: false)) == [.ask])
        #expect(board.take(.unable(isSilent: false)) == [])
    }

    @Test func withoutAServiceEachNewNoticeAsks() {
        var board = NoticeBoard()
        #expect(board.put(Self.notice("a"), at: .prompt(1)) == [.ask])
        #expect(board.take(.unable(isSilent: false)) == [])
        #expect(board.isBlind)
        #expect(board.put(Self.notice("b"), at: .prompt(2)) == [.ask])
        #expect(board.take(.unable(isSilent: true)) == [])
        #expect(board.put(Self.notice("c"), at: .prompt(3)) == [], "a silent one is left alone")
        #expect(board.take(.unable(isSilent: false)) == [], "nobody asked")
        #expect(board.take(.owner(isThere: true)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)).count == 3)
    }

    @Test func aServiceThatFallsSilentIsLeftAloneUntilItReturns() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.take(.notShown(.prompt(1), isSilent: true)) == [])
        #expect(board.isBlind)
        #expect(board.put(Self.notice("b"), at: .prompt(2)) == [])
        #expect(board.take(.owner(isThere: false)) == [])
        #expect(board.take(.owner(isThere: true)) == [.ask])
        #expect(
            board.take(.capable(Self.capabilities))
                == [Self.show(.prompt(1), "a"), Self.show(.prompt(2), "b")])
    }

    @Test func aCallThatEndedWithItsServiceIsMadeAnew() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        #expect(board.take(.owner(isThere: false)) == [])
        #expect(board.take(.owner(isThere: true)) == [], "the call is still under way")
        #expect(board.take(.notShown(.prompt(1), isSilent: false)) == [.ask])
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }

    @Test func aNumberOfTheServiceBeforeIsNotTakenForTheNextOnes() {
        var board = ready()
        _ = board.put(Self.notice("a"), at: .prompt(1))
        _ = board.take(.owner(isThere: true))
        #expect(board.take(.shown(.prompt(1), 6)) == [.ask])
        #expect(board.notice(shownAs: 6) == nil)
        #expect(board.take(.capable(Self.capabilities)) == [Self.show(.prompt(1), "a")])
    }
}
