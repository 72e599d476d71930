import Foundation
import RuleFiles
import SimulatedWorld

/// Lives so many simulated years, each from a seed of its own.
@main
struct Years {
    static func main() {
        var years = 50
        var first: UInt64 = 1
        var isTold = false
        var isBusy = true
        var arguments = CommandLine.arguments.dropFirst()
        while let option = arguments.popFirst() {
            switch option {
            case "--years": years = arguments.popFirst().flatMap { Int($0) } ?? years
            case "--seed": first = arguments.popFirst().flatMap { UInt64($0) } ?? first
            case "--verbose": isTold = true
            case "--quiet": isBusy = false
            default: exit(64)
            }
        }
        let zones = ZoneSource(directory: "/usr/share/zoneinfo", localtime: "/etc/localtime")
        var steps = 0
        var events: Int64 = 0
        var met: [String: Int] = [:]
        let begin = ContinuousClock.now
        for number in 0..<years {
            let seed = first &+ UInt64(number)
            var life: Life?
            do {
                life = try Life(seed: seed, zones: zones, isBusy: isBusy)
                try life?.live(days: 365)
            } catch {
                print("failed: \(error)\n  at \(life?.place ?? "seed \(seed)")")
                exit(1)
            }
            guard let life else { continue }
            steps += life.steps
            events += life.events
            met.merge(life.met) { $0 + $1 }
            if isTold { print("seed \(seed): \(life.steps) steps, \(life.events) events") }
        }
        let took = ContinuousClock.now - begin
        print("\(years) years from seed \(first): \(steps) steps, \(events) events, \(took)")
        print(
            met.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
}
