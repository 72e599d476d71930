import ArgumentParser
import Demo
import Engine
import RuleModel

/// Plays a time-lapse: each line at its time, and on a terminal the day's bar below.
struct TimeLapsePlayer {
    let text: TimeLapseText
    let length: Duration
    let context: CommandContext

    private var lapse: TimeLapse { text.lapse }

    /// The share of time by the clock, the rest by the amount of text: evenings are eventful.
    private static let clockShare = 0.35
    private static let frame = Duration.milliseconds(100)

    /// The position of each entry, as a share of the whole length.
    static func shares(_ lapse: TimeLapse) -> [Double] {
        let whole = Double((lapse.to - lapse.from).milliseconds)
        let count = Double(lapse.entries.count + 1)
        return lapse.entries.enumerated().map { index, entry in
            let clock = Double((entry.at - lapse.from).milliseconds) / whole
            return clock * clockShare + Double(index + 1) / count * (1 - clockShare)
        }
    }

    /// The time of day at a share of the whole length.
    static func clock(at share: Double, _ lapse: TimeLapse, _ shares: [Double]) -> Instant {
        let shown = shares.count { $0 <= share }
        let before = shown == 0 ? (0, lapse.from) : (shares[shown - 1], lapse.entries[shown - 1].at)
        let after =
            shown == shares.count ? (1, lapse.to) : (shares[shown], lapse.entries[shown].at)
        guard after.0 > before.0 else { return after.1 }
        let part = min(1, max(0, (share - before.0) / (after.0 - before.0)))
        let span = (after.1 - before.1).milliseconds
        return before.1 + TimeSpan(milliseconds: Int64(Double(span) * part))
    }

    /// Plays everything. Ctrl-C ends it: throws the exit status of the signal.
    func run() throws {
        let listener = try context.listen(false)
        let shares = Self.shares(lapse)
        let start = context.elapsed()
        for (entry, share) in zip(lapse.entries, shares) {
            try wait(until: start + length * share, from: start, shares, listener)
            clear()
            context.output(text.line(entry))
            draw(entry.at)
        }
        try wait(until: start + length, from: start, shares, listener)
        clear()
    }

    private func wait(
        until end: Duration, from start: Duration, _ shares: [Double], _ listener: any Listener
    ) throws {
        while true {
            let now = context.elapsed()
            let left = end - now
            guard left > .zero else { return }
            if isDrawn { draw(Self.clock(at: (now - start) / length, lapse, shares)) }
            let heard = try listener.nextInput(within: isDrawn ? min(left, Self.frame) : left)
            if case .signal(let number) = heard {
                clear()
                throw ExitCode(128 + number)
            }
        }
    }

    // MARK: The bar

    private var isDrawn: Bool { context.isTerminal && length > .zero }

    /// One column less than the terminal has, so that the bar never wraps.
    private func draw(_ instant: Instant) {
        if isDrawn { context.output("\r" + text.bar(at: instant)) }
    }

    private func clear() {
        guard isDrawn else { return }
        context.output("\r" + String(repeating: " ", count: text.style.width - 1) + "\r")
    }
}
