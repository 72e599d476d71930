import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// Random histories, and every figure counted again from the deeds themselves.
struct MetricsHistories {
    /// The deeds of a range, to be counted from the beginning for each figure.
    private struct Recount {
        let deeds: [Deed]

        func count(_ holds: (Deed.What) -> Bool) -> Int { deeds.count { holds($0.what) } }

        func cell(_ isIn: (Deed) -> Bool) -> Cell {
            var cell = Cell()
            for deed in deeds where isIn(deed) {
                switch deed.what {
                case .request: cell.requests += 1
                case .unblock: cell.unblocks += 1
                case .keep: cell.kept += 1
                default: break
                }
            }
            return cell
        }

        var unblocks: [(at: Instant, intent: Intent, isQuiet: Bool)] {
            deeds.compactMap {
                if case .unblock(let intent, let isQuiet) = $0.what {
                    ($0.at, intent, isQuiet)
                } else {
                    nil
                }
            }
        }
        var kept: [Intent] {
            deeds.compactMap { if case .keep(let intent?) = $0.what { intent } else { nil } }
        }
        var uses: [(time: TimeSpan, minutes: Int?)] {
            deeds.compactMap {
                if case .use(_, let time, let minutes) = $0.what { (time, minutes) } else { nil }
            }
        }
        var logs: [(isBought: Bool, amount: Money?, regret: Int?)] {
            deeds.compactMap {
                if case .logged(let isBought, let amount, let regret) = $0.what {
                    (isBought, amount, regret)
                } else {
                    nil
                }
            }
        }

        func amounts(_ said: [Money?]) -> [Amount] {
            var sums: [String: Int64] = [:]
            for money in said.compactMap({ $0 }) {
                sums[money.currency ?? "", default: 0] += money.thousandths
            }
            return sums.filter { $0.value > 0 }.sorted { $0.key < $1.key }
                .map { Amount(currency: $0.key.isEmpty ? nil : $0.key, thousandths: $0.value) }
        }

        func names(_ name: (Intent) -> String?) -> Set<NameCount> {
            let all = Set((unblocks.map(\.intent) + kept).compactMap(name))
            return Set(
                all.map { one in
                    NameCount(
                        name: one, unblocks: unblocks.count { name($0.intent) == one },
                        kept: kept.count { name($0) == one })
                })
        }

        func weekday(_ deed: Deed) -> Int { (deed.day - monday + 7000) % 7 }
    }

    private func expect(
        _ metrics: Metrics, _ recount: Recount, before: Recount, isUseReported: Bool
    ) {
        let unblocks = recount.unblocks
        #expect(metrics.total == recount.cell { _ in true })
        #expect(metrics.previous == before.cell { _ in true })
        #expect(metrics.hours == (0..<24).map { hour in recount.cell { $0.hour == hour } })
        #expect(
            metrics.weekdays
                == (0..<7).map { day in recount.cell { recount.weekday($0) == day } })
        #expect(
            metrics.hoursOfWeek
                == (0..<168).map { hour in
                    recount.cell { recount.weekday($0) * 24 + $0.hour == hour }
                })
        #expect(
            metrics.impulseShare
                == Share(unblocks.count { $0.intent.purpose == .impulse }, of: unblocks.count))
        #expect(
            metrics.quietUnblocks == Share(unblocks.count(where: \.isQuiet), of: unblocks.count))
        let quiet = recount.count { if case .request(true, _) = $0 { true } else { false } }
        #expect(metrics.quietRequests == Share(quiet, of: metrics.total.requests))
        let instants = unblocks.map(\.at.milliseconds)
        let span = (instants.max() ?? 0) - (instants.min() ?? 0)
        #expect(metrics.meanGap == Mean(span, of: unblocks.count - 1))
        #expect(Set(metrics.moods) == recount.names(\.mood))
        #expect(Set(metrics.categories) == recount.names(\.category))
        #expect(metrics.estimates == recount.amounts(unblocks.map(\.intent.amount)))
        #expect(
            metrics.keptAmounts
                == recount.amounts(recount.kept.filter { $0.purpose == .impulse }.map(\.amount)))
        expectOutcomes(metrics, recount, isUseReported)
    }

    private func expectOutcomes(
        _ metrics: Metrics, _ recount: Recount, _ isUseReported: Bool
    ) {
        let used = recount.uses.filter { $0.time > .zero }
        let isUseReported = isUseReported || !used.isEmpty
        let share = Share(used.count, of: recount.unblocks.count)
        #expect(metrics.useShare == (isUseReported ? share : nil))
        #expect(
            metrics.meanUse
                == Mean(used.reduce(0) { $0 + $1.time.milliseconds }, of: used.count))
        let intended = recount.unblocks.compactMap(\.intent.minutes)
        #expect(metrics.meanIntended == Mean(Int64(intended.reduce(0, +)), of: intended.count))
        let ofIntended = used.filter { $0.minutes != nil }.reduce(0) { $0 + $1.time.milliseconds }
        let meanUse = Mean(ofIntended, of: intended.count)
        #expect(metrics.meanUseOfIntended == (isUseReported ? meanUse : nil))
        let bought = recount.logs.filter(\.isBought)
        #expect(metrics.outcomes == recount.logs.count)
        #expect(metrics.purchaseShare == Share(bought.count, of: recount.logs.count))
        #expect(metrics.purchases == recount.amounts(bought.map(\.amount)))
        let regrets = recount.logs.compactMap(\.regret)
        #expect(metrics.meanRegret == Mean(Int64(regrets.reduce(0, +)), of: regrets.count))
        for target in ["games", "news", "shopping"] {
            let uses = recount.deeds.compactMap { deed in
                if case .usage(target, let time) = deed.what { time } else { nil }
            }
            let time = uses.reduce(.zero, +)
            let counted = metrics.usage.first { $0.target == target }?.time
            #expect(counted ?? .zero == time)
        }
    }

    @Test func likeARecount() {
        var random = SeededGenerator()
        for life in 0..<12 {
            let days = monday - 20..<monday + 20
            let deeds = (0..<[3, 40, 400][life % 3]).map { _ in
                Deed.random(days: days, using: &random)
            }
            let tally = Tally(deeds)
            let isUseReported = deeds.contains { deed in
                if case .usage(_, let time) = deed.what { time > .zero } else { false }
            }
            for _ in 0..<6 {
                let from = Int.random(in: days, using: &random)
                let to = Int.random(in: from...days.upperBound, using: &random)
                func recount(_ range: Range<Int>) -> Recount {
                    Recount(deeds: deeds.filter { range.contains($0.day) })
                }
                expect(
                    tally.metrics(days: from..<to), recount(from..<to),
                    before: recount(2 * from - to..<from), isUseReported: isUseReported)
            }
        }
    }

    /// An event that had to reach the disk first is applied after later ones.
    @Test func inAnyOrder() throws {
        var random = SeededGenerator()
        for _ in 0..<20 {
            let days = monday..<monday + 9
            let deeds = (0..<60).map { _ in Deed.random(days: days, using: &random) }
            let first = Tally(deeds)
            let second = Tally(deeds.shuffled(using: &random))
            #expect(first == second)
            #expect(first.hashValue == second.hashValue)
            #expect(first.metrics(days: days) == second.metrics(days: days))
            #expect(try json(first) == json(second))
        }
    }
}
