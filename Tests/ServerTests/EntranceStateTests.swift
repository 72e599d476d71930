import Testing

@testable import soteria_dashboard

@Suite struct SecretTests {
    @Test func secretsAreLongAndEachIsAnother() {
        let secrets = (0..<100).map { _ in Secret().text }
        #expect(Set(secrets).count == 100)
        #expect(secrets.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}/) != nil })
        #expect(Secret(bytes: 8).text.count == 16)
    }

    @Test func onlyTheWholeTextMatches() {
        let secret = Secret()
        let text = secret.text
        #expect(secret.matches(text))
        for index in 0..<64 {
            var digits = Array(text)
            digits[index] = digits[index] == "0" ? "1" : "0"
            #expect(!secret.matches(String(digits)))
        }
        for other in ["", String(text.dropLast()), text + "0", text.uppercased() + " "] {
            #expect(!secret.matches(other))
        }
    }
}

@Suite struct TicketsTests {
    /// Tickets as a reference, so that they can change within an expectation.
    private final class Drawer {
        private var tickets = Tickets()

        var isEmpty: Bool { tickets.isEmpty }
        var nextExpiry: Duration? { tickets.nextExpiry }

        /// Issues one; the files of those that it closes.
        func issue(
            _ token: Secret, page: String = "", file: String = "/f", at now: Duration = .zero
        ) -> [String] {
            tickets.issue(token, page: page, file: file, at: now).map(\.file)
        }

        func redeem(_ token: String, at now: Duration = .zero) -> Tickets.Ticket? {
            tickets.redeem(token, at: now)
        }

        func expire(at now: Duration) -> [String] { tickets.expire(at: now).map(\.file) }
        func close() -> [String] { tickets.close().map(\.file) }
    }

    @Test func aTicketIsGoodOnce() throws {
        let drawer = Drawer()
        let token = Secret()
        #expect(drawer.issue(token, page: "goals").isEmpty)
        #expect(drawer.redeem(Secret().text) == nil)
        #expect(drawer.redeem("") == nil)
        let ticket = try #require(drawer.redeem(token.text, at: .seconds(59)))
        #expect(ticket.page == "goals" && ticket.file == "/f")
        #expect(drawer.redeem(token.text, at: .seconds(59)) == nil)
        #expect(drawer.isEmpty)
    }

    @Test func aTicketIsGoodForAMinute() {
        let drawer = Drawer()
        let token = Secret()
        #expect(drawer.issue(token, at: .seconds(5)).isEmpty)
        #expect(drawer.nextExpiry == .seconds(65))
        #expect(drawer.redeem(token.text, at: .seconds(65)) == nil)
        #expect(drawer.expire(at: .seconds(64)).isEmpty)
        #expect(drawer.expire(at: .seconds(65)) == ["/f"])
        #expect(drawer.nextExpiry == nil)
        #expect(drawer.redeem(token.text, at: .seconds(6)) == nil)
    }

    @Test func theOldestGoesWhereThereAreTooMany() {
        let drawer = Drawer()
        let tokens = (0...Tickets.most).map { _ in Secret() }
        let dropped = tokens.enumerated().flatMap { drawer.issue($1, file: "\($0)") }
        #expect(dropped == ["0"])
        #expect(drawer.redeem(tokens[0].text) == nil)
        #expect(drawer.redeem(tokens[1].text) != nil)
        #expect(drawer.close().count == Tickets.most - 1)
        #expect(drawer.isEmpty)
    }
}
