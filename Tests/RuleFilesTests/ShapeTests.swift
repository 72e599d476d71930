import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// The description of rule files agrees with the decoder.
@Suite struct ShapeTests {
    private let rules: BareRules
    private let example = RuleFile.shape.example

    init() throws { rules = try BareRules() }

    /// The keys that other sections read.
    private static let needed: Set<String> = ["targets", "features", "plans"]

    @Test func everyKeyAtOnceIsAFileWithoutAWord() throws {
        let loading = try rules.load(example)
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet != nil)
        #expect(DescribedKey.all.count > 60)
    }

    @Test func everySectionIsAFileByItself() throws {
        for section in Section.all {
            let alone = Literal.map([.init(section.key, section.description.example)])
            let errors = try rules.errors(alone)
            // Entries of other sections are missing, and nothing else is wrong.
            #expect(
                errors.allSatisfy {
                    $0.contains("there is no ") || $0.contains("unknown variable")
                        || $0.contains("undeclared")
                }, "\(section.key): \(errors)")
        }
    }

    @Test(arguments: DescribedKey.all)
    func whatMustBeThereIsMissed(key: DescribedKey) throws {
        guard !(key.path.count == 1 && Self.needed.contains(key.field.key)) else { return }
        let errors = try rules.errors(key.example.without(key.path))
        if case .required(let use) = key.field.presence {
            #expect(errors.count == 1, "\(key): \(errors)")
            #expect(errors.first?.hasSuffix(" needs \"\(key.field.key):\", \(use)") == true)
        } else if key.field.key != "on_block" {
            // Without it the `kill` beside it would have no sense.
            #expect(errors.isEmpty, "\(key): \(errors)")
        }
    }

    @Test(arguments: DescribedKey.all)
    func aMisspeltKeyIsKnownForWhatItIs(key: DescribedKey) throws {
        let misspelt = key.example.changed(at: key.path) { [.init("x" + $0.key, $0.value)] }
        let found = try rules.load(misspelt).diagnostics.first {
            $0.message.hasPrefix("unknown key \"x\(key.field.key)\"")
        }
        if key.field.key == RuleFile.version.key {
            #expect(found != nil)
        } else {
            #expect(found?.suggestion == key.field.key, "\(key)")
        }
    }

    /// The keys beside each other are those that the decoder names when it meets another one.
    @Test func theDecoderKnowsTheKeysThatAreDescribed() throws {
        var told = 0
        for owner in Set(DescribedKey.all.map(\.owner)) {
            let keys = DescribedKey.all.filter { $0.owner == owner }
            let last = try #require(keys.last)
            let file = example.changed(at: last.path) { [$0, .init("zzzzzzzzz", 1)] }
            let messages = try rules.errors(file)
            let known = keys.map(\.field.key).filter { $0 != RuleFile.version.key }
            #expect(
                messages.contains {
                    $0.hasPrefix("unknown key \"zzzzzzzzz\"")
                        && $0.hasSuffix("; the known keys are \(known.joined(separator: ", "))")
                }, "\(owner): \(messages)")
            told += 1
        }
        #expect(told >= 14)
    }

    @Test(arguments: DescribedKey.all)
    func aStandardIsWhatHoldsWhereItIsLeftOut(key: DescribedKey) throws {
        guard case .standard(let standard) = key.field.presence else { return }
        #expect(standard != .null, "\(key) has a standard that cannot be written")
        // Killing is for what is asked to end.
        var file = key.field.key == "on_block" ? example.without(killing) : key.example
        // Whoever declares plans declares all of them.
        if key.path == ["plan"] { file = file.without(["plans"]) }
        let written = try rules.load(file.setting(key.path, to: standard))
        let leftOut = try rules.load(file.without(key.path))
        let set = try #require(written.ruleSet, "\(key): \(written.rendered(color: false))")
        #expect(set.wording == leftOut.ruleSet?.wording, "\(key)")
    }

    /// Text that the decoder does not read changes nothing.
    @Test(arguments: DescribedKey.all)
    func everyKeyIsObeyed(key: DescribedKey) throws {
        let isSection = key.path.count == 1 && Self.needed.contains(key.field.key)
        guard key.field.key != RuleFile.version.key, !isSection else { return }
        if case .required = key.field.presence { return }
        var file = key.example
        if case .standard(.truth(let standard)) = key.field.presence {
            file = file.setting(key.path, to: .truth(!standard))
        }
        let rest = key.field.key == "on_block" ? file.without(killing) : file
        let with = try #require(try rules.load(rest).ruleSet, "\(key)")
        let without = try #require(try rules.load(rest.without(key.path)).ruleSet, "\(key)")
        #expect(with.wording != without.wording, "\(key) changes nothing")
    }

    private let killing = ["targets", "shopping", "kill"]

    @Test(arguments: DescribedKey.all)
    func limitsAreHeld(key: DescribedKey) throws {
        switch key.field.kind {
        case .timeSpan(let limits, let form):
            let step = form.text(.seconds(1)) == "1s" ? TimeSpan.seconds(1) : .days(1)
            for span in [limits.lowerBound, limits.upperBound] {
                #expect(try isTaken(.text(form.text(span)), at: key), "\(key) \(span)")
            }
            #expect(try !isTaken(.text(form.text(limits.upperBound + step)), at: key), "\(key)")
            if limits.lowerBound > .zero {
                #expect(try !isTaken(.text(form.text(limits.lowerBound - step)), at: key))
            }
        case .count(let limits) where limits.count > 1:
            #expect(try isTaken(.count(limits.upperBound), at: key), "\(key)")
            #expect(try !isTaken(.count(limits.upperBound + 1), at: key), "\(key)")
        case .choice(let choices):
            for choice in choices where choice.word != "freeze" && choice.word != "notify" {
                #expect(try isTaken(.text(choice.word), at: key), "\(key) \(choice.word)")
            }
            #expect(try !isTaken("never", at: key), "\(key)")
        default: break
        }
    }

    private func isTaken(_ value: Literal, at key: DescribedKey) throws -> Bool {
        try rules.errors(key.example.setting(key.path, to: value)).isEmpty
    }

    @Test func noKeyIsDescribedTwice() {
        for owner in Set(DescribedKey.all.map(\.owner)) {
            let keys = DescribedKey.all.filter { $0.owner == owner }.map(\.field.key)
            #expect(Set(keys).count == keys.count)
        }
    }

    @Test func everyKeyHasAnExampleAndASentence() throws {
        for key in DescribedKey.all {
            #expect(key.field.example != .null, "\(key)")
            #expect(key.field.summary.hasSuffix("."), "\(key)")
            let first = try #require(key.field.summary.first)
            #expect(first.isUppercase || first == "`", "\(key)")
        }
    }
}
