import SeededRandom
import Testing

@testable import soteria_sync

@Suite struct NamesTests {
    private static let id = "0123456789abcdef0123456789abcdef"

    @Test(arguments: [id, "\(id)-m", "era", "join-\(id)"]) func namesOfLogs(text: String) throws {
        let log = try #require(Log(text))
        #expect(log.text == text)
        #expect(log.isOfChunks == (text == Self.id))
    }

    @Test(arguments: [
        "", ".", "..", "era ", "Era", "join-", "-m", "\(id)-n", "\(id)-m-m", "\(id)0",
        "\(id.dropLast())", "\(id.dropLast())A", "\(id.dropLast())é", "join-\(id)-m", "../\(id)",
        "\(id)/", "\(id)\n", "\(id.dropLast())\0",
    ])
    func otherNames(text: String) {
        #expect(Log(text) == nil)
    }

    @Test func places() {
        #expect(FileName.place("0000000000000001") == 1)
        #expect(FileName.place("9999999999999999") == 9_999_999_999_999_999)
        for text in [
            "0000000000000000", "1", "+000000000000001", "000000000000001 ", "00000000000000001",
            "०000000000001",
        ] {
            #expect(FileName.place(text) == nil)
        }
        #expect(FileName(Sample.device, 0) == nil)
        #expect(FileName(Sample.device, 10_000_000_000_000_000) == nil)
    }

    @Test(arguments: [
        ("s3://bucket/\(id)", Address.Kind.s3(bucket: "bucket")),
        (
            "dynamodb://eu-central-1/soteria/\(id)",
            .dynamoDB(region: "eu-central-1", table: "soteria")
        ),
        ("/media/stick/\(id)", .directory("/media/stick")),
    ])
    func addresses(text: String, kind: Address.Kind) {
        #expect(Address(text)?.kind == kind)
        #expect(Address(text)?.space.text == Self.id)
    }

    @Test(arguments: [
        "", "/", "/\(id)", "x/\(id)", "s3://\(id)", "s3:///\(id)", "s3://../\(id)",
        "s3://a/b/\(id)",
        "s3://a@b/\(id)", "s3://a:1/\(id)", "s3://a?b/\(id)", "s3://a%2f/\(id)", "s3://a b/\(id)",
        "dynamodb://a/\(id)", "dynamodb://a/b/c/\(id)", "dynamodb://a\"/b/\(id)",
        "dynamodb:///b/\(id)", "https://a/\(id)", "s3://bucket/\(id)/", "s3://bucket/\(id)\n",
        "/a\nb/\(id)", "/a\0b/\(id)",
    ])
    func otherAddresses(text: String) {
        #expect(Address(text) == nil)
    }

    @Test func randomTextIsNoName() {
        var random = SeededGenerator()
        for _ in 0..<20_000 {
            let text = String(
                decoding: (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }, as: UTF8.self)
            #expect(Log(text) == nil || text == "era")
            #expect(Address(text) == nil)
        }
    }
}

@Suite struct CredentialsTests {
    private static let needed = "aws_access_key_id = AKIA\naws_secret_access_key=a/b+c=\n"

    @Test func allOfTheFormat() throws {
        let credentials = try Credentials(
            "# mine\n[other]\nregion = x\n[default]\r\n\(Self.needed); more\naws_session_token = t==\n"
                + "region\t=\teu-central-1 \nendpoint_url = http://[::1]:9000/\noutput = json\n")
        #expect(credentials.key == "AKIA")
        #expect(credentials.secret == "a/b+c=")
        #expect(credentials.token == "t==")
        #expect(credentials.region == "eu-central-1")
        #expect(credentials.endpoint == "http://[::1]:9000")
    }

    @Test(arguments: [
        "", needed, "[default]\naws_access_key_id = a\n", "[default]\naws_secret_access_key = b\n",
        "[default]\naws_access_key_id = a b\naws_secret_access_key = c\n",
        "[default]\naws_access_key_id = a\naws_secret_access_key = \u{1}\n",
        "[default]\n\(needed)region = a/b\n", "[default]\n\(needed)endpoint_url = ftp://a\n",
        "[default]\n\(needed)endpoint_url = https://a@b\n",
        "[default]\n\(needed)endpoint_url = https://a/b\n",
        "[default]\n\(needed)endpoint_url = https://\n", "[default]\n\(needed)endpoint_url = a\n",
    ])
    func mistakes(text: String) {
        let failure = StorageContractTests.failure { () throws(Failure) in _ = try Credentials(text)
        }
        #expect(failure?.problem == .refused)
        #expect(failure?.text.contains("a/b+c=") == false)
    }
}

@Suite struct RunStateTests {
    @Test func theBackOffGrowsToAQuarterOfAnHour() {
        var state = RunState(address: "x")
        var waits: [Int64] = []
        for _ in 0..<8 {
            state.note(Failure(.throttled, "busy"), at: 1_000, random: { $0 })
            waits.append((state.retryAt ?? 0) - 1_000)
        }
        #expect(waits == [32, 64, 128, 256, 512, 900, 900, 900])
        #expect(state.isBackingOff(at: 1_000))
        #expect(!state.isBackingOff(at: 1_900))
        // A clock that was set back by a day.
        #expect(!state.isBackingOff(at: 1_000 - 86_400))
        state.note(nil, at: 2_000, random: { $0 })
        #expect(!state.isBackingOff(at: 2_000))
        #expect(state.lastSuccess == 2_000 && state.problem == nil && state.failures == 0)
    }

    @Test func aStickIsNoFailure() {
        var state = RunState(address: "x")
        state.note(Failure(.waiting, "not there"), at: 1_000, random: { $0 })
        #expect(state.problem == .waiting && !state.isBackingOff(at: 1_000))
    }

    @Test func aRunWaitsTwentySeconds() {
        var backoff = Backoff()
        var waits: [Double] = []
        while let wait = backoff.next(random: { $0 }) { waits.append(wait) }
        #expect(waits == [1, 2, 4, 8, 5])
        var lucky = Backoff()
        var tries = 0
        while lucky.next(random: { _ in 0 }) != nil { tries += 1 }
        #expect(tries == 10)
    }

    @Test func isWrittenAndReadAgain() throws {
        let scratch = Scratch()
        let shelf = scratch.shelf([])
        let address = try #require(Address("/a/\(Sample.space.text)"))
        var state = try shelf.state(for: address)
        state.logs["era", default: .init()].places = RangeSet(places: [1, 2, 3, 7])
        state.note(Failure(.full, "The storage is full."), at: 5, random: { $0 })
        try shelf.write(state)
        let again = try shelf.state(for: address)
        #expect(again.logs["era"]?.places == RangeSet(places: [7, 3, 2, 1]))
        #expect(again.problem == .full && again.text == "The storage is full.")
        // Another storage knows nothing of it.
        let other = try #require(Address("/b/\(Sample.space.text)"))
        #expect(try shelf.state(for: other).logs.isEmpty)
    }
}
