import API
import BuiltPrograms
import Foundation
import Testing
import Varlink

@testable import soteria_browser_host

/// The built program, started as a browser starts it.
@Suite struct ProgramTests {
    private static let origin = "chrome-extension://cpdiachfcgkginmbfflbhlmiccfjbnhe/"

    struct Run {
        var status: Int32
        var output: [UInt8]
        var errors: String
    }

    /// Runs the program, which lies beside the tests, until it has read all of its input.
    private func run(_ arguments: [String], input: [UInt8] = [], socket: String = "/nowhere")
        throws -> Run
    {
        BrokenPipes.areErrors
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: try #require(BuiltPrograms.path("soteria-browser-host")))
        process.arguments = arguments
        process.environment = ["SOTERIA_SOCKET": socket]
        let (toHost, fromHost, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = toHost
        process.standardOutput = fromHost
        process.standardError = errors
        try process.run()
        // Who is refused may have ended before this is written; what was read shows in the output.
        try? toHost.fileHandleForWriting.write(contentsOf: Data(input))
        try toHost.fileHandleForWriting.close()
        let output = fromHost.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: Array(output),
            errors: String(decoding: said, as: UTF8.self))
    }

    private static let hello = Extension.frame(
        Array(#"{"hello":{"version":"\#(Version.text)","protocol":1}}"#.utf8))

    @Test(
        arguments: [
            [origin], [origin, "--parent-window=0"],
            [
                "/usr/lib/mozilla/native-messaging-hosts/org.soteria.browser.json",
                "soteria@soteria.org",
            ],
        ])
    func ourExtensionIsGreeted(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == EX_OK)
        #expect(outcome.output == Self.hello)
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        arguments: [
            ["chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh/"],
            ["chrome-extension://cpdiachfcgkginmbfflbhlmiccfjbnhe"],
            ["chrome-extension://cpdiachfcgkginmbfflbhlmiccfjbnhe/x"],
            ["chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh/", "soteria@soteria.org"],
            ["https://example.org/"], ["soteria@soteria.org"], ["/m.json"],
            ["/m.json", "other@example.org"], ["m.json", "soteria@soteria.org"], [""],
            ["--socket", "/x"],
        ])
    func othersAreNot(arguments: [String]) throws {
        let outcome = try run(
            arguments, input: Extension.frame(Array(#"{"id":1,"cancel":true}"#.utf8)))
        #expect(outcome.status == EX_NOPERM)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("only Soteria's browser extension may start"))
    }

    @Test func byHandItSaysWhatItIs() throws {
        let outcome = try run([])
        #expect(outcome.status == EX_USAGE)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("native messaging"))
        let help = try run(["--help"])
        #expect(help.status == EX_OK && help.errors.isEmpty)
        #expect(String(decoding: help.output, as: UTF8.self) == outcome.errors)
    }

    @Test func itSaysItsVersion() throws {
        let outcome = try run(["--version"])
        #expect(outcome.status == EX_OK && outcome.errors.isEmpty)
        #expect(
            String(decoding: outcome.output, as: UTF8.self)
                == "soteria-browser-host \(Version.text)\n")
    }

    @Test func badInputEndsItWithAReason() throws {
        let outcome = try run([Self.origin], input: Extension.frame(Array("secret".utf8)))
        #expect(outcome.status == EX_DATAERR)
        #expect(outcome.output == Self.hello)
        #expect(
            outcome.errors
                == "soteria-browser-host: a message is not valid JSON: error at byte 0\n")
        let long = try run([Self.origin], input: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(long.status == EX_DATAERR)
        #expect(long.errors.contains("4294967295 bytes"))
    }

    @Test func itCarriesCalls() throws {
        let daemon = DaemonDouble()
        try daemon.start()
        let call = #"{"id":1,"method":"org.soteria.protection.Check","parameters":{"host":"a.b"}}"#
        let outcome = try run(
            [Self.origin], input: Extension.frame(Array(call.utf8)),
            socket: daemon.address.path)
        #expect(outcome.status == EX_OK && outcome.errors.isEmpty)
        #expect(
            outcome.output
                == Self.hello
                + Extension.frame(Array(#"{"id":1,"parameters":{"host":"a.b"}}"#.utf8)))
    }
}
