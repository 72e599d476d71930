import Foundation
import RuleFiles
import RuleModel
import Testing

/// The list of warnings: its table in the guide, and an example of each kind.
@Suite struct WarningKindTests {
    @Test func theTableOfTheGuideHasEveryKind() throws {
        let guide = try String(contentsOfFile: repository("docs/rules.md"), encoding: .utf8)
        let rows = guide.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| a warning about | ") }.dropFirst(2).prefix { $0 != "" }
        let told = rows.flatMap { row in
            row.split(separator: " | ")[0].dropFirst(2).split(separator: "; ").map(String.init)
        }
        #expect(told.sorted() == WarningKind.allCases.map(\.rawValue).sorted())
    }

    private static let shop = "targets: {shop: {sites: [a.com]}}\n"

    private static func ranges(_ ranges: String) -> String {
        shop + "quiet_hours: {n: {block: [shop], ranges: [\(ranges)]}}"
    }

    private static func factor(_ factor: String) -> String {
        "risk: {factors: {f: {\(factor)}}}\n"
    }

    /// A set for each kind that causes one warning. Those about files of sites have tests with
    /// files: ListFormatTests, ListCopyTests.
    private static let examples: [WarningKind: String] = [
        .unreadFeature: "features: {idle: local.hour > 3}",
        .unusedTarget: "targets: {more: {sites: [b.com]}}\n"
            + "check_ins: {c: {question: Q?, blocks: [shop]}}",
        .repeatedValue: "targets: {shop: {sites: [a.com, a.com]}}",
        .coveredSite: "targets: {shop: {sites: [a.com, b.a.com]}}",
        .coveredRange: ranges("{time: 08:00-12:00}, {time: 09:00-12:00}"),
        .nullWithoutEntry: "targets: {none: null}",
        .idleException: ranges("{days: mon, time: 08:00-12:00, except: [2026-12-24]}"),
        .idleSchedule: ranges("{days: thu, time: 08:00-12:00, except: [\(thursdays)]}"),
        .constantCondition: factor("weight: 0.1, when: local.hour >= 0"),
        .idleFactor: factor("weight: 0, when: unblocks.today > 3"),
        .unreachableLevel: "risk: {levels: {high: 0.5}, "
            + "factors: {f: {weight: 0.45, when: unblocks.today > 3}}}",
        .unreachableScore: factor("weight: 0.1, when: local.hour > 3")
            + "auto_protection: {p: {when: risk.automatic >= 0.5}}",
        .unreachableLimit: "budgets: {b: {target: shop, limit: 24h}}",
        .coveredBudget: "budgets: {b: {target: shop, limit: 1h}, c: {target: shop, limit: 2h}}",
        .utcPart: factor("weight: 0.1, when: now.getHours() > 21"),
        .wholeDivision: factor("weight: 0.1, when: unblocks.impulse_ratio > 1/2"),
        .machineZone: "edits: {weakening_waits: 1d}\nbudgets: {b: {target: shop, limit: 1h}}",
        .shortImpulseWait: "unblock: {wait: {planned: 1m, impulse: 59s}}",
        .idleCheckIn: "check_ins: {c: {question: Q?}}",
        .idleTextTime: """
        targets: {t: {sites: [a.b]}}
        check_ins: {c: {question: Q?, blocks: [t], text_at: "12:00"}}
        """,
        .idleOnBlock: "targets: {shop: {sites: [a.com], on_block: stop}}",
        .planLimit: "plans: {small: {auto_protections: 0}}\nplan: small\n"
            + "auto_protection: {p: {when: unblocks.today > 3}}",
        .idleSiteException: "targets: {shop: {sites: [a.com], except_sites: [b.com]}}",
        .exceptedSite: "targets: {shop: {sites: [a.com, c.b.com], except_sites: [b.com]}}",
        .siteWithoutDot: "targets: {shop: {sites: [intranet]}}",
    ]

    /// 120 Thursdays, by day.
    private static let thursdays = (0..<120).map { week in
        let day = Date(timeIntervalSince1970: Double(week * 7) * 86_400)
        return day.formatted(.iso8601.year().month().day())
    }.joined(separator: ", ")

    @Test func everyKindHasAnExample() {
        let withFiles: Set<WarningKind> = [.ignoredLine, .unkeptList, .lostList]
        #expect(withFiles.union(Self.examples.keys) == Set(WarningKind.allCases))
    }

    @Test(arguments: examples.keys)
    func everyExampleCausesOneWarning(kind: WarningKind) {
        let text = Self.examples[kind] ?? ""
        let isOwn = text.contains("shop: {sites")
        let base = RuleText(path: "base.yaml", layer: 1, text: isOwn ? "version: 1\n" : Self.shop)
        let loading = RuleLoader(zones: zones).load(
            sources: [base, RuleText(path: "a.yaml", layer: 2, text: text)])
        let shown = loading.rendered(color: false)
        #expect(loading.errors == 0 && loading.diagnostics.map(\.kind) == [kind], "\(shown)")
    }
}
