import SeededRandom
import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Random bytes")
struct FuzzTests {
    private static let samples = [
        #"{"method":"org.example.test.Echo","parameters":{"text":"hi"}}"#,
        #"{"method":"org.example.test.Count","parameters":{"to":3},"more":true}"#,
        #"{"method":"org.example.test.Nothing","oneway":true}"#,
        #"{"method":"org.varlink.service.GetInfo","parameters":null}"#,
        #"{"method":"org.example.test.Fail","parameters":{"code":-1e0}}"#,
    ]

    @Test("Whatever a peer sends, the server answers the next one")
    func server() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        let service = try TestService()
        for _ in 0..<300 {
            let peer = try service.peer()
            peer.send(bytes: Self.noise(from: &source))
            peer.endSending()
            var replies = 0
            while case .message(let text) = peer.receive() {
                _ = try ReplyMessage(JSON(parsing: text))
                replies += 1
                try #require(replies < 1000, "seed \(seed)")
            }
        }
        let last = try service.client().call("org.example.test.Echo", ["text": "well"])
        #expect(last == ["text": "well"], "seed \(seed)")
        #expect(try service.server.connectionCount.wait() <= 1, "seed \(seed)")
    }

    @Test("Whatever the bytes, the scanner and the parser return or throw")
    func scanner() {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        var parsed = 0
        for _ in 0..<20_000 {
            let bytes = Self.noise(from: &source)
            for piece in bytes.split(separator: 0) {
                if let value = try? JSON(parsing: piece) {
                    parsed += 1
                    #expect((try? JSON(parsing: value.bytes)) == value, "seed \(seed)")
                }
            }
            _ = try? InterfaceDescription(String(decoding: bytes, as: UTF8.self))
        }
        #expect(parsed > 0, "seed \(seed)")
    }

    /// Samples with bytes changed, removed, doubled and put in, some of them pure noise.
    private static func noise(from source: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &source) {
            bytes += Array((samples.randomElement(using: &source) ?? "").utf8) + [0]
        }
        for _ in 0..<Int.random(in: 0...6, using: &source) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &source)
            switch Int.random(in: 0..<5, using: &source) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &source)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(bytes[index], at: index)
            case 3:
                let mark = Array("{}[],:\"\\0e-".utf8).randomElement(using: &source) ?? 0
                bytes.insert(mark, at: index)
            default:
                let other = Int.random(in: 0...bytes.count, using: &source)
                bytes += bytes[min(index, other)..<max(index, other)]
            }
        }
        return bytes
    }
}
