import Engine
import RuleModel
import SeededRandom
import Testing

@testable import RuleFiles

/// A list that is cut off, damaged or made up.
@Suite struct ListRobustnessTests {
    private let whole = """
        \u{FEFF}# A comment
        0.0.0.0 ads.example.com two.example\r
        ||filter.example^$third-party
        ||whole.example^
        *.wild.example
        bücher.example
        plain.example
        """

    /// Every truncation gives a part of the whole: nothing that the whole does not block.
    @Test func everyTruncation() throws {
        let bytes = Array(whole.utf8)
        var parser = ListParser(bytes)
        parser.read()
        let all = parser.builder.list(digest: "")
        #expect(all.count == 6)
        for count in 0..<bytes.count {
            var parser = ListParser(Array(bytes[..<count]))
            parser.read()
            let part = parser.builder.list(digest: "")
            #expect(part.count <= all.count, "\(count)")
            for entry in part {
                // An entry cut off within its last label is another name, but never a whole
                // top-level domain.
                #expect(entry.name.contains("."), "\(count): \(entry.name)")
            }
        }
    }

    /// Whatever the bytes are, it ends, and what is told points into the file.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func anyBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(whole.utf8)
        for _ in 0..<Int(seed % 20) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: bytes[place...].prefix(9), at: 0)
            default:
                bytes.insert("|*.^$@ \n\r#:".utf8.randomElement(using: &generator) ?? 0, at: place)
            }
        }
        var parser = ListParser(bytes)
        parser.read()
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count
        for told in parser.problems.diagnostics(path: "x") {
            #expect(told.line <= lines, "seed \(seed)")
            #expect(told.line == 0 || told.column >= 1, "seed \(seed)")
        }
        let list = parser.builder.list(digest: "\(seed)")
        for entry in list {
            let host = entry.isSubdomainsOnly ? "www." + entry.name : entry.name
            #expect(list.matches(host), "seed \(seed): \(host)")
        }
    }

    /// Against a plain reading line by line.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aGeneratedList(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var expected: Set<String> = []
        var text = ""
        for number in 0..<2000 {
            let name = "n\(UInt16.random(in: 0...2000, using: &generator)).example"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                text += "0.0.0.0 \(name)\n"
                expected.insert(name)
            case 1:
                text += "||\(name.uppercased())^\r\n"
                expected.insert(name)
            case 2: text += "# \(name)\n"
            case 3:
                text += "127.0.0.1\t\(name) \(number).\(name)\n"
                expected.formUnion([name, "\(number).\(name)"])
            case 4: text += "||\(name)^$popup\n"
            default:
                text += "  \(name).\n"
                expected.insert(name)
            }
        }
        #expect(Set(domains(text)) == expected, "seed \(seed)")
    }
}
