import API
import ArgumentParser
import Engine
import EventStore
import Foundation
import RuleModel
import Synchronization
import Testing

@testable import Demo
@testable import soteria

/// A made-up history on disk.
@Suite struct DemoHistoryTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    private func write(
        _ name: String, days: Int = 30, seed: UInt64 = 7, context: CommandContext? = nil
    ) throws -> (demo: DemoDirectory, count: Int) {
        let demo = try DemoDirectory(named: directory.file(name))
        let count = try DemoHistory(days: days, seed: seed, busy: 1).write(
            into: demo, in: context ?? DemoSurroundings().make(), Person.nobody.silent)
        return (demo, count)
    }

    /// All events of a record.
    private func events(in state: String) throws -> (events: [Event], opening: OpenResult) {
        let opening = try EventStore.open(directory: state, at: DemoHistories.end)
        let found = Mutex<[Event]>([])
        let done = DispatchSemaphore(value: 0)
        let summary = Mutex<Result<Void, StoreError>?>(nil)
        opening.store.read(EventQuery()) { events in
            found.withLock { $0 += events }
            return true
        } completion: { result in
            summary.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        _ = try #require(try summary.withLock { $0 }?.get())
        opening.store.close()
        return (found.withLock { $0 }, opening)
    }

    @Test func theRecordHoldsWhatWasLived() throws {
        let (demo, count) = try write("month")
        let (events, opening) = try events(in: demo.state)
        let life = try DemoHistories.live(days: 30)
        #expect(events == life.events)
        #expect(opening.state == life.state)
        #expect(opening.unreadable.isEmpty && opening.replaced == nil)
        #expect(count == events.count)
        #expect(opening.lastRules?.sources.contains { $0.path == "demo/20-times.yaml" } == true)
    }

    @Test func theChainHoldsAndEventsVerifySaysSo() throws {
        let (demo, count) = try write("month")
        let report = try EventStore.verify(
            path: EventStore.database(in: demo.state), heads: [])
        #expect(report.broken == nil && report.events == Int64(count))
        let run = CommandRun("events", "verify", "--state", demo.state)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("The record is intact: \(count) events"))
    }

    @Test func filesAreForTheirOwnerAlone() throws {
        _ = try write("month", days: 2)
        #expect(try directory.mode("month") == 0o700)
        #expect(try directory.mode("month/rules") == 0o700)
        #expect(try directory.mode("month/state") == 0o700)
        #expect(try directory.mode("month/state/soteria.sqlite") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: directory.file("month/rules")
        ).sorted()
        #expect(names == DemoRules.year.files.map(\.name))
    }

    @Test func aRecordThatIsThereIsNotWrittenOn() throws {
        let (demo, count) = try write("month", days: 2)
        let failure = #expect(throws: DemoFailure.self) {
            try HistoryWriter(directory: demo.state, at: DemoHistories.end)
        }
        #expect(failure?.description.contains("already contains a record") ?? false)
        #expect(try events(in: demo.state).events.count == count)
    }

    @Test func whatTheDiskRefusesIsSaid() throws {
        try directory.write("", "file")
        #expect(throws: (any Error).self) {
            try HistoryWriter(directory: directory.file("file"), at: DemoHistories.end)
        }
        // Numbers that do not go on from the last.
        let writer = try HistoryWriter(directory: directory.file("odd"), at: DemoHistories.end)
        let event = Event(
            sequence: 5, at: DemoHistories.end, offset: 0, elapsed: .zero, boot: BootID("b"),
            fact: .timeNoted)
        try writer.append([event])
        #expect(throws: StoreError.self) { try writer.close() }
    }

    // MARK: The command

    @Test func theCommandWritesAndSaysHowToStart() throws {
        let path = directory.file("year of it")
        let ears = DemoSurroundings()
        let context = ears.make(executable: "/opt/soteria/bin/soteria")
        let status = context.perform(
            arguments: ["demo", "--days", "3", "--seed", "12", "--state", path])
        #expect(status == 0 && ears.error.isEmpty)
        let lines = ears.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("3 days with ") == true)
        #expect(lines.first?.hasSuffix(" events (--seed 12).") == true)
        #expect(
            ears.output.contains(
                "/opt/soteria/bin/soteriad --rules '\(path)/rules' --state '\(path)/state' "
                    + "--socket '\(path)/socket'\n"))
        #expect(ears.output.contains("export SOTERIA_SOCKET='\(path)/socket'\n"))
        #expect(ears.output.contains("rm -r '\(path)'\n"))
        #expect(directory.names == ["year of it"])
    }

    @Test func withoutASeedOneIsDrawnAndToldSoThatItCanBeHadAgain() throws {
        func seed(_ name: String) throws -> String {
            let run = CommandRun("demo", "--days", "1", "--state", directory.file(name))
            #expect(run.status == 0, "\(run.error)")
            let first = try #require(run.output.split(separator: "\n").first)
            return try #require(first.split(separator: " ").last.map(String.init))
        }
        let seeds = try (0..<4).map { try seed("state\($0)") }
        #expect(Set(seeds).count > 1)
        #expect(seeds.allSatisfy { Int($0.dropLast(2)) != nil })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func ctrlCBreaksItOffAndLeavesNothing(signal: Int32) throws {
        for name in ["new", "there"] {
            if name == "there" {
                try FileManager.default.createDirectory(
                    atPath: directory.file(name), withIntermediateDirectories: false)
            }
            let ears = DemoSurroundings(Person(.signals(signal), isAtTerminal: false))
            // The person's word comes once anything is listened for.
            let context = ears.interrupted(by: signal)
            let status = context.perform(
                arguments: ["demo", "--days", "90", "--state", directory.file(name)])
            #expect(status == 128 + signal && ears.output.isEmpty)
        }
        #expect(directory.names == ["there"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.file("there")).isEmpty)
    }

    @Test func atATerminalItSaysHowFarItIs() throws {
        let ears = DemoSurroundings(Person([]))
        let status = ears.make().perform(
            arguments: ["demo", "--days", "120", "--state", directory.file("long")])
        #expect(status == 0)
        #expect(ears.error.contains("%") && ears.error.hasSuffix("\r"))
    }

    @Test(arguments: [
        (["--days", "0"], "--days must be between 1 and 3650"),
        (["--days", "3651"], "--days must be between 1 and 3650"),
        (["--seconds=-1"], "--seconds must be between 0 and 3600"),
        (["--seconds", "3601"], "--seconds must be between 0 and 3600"),
        (["--days", "3", "--busy", "0"], "--busy must be between 1 and 200"),
        (["--days", "3", "--busy", "201"], "--busy must be between 1 and 200"),
        (["--days", "3", "--seconds", "5"], "--seconds cannot be used with"),
        (["--state", "/tmp/x"], "need --days"), (["--seed", "3"], "need --days"),
        (["--busy", "3"], "need --days"), (["--no-dashboard"], "need --days"),
        (["--days", "three"], "'three'"), (["--days", "3", "--seed=-3"], "seed"),
    ])
    func mistakesOnTheCommandLine(arguments: [String], said: String) {
        let run = CommandRun(arguments: ["demo"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.contains(said), "\(run.error)")
    }

    @Test(arguments: [
        ("/plain/path-1.2", "/plain/path-1.2"), ("two words", "'two words'"), ("", "''"),
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"), ("ü", "'ü'"),
        ("a*b", "'a*b'"), ("user@host:/x", "user@host:/x"),
    ])
    func wordsAreQuotedForAShell(word: String, quoted: String) throws {
        #expect(ShellWord.quoted(word) == quoted)
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "printf %s \(quoted)"]
        shell.standardOutput = pipe
        try shell.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == word)
    }
}

/// Hears nothing, however long it listens.
struct Silence: Listener {
    func nextInput(within limit: Duration?) throws -> UserInput { .nothing }
}

/// Hears a signal whenever it listens.
struct Interruption: Listener {
    let signal: Int32
    func nextInput(within limit: Duration?) throws -> UserInput { .signal(signal) }
}

extension Person {
    /// A listener that hears nothing.
    var silent: any Listener { Silence() }
}

extension DemoSurroundings {
    /// A context in which a signal arrives at every read.
    func interrupted(by signal: Int32) -> CommandContext {
        var context = make()
        context.listen = { _ in Interruption(signal: signal) }
        return context
    }
}
