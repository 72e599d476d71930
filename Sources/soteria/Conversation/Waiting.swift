/// The wait before something is opened, as a countdown that can be ended at any time.
struct Waiting {
    let dialogue: Dialogue

    /// Waits; throws `Keeping` where the person has it otherwise.
    func wait(seconds: Int) throws {
        let surroundings = dialogue.surroundings
        let end = surroundings.elapsed() + .seconds(max(0, seconds))
        if !surroundings.canAsk, seconds > 0 { dialogue.say("Waiting \(Self.text(seconds))\n") }
        var width = 0
        while true {
            let left = end - surroundings.elapsed()
            let whole = Self.wholeSeconds(left)
            guard whole > 0 else { break }
            var limit = left
            if surroundings.canAsk {
                width = show(
                    "Waiting \(Self.text(whole)), Enter or Ctrl-C keeps the block", over: width)
                // Until the next whole second.
                limit -= .seconds(whole - 1)
            }
            _ = try listen(limit)
        }
        if width > 0 { _ = show("The wait is over.", over: width, isLast: true) }
        // Whatever came until now counts, during a call to the daemon too: nothing is asked later.
        while try listen(.zero) {}
    }

    /// Listens, at most so long; returns whether anything came.
    private func listen(_ limit: Duration) throws -> Bool {
        switch try dialogue.listener.hear(within: limit) {
        case .nothing: return false
        case .line(let line):
            // As at the question before: Enter alone is to keep.
            if ["", "k", "keep"].contains(line.trimmingBlanks.lowercased()) {
                throw Keeping.chosen
            }
            return true
        case .end:
            dialogue.say("\n")
            throw Keeping.endOfInput
        case .signal(let number):
            dialogue.say("\n")
            throw Keeping.signal(number)
        }
    }

    /// Writes the text over the line before it; returns how many columns it takes.
    private func show(_ text: String, over width: Int, isLast: Bool = false) -> Int {
        let columns = Printable.columns(text)
        let blanks = String(repeating: " ", count: max(0, width - columns))
        dialogue.say("\r\(text)\(blanks)\(isLast ? "\n" : "")")
        return columns
    }

    /// Seconds that are left, counting one that has begun.
    static func wholeSeconds(_ length: Duration) -> Int {
        let (seconds, attoseconds) = length.components
        return Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// `27 s`, `1:30 min`, `1:00:05 h`.
    static func text(_ seconds: Int) -> String {
        let two = ClockWords.two
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60):\(two(seconds % 60)) min"
        default:
            return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)) h"
        }
    }
}
