import Foundation
import Glibc
import RuleFiles
import RuleModel

/// A list of a million domains: read, kept in memory, looked up, by us and by peers.
enum SiteListBenchmarks {
    private static let count = 1_000_000
    private static let hostCount = 200_000

    static func rows() throws -> [Row] {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "soteria-bench-\(getpid())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var generator = Generator(state: 42)
        let domains = (0..<count).map { _ in generator.domain() }
        let file = directory.appending(path: "list.txt")
        try Data((domains.joined(separator: "\n") + "\n").utf8).write(to: file)
        // Three labels to four, of which the last two or three are in the list, or none is; so many
        // and in such an order that the processor's caches hold little of what is asked for next.
        let hits = (0..<hostCount).map { _ in
            "www." + domains[Int(generator.next() % UInt64(count))]
        }
        let misses = (0..<hostCount).map { _ in
            "www.\(generator.word(8)).\(generator.word(5)).com"
        }

        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let rule = RuleText(
            path: directory.path + "/bench.yaml", layer: 2,
            text: "targets: {many: {sites_from: list.txt}}")
        let loaded = Measure.nanoseconds(runs: 5, count: 1) {
            let loading = loader.load(sources: [rule])
            precondition(loading.errors == 0, loading.rendered(color: false))
        }
        let loading = loader.load(sources: [rule])
        guard let targets = loading.ruleSet?.targets, let list = targets.first?.lists.first else {
            preconditionFailure(loading.rendered(color: false))
        }
        let index = TargetIndex(targets)
        let bytes = Double(list.memory) / Double(list.count)
        let hit = figure(hits, index)
        let miss = figure(misses, index)
        let peers = try peers(file, hits, misses, in: directory)
        return [
            Row(
                work: "a list of 1,000,000 domains loaded, from file to rule set",
                figure: Measure.text(loaded), bar: "300 ms",
                note: note(peers, 1) { Peer.text($0, $1, ours: loaded) }),
            Row(
                work: "the same in memory, a domain",
                figure: "\((bytes * 10).rounded() / 10) bytes", bar: "48 bytes",
                note: note(peers, 2) { "\($0): \(Int($1)) bytes" }),
            Row(
                work: "a host of the list looked up, its targets found",
                figure: Measure.text(hit), bar: "200 ns",
                note: note(peers, 3) { Peer.text($0, $1, ours: hit) }),
            Row(
                work: "a host of no list looked up", figure: Measure.text(miss), bar: "200 ns",
                note: note(peers, 4) { Peer.text($0, $1, ours: miss) }),
        ]
    }

    /// 100,000 domains looked up once, for a profiler.
    static func runOnce() {
        var generator = Generator(state: 42)
        var builder = SiteListBuilder()
        let domains = (0..<100_000).map { _ in generator.domain() }
        for domain in domains { builder.add(domain) }
        let target = Target(
            key: "many", name: "Many", sites: [], lists: [builder.list(digest: "a1")], apps: [],
            fingerprint: "")
        let index = TargetIndex([target])
        var count = 0
        for domain in domains { count += index.targets(site: "www." + domain).count }
        consume(count)
    }

    /// Nanoseconds for each of the hosts.
    private static func figure(_ hosts: [String], _ index: TargetIndex) -> Double {
        Measure.nanoseconds(runs: 9, count: 1) {
            var count = 0
            for host in hosts { count += index.targets(site: host).count }
            consume(count)
        } / Double(hosts.count)
    }

    // MARK: - The peers

    private static func peers(
        _ list: URL, _ hits: [String], _ misses: [String], in directory: URL
    ) throws -> [[String]] {
        var paths = [list.path]
        for (name, hosts) in [("hits", hits), ("misses", misses)] {
            let file = directory.appending(path: name)
            try Data(hosts.joined(separator: "\n").utf8).write(to: file)
            paths.append(file.path)
        }
        let (lines, missing) = Peer.lines("sites.py", paths)
        return lines + [missing].compactMap { $0.map { [$0] } }
    }

    /// What all peers say in one of their columns.
    private static func note(
        _ peers: [[String]], _ column: Int, _ text: (String, Double) -> String
    ) -> String {
        peers.map { parts in
            guard parts.count == 5, let figure = Double(parts[column]) else {
                return parts.joined(separator: ": ")
            }
            return text(parts[0], figure)
        }.joined(separator: "; ")
    }

    /// SplitMix64: the same domains in every run.
    private struct Generator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }

        mutating func word(_ length: Int) -> String {
            String(
                decoding: (0..<length).map { _ in UInt8(ascii: "a") + UInt8(next() % 26) },
                as: UTF8.self)
        }

        mutating func domain() -> String {
            let ends = [".com", ".net", ".org", ".co.uk"]
            let name = word(6 + Int(next() % 9)) + ends[Int(next() % 4)]
            return next() % 2 == 0 ? "\(word(4)).\(name)" : name
        }
    }
}
