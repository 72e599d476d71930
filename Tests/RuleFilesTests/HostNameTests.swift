import SeededRandom
import Testing

@testable import RuleFiles

/// Host names outside ASCII: the samples of RFC 3492 and what holds for any text.
@Suite struct HostNameTests {
    private func host(_ written: String) -> String? {
        load("targets: {a: {sites: ['\(written)']}}", defaults: [])
            .ruleSet?.targets.first?.sites.first
    }

    /// Section 7.1 of the RFC, lower case as host names are compared, but for those that hold
    /// punctuation or exceed a label.
    @Test(arguments: [
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
        ("pročprostěnemluvíčesky", "proprostnemluvesky-uyb24dma41a"),
        ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
        ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        (
            "PorquénopuedensimplementehablarenEspañol",
            "porqunopuedensimplementehablarenespaol-fmd56a"
        ),
        (
            "TạisaohọkhôngthểchỉnóitiếngViệt",
            "tisaohkhngthchnitingvit-kjcr8268qyxafd2f1b9g"
        ),
        ("3年B組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("Hello-Another-Way-それぞれの場所", "hello-another-way--fc4qua05auwb3674vfr0b"),
        ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"),
        ("MajiでKoiする5秒前", "majikoi5-783gue6qz075azm5e"),
        ("パフィーdeルンバ", "de-jg4avhby1noc0d"),
        ("そのスピードで", "d9juau41awczczp"),
        ("Räksmörgås", "rksmrgs-5wao1o"),
        ("faß", "fa-hia"),
        ("βόλος", "nxasmm1c"),
        ("ا", "mgb"),
        ("𐍈", "2c8c"),
        // Two marks in the other order: the composed form counts.
        ("a\u{302}\u{323}", "zkg"),
    ])
    func samplesOfTheStandard(label: String, encoded: String) {
        #expect(host(label + ".example") == "xn--\(encoded).example")
    }

    @Test func aLabelThatIsTooLongOnceEncoded() {
        // The Korean sample of the RFC has 70 characters encoded.
        let label = "세계의모든사람들이한국어를이해한다면얼마나좋을까"
        #expect(host(label + ".example") == nil)
        #expect(
            lines(load("targets: {a: {sites: [\(label).example]}}")).first?
                .hasSuffix("\"\(label)\" is longer than 63 characters") == true)
    }

    @Test(arguments: ["。", "．", "｡", "."])
    func everyFullStopOfTheStandardSeparates(dot: String) {
        #expect(host("www\(dot)bücher\(dot)example") == "www.xn--bcher-kva.example")
    }

    @Test func aReadNameIsReadTheSameAgain() throws {
        var generator = SeededGenerator()
        print("host names from seed \(generator.seed)")
        let alphabet = Array("abcXYZ019-.äÖßéñ日本語кириИערبह👍🏽·_/:@*?# \u{301}\u{200d}")
        var accepted = 0
        for round in 0..<4000 {
            let length = 1 + Int(generator.next() % 12)
            let text = String(
                (0..<length).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] })
            guard let first = host(text) else { continue }
            accepted += 1
            let context = "round \(round) of seed \(generator.seed): \(text)"
            #expect(host(first) == first, "\(context)")
            #expect(first.utf8.allSatisfy { $0 < 0x80 }, "\(context)")
            #expect(first == first.lowercased() && first.count <= 253, "\(context)")
            for label in first.split(separator: ".", omittingEmptySubsequences: false) {
                #expect((1...63).contains(label.count), "\(context)")
                #expect(!label.hasPrefix("-") && !label.hasSuffix("-"), "\(context)")
            }
        }
        #expect(accepted > 100)
    }

    /// A requested host gets the normal form of the rules.
    @Test(arguments: [
        ("münchen.example", "xn--mnchen-3ya.example"),
        (
            "WWW.MÜNCHEN.Example.",
            "www.xn--mnchen-3ya.example"
        ), ("mu\u{308}nchen.example", "xn--mnchen-3ya.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
    ])
    func hostsAskedAbout(asked: String, name: String) {
        #expect(HostName.encoded(asked) == name)
        #expect(HostName.encoded(name) == name)
    }

    /// Neither what is in ASCII nor what is no host name is changed.
    @Test(arguments: [
        "", ".", "WWW.Example.com.", "a..b", "http://a.com/", "http://bücher.example/", "ü..b",
        "ü.example:80", "*.ü.example", "\u{0}ü", String(repeating: "ü", count: 64) + ".com",
        String(repeating: "ü.", count: 100_000) + "com",
    ])
    func hostsThatStayAsTheyAre(host: String) {
        #expect(HostName.encoded(host) == host)
    }

    /// A text of parts that each look like an address or a wildcard ends nobody's stack.
    @Test(arguments: ["*.", ":", "a:", "@", "://", "a://", "/", "*.a:"])
    func partsWithoutEnd(part: String) {
        let text = String(repeating: part, count: 10_000)
        let loading = load("targets: {a: {sites: ['\(text)']}}", defaults: [])
        #expect(loading.ruleSet == nil)
        #expect(loading.diagnostics.contains { $0.severity == .error })
    }
}
