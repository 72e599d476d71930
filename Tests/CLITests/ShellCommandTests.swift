import API
import Foundation
import Synchronization
import Testing

@testable import soteria

/// Commands as children of this process, and what they are told.
@Suite(.timeLimit(.minutes(30))) struct ShellCommandTests {
    private func run(_ text: String, _ variables: [String: String] = [:]) -> ShellCommand.Ending {
        ShellCommand(text: text, environment: ["PATH": "/usr/bin:/bin", "KEPT": "yes"])
            .run(variables)
    }

    @Test(arguments: [
        ("true", ShellCommand.Ending.exited(0), nil),
        ("exit 3", .exited(3), "the command exited with status 3"),
        ("kill -TERM $$", .killed(SIGTERM), "the command was killed by signal 15"),
        ("no-such-program 2>/dev/null", .exited(127), "the command exited with status 127"),
    ])
    func theEndingIsTold(text: String, ending: ShellCommand.Ending, complaint: String?) {
        #expect(run(text) == ending)
        #expect(ending.complaint == complaint)
    }

    @Test func theEnvironmentIsThereAndTheVariablesWin() {
        #expect(run(#"[ "$KEPT" = yes ] && [ "$X" = "a b" ]"#, ["X": "a b"]) == .exited(0))
        #expect(run(#"[ "$KEPT" = no ]"#, ["KEPT": "no"]) == .exited(0))
    }

    @Test func thereIsNothingToRead() {
        #expect(run("! read line") == .exited(0))
    }

    @Test func itHasAProcessGroupOfItsOwn() {
        // The fifth field of stat is the group; the command's name has no blank in it here.
        #expect(
            run("read -r pid name state parent group rest </proc/$$/stat; [ $group = $$ ]")
                == .exited(0))
    }

    @Test func signalsThatWeBlockReachIt() {
        var mask = sigset_t()
        var before = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        let ending = run("kill -TERM $$; exit 1")
        pthread_sigmask(SIG_SETMASK, &before, nil)
        #expect(ending == .killed(SIGTERM))
    }

    @Test func whatIsTooLongForTheSystemIsSaid() {
        let ending = run("true", ["X": String(repeating: "x", count: 4_000_000)])
        #expect(ending.complaint?.contains("could not be started") == true)
    }

    @Test func noChildIsLeftBehind() {
        #expect(run("exit 1") == .exited(1))
        let path = "/proc/self/task/\(getpid())/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        for child in children.split(separator: " ") {
            let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
            #expect(!stat.contains("(sh) Z"))
        }
    }

    // MARK: Output

    @Test func aDecisionIsToldWhole() {
        var decision = SampleReplies.decision
        decision.verdict = .block
        decision.until = SampleReplies.until
        decision.restrictions = [
            SampleReplies.restriction, SampleReplies.restriction,
            .init(kind: .budget, rule: "b", name: "B", strict: false),
        ]
        #expect(
            DecisionVariables.of(decision) == [
                "SOTERIA_TARGET": "shopping", "SOTERIA_NAME": "Shopping",
                "SOTERIA_VERDICT": "block", "SOTERIA_UNTIL": SampleReplies.until,
                "SOTERIA_GRANTED_UNTIL": "", "SOTERIA_CAUSE": "schedule",
                "SOTERIA_REASONS": "quiet_hours budget", "SOTERIA_STRICT": "1",
                "SOTERIA_SEQUENCE": "18",
            ])
    }

    @Test func whatSaysNothingIsEmpty() {
        var decision = SampleReplies.decision
        decision.grantedUntil = SampleReplies.now
        let variables = DecisionVariables.of(decision)
        #expect(variables["SOTERIA_UNTIL"] == "" && variables["SOTERIA_REASONS"] == "")
        #expect(variables["SOTERIA_STRICT"] == "0")
        #expect(variables["SOTERIA_GRANTED_UNTIL"] == SampleReplies.now)
    }

    // MARK: The queue

    @Test func theQueueKeepsTheOrderAndTellsFailures() throws {
        let directory = try RecordDirectory()
        let told = Mutex<[String]>([])
        let queue = CommandQueue(
            ShellCommand(
                text: "echo $SOTERIA_SEQUENCE >>'\(directory.file("log"))'; "
                    + "[ $SOTERIA_SEQUENCE != 2 ]",
                environment: ["PATH": "/usr/bin:/bin"])
        ) { text in told.withLock { $0.append(text) } }
        for sequence in 1...20 {
            var decision = SampleReplies.decision
            decision.sequence = sequence
            queue.add(decision)
        }
        let done = DispatchSemaphore(value: 0)
        queue.whenDone { done.signal() }
        done.wait()
        let log = String(decoding: try directory.read("log"), as: UTF8.self)
        #expect(log.split(separator: "\n").compactMap { Int($0) } == Array(1...20))
        #expect(
            told.withLock { $0 } == [
                "soteria: the command exited with status 1 (unblock of shopping, decision 2)\n"
            ])
    }

    @Test func aStoppedQueueBeginsNothingMore() throws {
        let directory = try RecordDirectory()
        let queue = CommandQueue(
            ShellCommand(text: "touch '\(directory.file("ran"))'", environment: [:])
        ) { _ in }
        #expect(!queue.stop())
        queue.add(SampleReplies.decision)
        let done = DispatchSemaphore(value: 0)
        queue.whenDone { done.signal() }
        done.wait()
        #expect(directory.names == [])
    }
}
