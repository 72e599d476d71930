import Testing

@testable import soteria_sync

/// Each fault of a server is the right problem, and none ends the program.
@Suite struct FaultTests {
    static let now: Int64 = 1_700_000_000
    /// The date of `now`, and one that is ten minutes later.
    private static let date = "Date: Tue, 14 Nov 2023 22:13:20 GMT\r\n"
    private static let later = "Date: Tue, 14 Nov 2023 22:23:20 GMT\r\n"

    /// A reply with the length of its body.
    static func reply(_ status: Int, _ body: String = "", headers: String = date) -> String {
        "HTTP/1.1 \(status) Something\r\n\(headers)Content-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }

    static func xml(_ code: String) -> String {
        "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>no</Message></Error>"
    }

    static func json(_ type: String) -> String {
        #"{"__type":"com.amazonaws.dynamodb.v20120810#\#(type)","message":"no"}"#
    }

    static func credentials(_ server: FaultServer) throws -> Credentials {
        try Credentials(
            """
            [default]
            aws_access_key_id=AKIAEXAMPLE
            aws_secret_access_key=SECRETSECRET
            aws_session_token=TOKENTOKEN
            endpoint_url=\(server.endpoint)
            """)
    }

    static func s3(_ server: FaultServer) throws -> S3Storage {
        try S3Storage(
            bucket: "soteria", space: Sample.space, credentials(server), now: { now })
    }

    static func dynamoDB(_ server: FaultServer) throws -> DynamoDBStorage {
        try DynamoDBStorage(
            region: "eu-central-1", table: "soteria", space: Sample.space, credentials(server),
            .still(at: now))
    }

    private static let name = Sample.name(Sample.device, 1)

    /// The failures of the three questions. None has a secret in it.
    private static func failures(_ storage: any Storage) -> [Failure?] {
        let failures = [
            StorageContractTests.failure { () throws(Failure) in
                _ = try storage.put([1], at: name)
            },
            StorageContractTests.failure { () throws(Failure) in _ = try storage.get([name]) },
            StorageContractTests.failure { () throws(Failure) in
                _ = try storage.first(in: name.log, after: 0)
            },
        ]
        for failure in failures.compactMap({ $0 }) {
            #expect(!failure.text.contains("SECRET") && !failure.text.contains("TOKEN"))
        }
        return failures
    }

    /// Faults that are the same for both services.
    static let common: [(String, String, Problem)] = [
        ("503", reply(503), .throttled),
        ("429", reply(429), .throttled),
        ("500", reply(500), .unreachable),
        ("502 of a proxy", reply(502, "<html>Bad gateway</html>"), .unreachable),
        ("507", reply(507), .full),
        ("redirect", reply(301, headers: "Location: http://127.0.0.1:1/\r\n"), .refused),
        ("redirect that lasts", reply(307, headers: "Location: /x\r\n"), .refused),
        ("403 and a wrong clock", reply(403, headers: later), .clock),
        ("403 and a nonsense date", reply(403, headers: "Date: yesterday\r\n"), .refused),
        ("403 without a date", reply(403, headers: ""), .refused),
        ("405", reply(405), .refused),
        ("nothing", "", .unreachable),
        ("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", .unreachable),
        ("half a head", "HTTP/1.1 200 OK\r\nContent-Len", .unreachable),
        (
            "half a body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<ListBucket",
            .unreachable
        ),
        (
            "endless headers",
            "HTTP/1.1 200 OK\r\n"
                + String(repeating: "X-A: \(String(repeating: "a", count: 1_000))\r\n", count: 300),
            .unreachable
        ),
        ("status 99999", "HTTP/1.1 99999 No\r\n\r\n", .unreachable),
    ]

    @Test(arguments: common)
    func ofBothServices(fault: String, answer: String, problem: Problem) throws {
        let server = FaultServer(answer)
        defer { server.stop() }
        for failure in Self.failures(try Self.s3(server)) {
            #expect(failure?.problem == problem, "S3: \(fault)")
        }
        for failure in Self.failures(try Self.dynamoDB(server)) {
            #expect(failure?.problem == problem, "DynamoDB: \(fault)")
        }
    }

    static let s3Faults: [(String, Problem)] = [
        (reply(503, xml("SlowDown")), .throttled),
        (reply(400, xml("SlowDown")), .throttled),
        (reply(409, xml("ConditionalRequestConflict")), .throttled),
        (reply(400, xml("RequestTimeout")), .unreachable),
        (reply(403, xml("RequestTimeTooSkewed")), .clock),
        (reply(403, xml("SignatureDoesNotMatch")), .refused),
        (reply(400, xml("ExpiredToken")), .refused),
        (reply(404, xml("NoSuchBucket")), .refused),
        (reply(301, xml("PermanentRedirect")), .refused),
        (reply(501, xml("NotImplemented")), .unreachable),
        (reply(400, xml("<script>")), .refused),
        (reply(400, xml(String(repeating: "A", count: 10_000))), .refused),
    ]

    @Test(arguments: s3Faults) func ofS3(answer: String, problem: Problem) throws {
        let server = FaultServer(answer)
        defer { server.stop() }
        for failure in Self.failures(try Self.s3(server)) {
            #expect(failure?.problem == problem)
        }
    }

    static let dynamoDBFaults: [(String, Problem)] = [
        (reply(400, json("ThrottlingException")), .throttled),
        (reply(400, json("ProvisionedThroughputExceededException")), .throttled),
        (reply(400, json("RequestLimitExceeded")), .throttled),
        (reply(500, json("InternalServerError")), .unreachable),
        (reply(400, json("ItemCollectionSizeLimitExceededException")), .full),
        (reply(400, json("UnrecognizedClientException")), .refused),
        (reply(400, json("InvalidSignatureException")), .refused),
        (reply(400, json("InvalidSignatureException"), headers: later), .clock),
        (reply(400, json("ResourceNotFoundException")), .refused),
        (reply(400, json("ValidationException")), .refused),
        (reply(200, json("ThrottlingException")), .throttled),
        (reply(200, "{"), .damage),
        (reply(200, "[]"), .damage),
        (reply(200, "null"), .damage),
        (reply(200, ""), .damage),
        (reply(200, String(repeating: "[", count: 100_000)), .damage),
        (reply(200, String(repeating: #"{"a":"#, count: 10_000)), .damage),
        (reply(200, #"{"Items":1,"Responses":1,"Item":1}"#), .damage),
    ]

    @Test(arguments: dynamoDBFaults) func ofDynamoDB(answer: String, problem: Problem) throws {
        let server = FaultServer(answer)
        defer { server.stop() }
        let failures = Self.failures(try Self.dynamoDB(server))
        for failure in failures { #expect(failure?.problem == problem) }
    }

    @Test func nobodyListens() throws {
        let port = try #require(FaultServer.freePort())
        let credentials = try Credentials(
            "[default]\naws_access_key_id=a\naws_secret_access_key=b\n"
                + "endpoint_url=http://127.0.0.1:\(port)")
        let storage = try S3Storage(
            bucket: "soteria", space: Sample.space, credentials, now: { Self.now })
        for failure in Self.failures(storage) { #expect(failure?.problem == .unreachable) }
    }

    @Test func anObjectThatIsTooLargeIsUnusable() throws {
        let huge = String(repeating: "x", count: Limits.file + 1)
        let server = FaultServer(Self.reply(200, huge))
        defer { server.stop() }
        let s3 = try Self.s3(server)
        #expect(try s3.get([Self.name]) == [Self.name: .unusable])
        // One byte less is a file.
        let largeServer = FaultServer(Self.reply(200, String(huge.dropLast())))
        defer { largeServer.stop() }
        let large = try Self.s3(largeServer)
        #expect(try large.get([Self.name]) == [Self.name: .bytes(Array(huge.utf8.dropLast()))])
    }

    @Test func aListThatIsTooLargeIsDamage() throws {
        let list = "<Name>b</Name>" + String(repeating: "<Key>x</Key>", count: 50_000)
        let server = FaultServer(Self.reply(200, list))
        defer { server.stop() }
        let s3 = try Self.s3(server)
        #expect(Self.failures(s3)[2]?.problem == .damage)
    }

    @Test func aListHasOnlyNamesOfItsLog() throws {
        let folder = "\(Sample.space.text)/\(Sample.device.text)/"
        let keys = [
            "../../etc/passwd", "\(folder)x", "\(folder)0000000000000005x",
            "\(folder)0000000000000002", "\(folder)0000000000000009", "\(folder)0000000000000007",
            "\(folder)0000&#48;00000000008", "\(folder)../era/0000000000000006",
        ]
        let list = keys.map { "<Contents><Key>\($0)</Key></Contents>" }.joined()
        let body = "<ListBucketResult><Name>b</Name>\(list)</ListBucketResult>"
        let server = FaultServer(Self.reply(200, body))
        defer { server.stop() }
        let s3 = try Self.s3(server)
        #expect(try s3.first(in: Sample.device, after: 3) == 7)
        #expect(try s3.first(in: Sample.device, after: 9) == nil)
    }

    @Test func aForbiddenNameIsAbsentIfTheListSaysSo() throws {
        let forbidden = Array(Self.reply(403, Self.xml("AccessDenied")).utf8)
        let empty = Array(
            Self.reply(200, "<ListBucketResult><Name>b</Name></ListBucketResult>").utf8)
        let server = FaultServer([forbidden, empty])
        defer { server.stop() }
        let s3 = try Self.s3(server)
        #expect(try s3.get([Self.name]) == [Self.name: .absent])
        let refusingServer = FaultServer([forbidden])
        defer { refusingServer.stop() }
        let refusing = try Self.s3(refusingServer)
        #expect(Self.failures(refusing).allSatisfy { $0?.problem == .refused })
    }

    @Test func whatIsNotProcessedIsNotAbsent() throws {
        let names = (1...3).map { Sample.name(Sample.device, $0) }
        let partition = "\(Sample.space.text)/\(Sample.device.text)"
        let body = """
            {"Responses":{"soteria":[{"p":{"S":"\(partition)"},"n":{"N":"1"},"b":{"B":"AQI="}}]},\
            "UnprocessedKeys":{"soteria":{"Keys":[{"p":{"S":"\(partition)"},"n":{"N":"2"}}]}}}
            """
        let server = FaultServer(Self.reply(200, body))
        defer { server.stop() }
        let dynamoDB = try Self.dynamoDB(server)
        #expect(try dynamoDB.get(names) == [names[0]: .bytes([1, 2]), names[2]: .absent])
        #expect(
            StorageContractTests.failure { () throws(Failure) in
                _ = try dynamoDB.get([names[1]])
            }?.problem == .throttled)
    }

    @Test func itemsThatWereNotAskedForAreLeftOut() throws {
        let body = """
            {"Responses":{"soteria":[{"p":{"S":"../x/\(Sample.device.text)"},"n":{"N":"1"}},\
            {"p":{"S":"\(Sample.space.text)/\(Sample.device.text)"},"n":{"N":"7"},"b":{"B":"AQI="}},\
            {"p":{"S":"\(Sample.space.text)/\(Sample.device.text)"},"n":{"N":"1"},"b":{"S":"AQI="}},\
            {}]},"UnprocessedKeys":{}}
            """
        let server = FaultServer(Self.reply(200, body))
        defer { server.stop() }
        let dynamoDB = try Self.dynamoDB(server)
        #expect(try dynamoDB.get([Self.name]) == [Self.name: .unusable])
    }

    @Test func redirectsAreNotFollowed() throws {
        let server = FaultServer(
            Self.reply(
                307,
                headers: "Location: http://127.0.0.1:\(try #require(FaultServer.freePort()))/x\r\n")
        )
        defer { server.stop() }
        _ = Self.failures(try Self.s3(server))
        #expect(server.seen.count == 3)
    }

    @Test func aStorageThatReplacesIsNotFit() throws {
        let server = FaultServer(Self.reply(200))
        defer { server.stop() }
        let s3 = try Self.s3(server)
        let failure = StorageContractTests.failure { () throws(Failure) in try s3.prove() }
        #expect(failure?.problem == .damage)
    }
}
