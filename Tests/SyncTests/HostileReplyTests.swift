import SeededRandom
import Testing

@testable import soteria_sync

/// A server that answers anything: nothing traps, and nothing is written but files of the space.
@Suite struct HostileReplyTests {
    private static let folder = "\(Sample.space.text)/\(Sample.device.text)/"

    /// Pieces of which valid replies are made.
    private static let pieces: [String] = [
        "{", "}", "[", "]", ":", ",", "\"Responses\"", "\"soteria\"", "\"Items\"", "\"Item\"",
        "\"UnprocessedKeys\"", "\"Keys\"", "{\"S\":\"\(folder.dropLast())\"}", "\"p\"", "\"n\"",
        "\"b\"", "{\"N\":\"1\"}", "{\"N\":\"99999999999999999999\"}", "{\"N\":\"-1\"}",
        "{\"B\":\"AQI=\"}", "{\"B\":\"!\"}", "null", "true", "1e999", "\"\\ud800\"",
        "\"__type\":\"a#ConditionalCheckFailedException\"", "<Code>", "</Code>", "<Key>", "</Key>",
        "<Name>", "</Name>", "<ListBucketResult><Name>b</Name>", "\(folder)0000000000000003",
        "\(folder)9999999999999999", "../../../../tmp/x", "\0", "é", "&amp;", "<!DOCTYPE a>",
        "<![CDATA[", "\u{feff}",
    ]

    private static func body(_ random: inout SeededGenerator) -> [UInt8] {
        if .random(in: 0..<4, using: &random) == 0 {
            return (0..<Int.random(in: 0...600, using: &random)).map { _ in
                .random(in: .min ... .max, using: &random)
            }
        }
        var body = Array(
            (0..<Int.random(in: 0...12, using: &random))
                .compactMap { _ in pieces.randomElement(using: &random) }.joined().utf8)
        if .random(in: 0..<2, using: &random) == 0 {
            let item =
                "{\"p\":{\"S\":\"\(folder.dropLast())\"},\"n\":{\"N\":\"\(Int.random(in: 0...5, using: &random))\"},\"b\":{\"B\":\"AQID\"}}"
            body = Array(
                [
                    "{\"Responses\":{\"soteria\":[\(item)]}}", "{\"Items\":[\(item)]}",
                    "{\"__type\":\"ConditionalCheckFailedException\",\"Item\":\(item)}",
                    "<ListBucketResult><Name>b</Name><Key>\(folder)000000000000000\(Int.random(in: 0...9, using: &random))</Key>",
                ].randomElement(using: &random).expected.utf8)
            if let index = body.indices.randomElement(using: &random),
                .random(in: 0..<2, using: &random) == 0
            {
                body[index] = .random(in: .min ... .max, using: &random)
            }
        }
        return body
    }

    private static func reply(_ random: inout SeededGenerator) -> [UInt8] {
        let status = [200, 200, 200, 200, 400, 403, 404, 409, 412, 500, 503]
            .randomElement(using: &random).expected
        let body = body(&random)
        let length = .random(in: 0..<10, using: &random) == 0 ? body.count + 1 : body.count
        return Array(
            "HTTP/1.1 \(status) X\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n".utf8)
            + body
    }

    @Test func randomReplies() throws {
        var random = SeededGenerator()
        for isS3 in [true, false] {
            for _ in 0..<60 {
                let server = FaultServer((0..<60).map { _ in Self.reply(&random) })
                defer { server.stop() }
                let storage: any Storage =
                    isS3 ? try FaultTests.s3(server) : try FaultTests.dynamoDB(server)
                let scratch = Scratch()
                let shelf = scratch.shelf([Sample.device, Sample.other, Sample.log("era")])
                scratch.write([1, 2, 3], "shelf/\(Sample.name(Sample.device, 1).text)")
                for _ in 0..<3 {
                    var run = Run(
                        shelf, storage, RunState(address: "s3://soteria/\(Sample.space.text)"),
                        .still())
                    let failure = run.carry()
                    try shelf.write(run.state)
                    #expect(failure.map { !$0.text.contains("SECRET") } ?? true)
                }
                for file in scratch.files() {
                    let parts = file.split(separator: "/").map(String.init)
                    let isState = parts == ["shelf", "courier.json"]
                    let isFile =
                        parts.count == 3 && parts[0] == "shelf" && Log(parts[1]) != nil
                        && FileName.place(parts[2]) != nil
                    #expect(isState || isFile, "\(file)")
                }
            }
        }
    }

    @Test func elementsOfRandomText() {
        var random = SeededGenerator()
        for _ in 0..<20_000 {
            for element in S3Reply.elements("Key", in: Self.body(&random)) {
                #expect(!element.contains("<") && !element.contains("&"))
            }
        }
    }

    @Test func randomStates() throws {
        var random = SeededGenerator()
        let address = try #require(Address("/tmp/\(Sample.space.text)"))
        let pieces = [
            "{\"address\":\"\(address.text)\",\"failures\":0,\"logs\":{\"era\":{\"stored\":[[",
            "]]}}}", "1", "-1", "9223372036854775807", ",", "],[", "null", "\"problem\":\"full\"",
        ]
        let scratch = Scratch()
        let shelf = scratch.shelf([])
        for _ in 0..<2_000 {
            let text =
                [pieces[0]]
                + (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    pieces.randomElement(using: &random).expected
                } + [pieces[1]]
            scratch.write(Array(text.joined().utf8), "shelf/courier.json")
            var state = try shelf.state(for: address)
            let places = state.logs["era"]?.places ?? RangeSet()
            #expect(
                places.ranges.allSatisfy {
                    $0.lowerBound >= 1 && $0.upperBound <= 10_000_000_000_000_000
                })
            state.note(Failure(.throttled, ""), at: 0, random: { $0 })
        }
    }
}
