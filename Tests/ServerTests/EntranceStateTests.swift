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
    @Test func aTicketIsGoodOnce() throws {
        var tickets = Tickets()
        let token = Secret()
        #expect(tickets.issue(token, page: "goals", file: "/f", at: .zero).isEmpty)
        #expect(tickets.redeem(Secret().text, at: .zero) == nil)
        #expect(tickets.redeem("", at: .zero) == nil)
        let ticket = try #require(tickets.redeem(token.text, at: .seconds(59)))
        #expect(ticket.page == "goals" && ticket.file == "/f")
        #expect(tickets.redeem(token.text, at: .seconds(59)) == nil)
        #expect(tickets.isEmpty)
    }

    @Test func aTicketIsGoodForAMinute() {
        var tickets = Tickets()
        let token = Secret()
        _ = tickets.issue(token, page: "", file: "/f", at: .seconds(5))
        #expect(tickets.nextExpiry == .seconds(65))
        #expect(tickets.redeem(token.text, at: .seconds(65)) == nil)
        #expect(tickets.expire(at: .seconds(64)).isEmpty)
        #expect(tickets.expire(at: .seconds(65)).map(\.file) == ["/f"])
        #expect(tickets.nextExpiry == nil)
        #expect(tickets.redeem(token.text, at: .seconds(6)) == nil)
    }

    @Test func theOldestGoesWhereThereAreTooMany() {
        var tickets = Tickets()
        let tokens = (0...Tickets.most).map { _ in Secret() }
        var dropped: [String] = []
        for (number, token) in tokens.enumerated() {
            dropped += tickets.issue(token, page: "", file: "\(number)", at: .zero).map(\.file)
        }
        #expect(dropped == ["0"])
        #expect(tickets.redeem(tokens[0].text, at: .zero) == nil)
        #expect(tickets.redeem(tokens[1].text, at: .zero) != nil)
        #expect(tickets.close().count == Tickets.most - 1)
        #expect(tickets.isEmpty)
    }
}

@Suite struct SessionsTests {
    @Test func aSessionIsFoundByItsCookie() {
        var sessions = Sessions()
        let (first, _) = sessions.begin()
        let (second, ended) = sessions.begin()
        #expect(ended.isEmpty && first.number != second.number)
        #expect(sessions.session(of: [second.cookie.text])?.number == second.number)
        #expect(sessions.session(of: ["x", first.cookie.text])?.number == first.number)
        #expect(sessions.session(of: [first.csrf.text]) == nil)
        #expect(sessions.session(of: []) == nil)
    }

    @Test func theOldestEndsWhereThereAreTooMany() {
        var sessions = Sessions()
        let begun = (0...Sessions.most).map { _ in sessions.begin() }
        #expect(begun.flatMap(\.ended).map(\.number) == [begun[0].0.number])
        #expect(sessions.session(of: [begun[0].0.cookie.text]) == nil)
        #expect(sessions.session(of: [begun[1].0.cookie.text]) != nil)
    }
}

@Suite struct AcceptedLanguagesTests {
    @Test(arguments: [
        ([], []), (["de-AT, en;q=0.8, fr; q=0.9"], ["de-AT", "fr", "en"]),
        (["en, de"], ["en", "de"]), (["*", "en;q=0"], []), (["en;q=x, de;q=0.1"], ["de"]),
        (["fr", "de;q=1.0"], ["fr", "de"]), (["<script>, ../etc, a_b, x\"y"], []),
        ([String(repeating: "x", count: 36)], []), (["zh-Hans-CN"], ["zh-Hans-CN"]),
    ])
    func theBestComesFirst(headers: [String], best: [String]) {
        #expect(AcceptedLanguages.best(of: headers) == best)
    }

    @Test func noMoreThanAFewAreLookedAt() {
        let many = (0..<1000).map { "a\($0)" }.joined(separator: ",")
        #expect(AcceptedLanguages.best(of: [many]).count == AcceptedLanguages.most)
    }
}

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
    ])
    func instantsAreWrittenAsHTTPHasThem(instant: Int, text: String) {
        #expect(HTTPDate.text(instant) == text)
    }
}
