import Foundation
import Testing

@testable import soteria

/// A descriptor that lines come from: a pipe, or a pseudo-terminal.
private final class Line {
    let reading: Int32
    private let writing: Int32

    /// A pipe.
    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    /// A pseudo-terminal; what is written is typed.
    init(terminal: Void) throws {
        var (primary, secondary) = (Int32(-1), Int32(-1))
        try #require(openpty(&primary, &secondary, nil, nil, nil) == 0)
        (reading, writing) = (secondary, primary)
    }

    deinit {
        close(reading)
        close(writing)
    }

    func type(_ text: String) { type(Array(text.utf8)) }

    func type(_ bytes: [UInt8]) {
        #expect(write(writing, bytes, bytes.count) == bytes.count)
    }
}

/// Input of lines; signals are covered by `SignalTests`, in a process of their own.
@Suite struct KeyboardTests {
    @Test func linesAreHeardOneByOne() throws {
        let line = try Line()
        let keyboard = try Keyboard(input: line.reading)
        line.type("planned\n\nno newline")
        #expect(try keyboard.nextInput(within: nil) == .line("planned"))
        #expect(try keyboard.nextInput(within: .seconds(5)) == .line(""))
        #expect(try keyboard.nextInput(within: .zero) == .nothing)
        line.type(" yet\n")
        #expect(try keyboard.nextInput(within: nil) == .line("no newline yet"))
    }

    @Test func theEndIsHeardAfterTheLastLine() throws {
        let path = NSTemporaryDirectory() + "soteria-lines-\(UUID().uuidString.prefix(8))"
        try Data("one\ntwo".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let keyboard = try Keyboard(input: file.fileDescriptor)
        #expect(try keyboard.nextInput(within: nil) == .line("one"))
        #expect(try keyboard.nextInput(within: nil) == .line("two"))
        #expect(try keyboard.nextInput(within: nil) == .end)
        #expect(try keyboard.nextInput(within: .zero) == .end)
    }

    @Test func onATerminalCtrlDIsTheEnd() throws {
        let line = try Line(terminal: ())
        let keyboard = try Keyboard(input: line.reading)
        line.type("tired\n")
        #expect(try keyboard.nextInput(within: nil) == .line("tired"))
        line.type("\u{4}")
        #expect(try keyboard.nextInput(within: nil) == .end)
    }

    @Test func withoutInputOnlyTimePasses() throws {
        let keyboard = try Keyboard(input: nil)
        #expect(try keyboard.nextInput(within: .zero) == .nothing)
        #expect(try keyboard.nextInput(within: .milliseconds(1)) == .nothing)
        #expect(try keyboard.nextInput(within: .seconds(-1)) == .nothing)
    }

    @Test func aLineThatDoesNotEndIsCut() throws {
        let line = try Line()
        let keyboard = try Keyboard(input: line.reading)
        line.type(String(repeating: "a", count: 5000) + "\n")
        guard case .line(let first) = try keyboard.nextInput(within: nil) else {
            Issue.record("no line was heard")
            return
        }
        #expect(first == String(repeating: "a", count: 4096))
        #expect(try keyboard.nextInput(within: nil) != .nothing)
    }

    @Test func bytesThatAreNoTextAreReplaced() throws {
        let line = try Line()
        let keyboard = try Keyboard(input: line.reading)
        line.type([0x61, 0xff, 0x0a])
        #expect(try keyboard.nextInput(within: nil) == .line("a\u{fffd}"))
    }

    @Test func blockedSignalsAreGivenBack() throws {
        func mask() -> [Bool] {
            var set = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &set)
            return [SIGINT, SIGTERM, SIGHUP, SIGPIPE].map { sigismember(&set, $0) == 1 }
        }
        let before = mask()
        do {
            let keyboard = try Keyboard(input: nil)
            #expect(mask() == [true, true, true, true])
            #expect(try keyboard.nextInput(within: .zero) == .nothing)
        }
        #expect(mask() == before)
    }

    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (59, "59 s"), (60, "1:00 min"), (95, "1:35 min"),
        (3599, "59:59 min"), (3605, "1:00:05 h"),
    ])
    func theTimeLeftIsExact(seconds: Int, text: String) {
        #expect(WaitCountdown.text(seconds) == text)
    }

    @Test func secondsThatHaveBegunCount() {
        #expect(WaitCountdown.wholeSeconds(.zero) == 0)
        #expect(WaitCountdown.wholeSeconds(.milliseconds(1)) == 1)
        #expect(WaitCountdown.wholeSeconds(.seconds(2)) == 2)
        #expect(WaitCountdown.wholeSeconds(.milliseconds(2001)) == 3)
        #expect(WaitCountdown.wholeSeconds(.seconds(-3)) == -3)
        #expect(WaitCountdown.wholeSeconds(.milliseconds(-500)) == 0)
    }
}
