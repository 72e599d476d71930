import Engine
import Foundation
import Glibc
import RuleFiles

/// A list of a million domains: read, kept in memory, looked up; a set of Python's beside it.
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
        let peer = try peer(file, hits, misses, in: directory)
        return [
            Row(
                work: "a list of 1,000,000 domains loaded, from file to rule set",
                figure: Measure.text(loaded), bar: "300 ms", note: peer.note("load")),
            Row(
                work: "the same in memory, a domain",
                figure: "\((bytes * 10).rounded() / 10) bytes",
                bar: "48 bytes", note: peer.note("bytes")),
            row("a host of the list looked up, its targets found", hits, index, peer.note("hit")),
            row("a host of no list looked up", misses, index, peer.note("miss")),
        ]
    }

    private static func row(
        _ work: String, _ hosts: [String], _ index: TargetIndex, _ note: String
    ) -> Row {
        let figure = Measure.nanoseconds(runs: 9, count: 1) {
            for host in hosts { consume(index.targets(site: host).count) }
        }
        return Row(
            work: work, figure: Measure.text(figure / Double(hosts.count)), bar: "200 ns",
            note: note)
    }

    // MARK: - The peer

    /// What Python's set measured, by name; nothing where there is no Python.
    private struct Peer {
        var figures: [String: Double] = [:]

        func note(_ name: String) -> String {
            guard let figure = figures[name] else { return "no python3" }
            let text = name == "bytes" ? "\(figure.rounded()) bytes" : Measure.text(figure)
            return "\(text) as a set of Python's"
        }
    }

    private static func peer(
        _ list: URL, _ hits: [String], _ misses: [String], in directory: URL
    ) throws -> Peer {
        for (name, hosts) in [("hit", hits), ("miss", misses)] {
            try Data(hosts.joined(separator: "\n").utf8)
                .write(to: directory.appending(path: name))
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, list.path, directory.path]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return Peer() }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var peer = Peer()
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { peer.figures[String(words[0])] = Double(words[1]) }
        }
        return peer
    }

    private static let program = """
        import sys, time
        start = time.perf_counter_ns()
        with open(sys.argv[1]) as lines:
            names = {line.strip().lower() for line in lines}
        print("load", time.perf_counter_ns() - start)
        size = sys.getsizeof(names) + sum(map(sys.getsizeof, names))
        print("bytes", size / len(names))
        def found(host):
            while host:
                if host in names:
                    return True
                host = host.partition(".")[2]
            return False
        for kind in ("hit", "miss"):
            hosts = open(f"{sys.argv[2]}/{kind}").read().split()
            runs = []
            for run in range(5):
                start = time.perf_counter_ns()
                for host in hosts:
                    found(host)
                runs.append((time.perf_counter_ns() - start) / len(hosts))
            print(kind, sorted(runs)[2])
        """

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
