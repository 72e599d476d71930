import Foundation
import RuleFiles
import SimulatedWorld

/// Lives so many simulated years, each from a seed of its own.
@main
struct Years {
    private var years = 50
    private var first: UInt64 = 1
    private var isTold = false
    private var pace: Pace?
    private var edition = Edition.fourth
    private var goesOn = false

    private var steps = 0
    private var events: Int64 = 0
    private var met: [String: Int] = [:]
    private var failed = 0

    static func main() {
        var lives = Years()
        lives.read(CommandLine.arguments.dropFirst())
        lives.live()
        exit(lives.failed > 0 ? 1 : 0)
    }

    private mutating func read(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let option = arguments.popFirst() {
            switch option {
            case "--years": years = arguments.popFirst().flatMap { Int($0) } ?? years
            case "--seed": first = arguments.popFirst().flatMap { UInt64($0) } ?? first
            case "--verbose": isTold = true
            case "--quiet": pace = .quiet
            case "--busy": pace = .busy
            case "--still": pace = .still
            case "--first-edition": edition = .first
            case "--second-edition": edition = .second
            case "--third-edition": edition = .third
            case "--go-on": goesOn = true
            default: exit(64)
            }
        }
    }

    private mutating func live() {
        let zones = ZoneSource(directory: "/usr/share/zoneinfo", localtime: "/etc/localtime")
        let begin = ContinuousClock.now
        for number in 1...max(1, years) {
            let seed = first &+ UInt64(number - 1)
            guard live(seed, zones) || goesOn else { return }
            guard number % 250 == 0 || number == years else { continue }
            print(
                "\(number) years from seed \(first): \(steps) steps, \(events) events, "
                    + "\(failed) failed, \(begin.duration(to: .now))")
            // Whoever reads the output of a long run sees how far it is.
            fflush(nil)
        }
        print(
            met.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }

    /// Lives one year; false where something did not hold.
    private mutating func live(_ seed: UInt64, _ zones: ZoneSource) -> Bool {
        let pace = pace ?? .usual(seed: seed)
        var life: Life?
        do {
            let isTwice = edition >= .second && seed % 25 == 1
            life = try Life(
                seed: seed, zones: zones, pace: pace, edition: edition, isTraced: isTwice)
            try life?.live(days: 365)
            if isTwice { try life?.liveAgain(days: 365) }
        } catch {
            print(
                "failed: \(error)\n  at \(life?.place ?? "seed \(seed)"), a \(pace) life")
            fflush(nil)
            failed += 1
            return false
        }
        guard let life else { return true }
        steps += life.steps
        events += life.events
        met.merge(life.met) { $0 + $1 }
        if isTold { print("seed \(seed): \(life.steps) steps, \(life.events) events") }
        return true
    }
}
