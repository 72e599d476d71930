import API
import Foundation
import Synchronization
import Testing
import Varlink

@testable import soteria

/// `soteria dashboard`, with a server that the test stands in for.
@Suite(.timeLimit(.minutes(30))) struct DashboardTests {
    private func with(_ body: (DashboardServing) throws -> Void) throws {
        let serving = try DashboardServing()
        defer { serving.stop() }
        try body(serving)
    }

    @Test func theFileIsPrinted() throws {
        try with { serving in
            try serving.start()
            let run = CommandRun("dashboard", "--print", environment: serving.environment())
            #expect(run.status == 0 && run.output == serving.file + "\n" && run.error.isEmpty)
            let paged = CommandRun(
                "dashboard", "--print", "--page", "metrics", environment: serving.environment())
            #expect(paged.status == 0 && serving.asked == [nil, "metrics"])
        }
    }

    @Test func theDesktopOpensTheFile() throws {
        try with { serving in
            try serving.start()
            try serving.makeProgram("xdg-open", "printf '%s|' \"$@\" > \"$0.log\"; echo noise")
            let run = CommandRun("dashboard", environment: serving.environment(browser: "false"))
            #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
            #expect(serving.written("xdg-open.log") == serving.file + "|")
        }
    }

    @Test func whereTheDesktopCannotTheBrowserDoes() throws {
        try with { serving in
            try serving.start()
            try serving.makeProgram("xdg-open", "exit 3")
            try serving.makeProgram("bad", "exit 1")
            try serving.makeProgram("good", "printf '%s|' \"$@\" > \"$0.log\"")
            let run = CommandRun(
                "dashboard",
                environment: serving.environment(browser: "none::bad %s:good --new:other"))
            #expect(run.status == 0 && run.output.isEmpty)
            #expect(serving.written("good.log") == "--new|\(serving.file)|")
            let placed = CommandRun(
                "dashboard",
                environment: serving.environment(browser: "\(serving.directory)/good %s --kiosk"))
            #expect(placed.status == 0)
            #expect(serving.written("good.log") == "\(serving.file)|--kiosk|")
        }
    }

    @Test func withoutABrowserThePersonIsToldWhatToDo() throws {
        try with { serving in
            try serving.start()
            let run = CommandRun("dashboard", environment: serving.environment(path: ""))
            #expect(run.status == 0)
            #expect(
                run.output == """
                    No browser was found. Open this file in a browser within a minute:
                      \(serving.file)

                    """)
        }
    }

    @Test func aPageThatIsNoneIsNamed() throws {
        try with { serving in
            try serving.start(Method { $0.fail(.invalidParameter("page")) })
            let run = CommandRun(
                "dashboard", "--page", "a\u{1b}[2J", environment: serving.environment())
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.error.hasPrefix("soteria: the dashboard has no page \"a"))
            #expect(!run.error.contains("\u{1b}"))
        }
    }

    @Test func whyThereIsNoFileIsSaid() throws {
        try with { serving in
            try serving.start(
                Method { $0.fail(DashboardAPI.NotWritable(reason: "/r: full").varlinkError) })
            let run = CommandRun("dashboard", environment: serving.environment())
            #expect(run.status == 1 && run.error.contains("/r: full"))
        }
    }

    @Test func aServerThatWasJustEndingIsAskedAgain() throws {
        struct Ended: Error {}
        try with { serving in
            let calls = Mutex(0)
            let file = serving.file
            try serving.start(
                Method { call in
                    let isFirst = calls.withLock { count in
                        count += 1
                        return count == 1
                    }
                    // Any other error ends the connection.
                    if isFirst { throw Ended() }
                    call.reply(DashboardAPI.Open.Reply(file: file))
                })
            let run = CommandRun("dashboard", "--print", environment: serving.environment())
            #expect(run.status == 0 && run.output == file + "\n")
        }
    }

    @Test func whereNobodyServesAndNobodyCanThePersonIsToldHow() throws {
        try with { serving in
            for executable in [nil, serving.directory + "/soteria"] {
                let run = CommandRun(
                    "dashboard", environment: serving.environment(), executable: executable)
                #expect(run.status == 69)
                #expect(run.error.contains("systemctl --user start soteria-dashboard.socket"))
            }
        }
    }

    @Test func whereNobodyServesTheProgramBesideDoes() throws {
        try with { serving in
            try serving.makeProgram(
                "soteria-dashboard",
                "printf '%s|' \"$@\" > \"$0.log\"; echo $$ > \"$0.pid\"; exec sleep 1000")
            let run = CommandRun(
                "dashboard", "--print", "--socket", "/d", environment: serving.environment(),
                executable: serving.directory + "/soteria",
                onOutput: { _ in
                    // The last page is closed. A child of the tests' threads has inherited that
                    // they block all other signals.
                    let pid = serving.written("soteria-dashboard.pid")
                    if let number = pid_t(pid.dropLast()) { kill(number, SIGKILL) }
                },
                wait: { _ in
                    // Once the program runs it answers.
                    if serving.written("soteria-dashboard.pid").hasSuffix("\n") {
                        try? serving.start()
                    }
                })
            #expect(run.status == 0 && run.output == serving.file + "\n")
            #expect(run.error.contains("Ctrl-C"))
            #expect(
                serving.written("soteria-dashboard.log")
                    == "--control|\(serving.directory)/soteria/dashboard|--socket|/d|")
        }
    }

    @Test func aProgramThatFailsIsNoServer() throws {
        try with { serving in
            try serving.makeProgram("soteria-dashboard", "exit 78")
            let run = CommandRun(
                "dashboard", environment: serving.environment(),
                executable: serving.directory + "/soteria")
            #expect(run.status == 69 && run.output.isEmpty)
            #expect(run.error == "soteria: the dashboard's server does not answer\n")
        }
    }
}
