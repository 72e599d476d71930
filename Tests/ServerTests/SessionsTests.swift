import Testing

@testable import soteria_dashboard

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
