import API
import TestSupport
import Testing
import Varlink

@testable import soteria_browser_host

/// The version of the extension, which the host tells the daemon.
@Suite struct HelloTests {
    private let daemon = DaemonDouble()
    /// The calls of the daemon, each with its parameters and the number of its connection.
    private let calls = Handover<(name: String, parameters: JSONObject, connection: Int)>()
    private static let register = "org.soteria.daemon.RegisterExtension"
    private static let monitor = "org.soteria.protection.Monitor"

    private func start(_ register: @escaping MethodHandler = { $0.reply() }) throws {
        try daemon.start([
            Self.register: Method { [calls] call in
                calls.give((call.method, call.parameters, call.connectionNumber))
                try register(call)
            },
            Self.monitor: .streaming { [calls] call in
                calls.give((call.method, call.parameters, call.connectionNumber))
                call.reply(["n": 1] as JSON, continues: true)
            },
        ])
    }

    private func greeted() throws -> Extension {
        let browser = try Extension(address: daemon.address)
        try browser.greeting()
        return browser
    }

    /// The extension follows the daemon, which was told these parameters on the same connection.
    private func expectRegistration(_ parameters: JSONObject, of browser: Extension) throws {
        browser.call(1, Self.monitor, ["targets": ["a"]], more: true)
        #expect(try browser.next()?["parameters"] == ["n": 1])
        let told = try #require(calls.next())
        #expect(told.name == Self.register && told.parameters == parameters)
        let monitored = try #require(calls.next())
        #expect(monitored.name == Self.monitor && monitored.parameters == ["targets": ["a"]])
        #expect(monitored.connection == told.connection)
    }

    @Test func theDaemonIsToldBeforeTheExtensionFollowsIt() throws {
        try start()
        let browser = try greeted()
        browser.call(0, "org.soteria.browser.Hello", ["version": "0.3.0"])
        #expect(try browser.next() == ["id": 0, "parameters": [:]])
        try expectRegistration(["version": "0.3.0"], of: browser)
    }

    /// The extension of 0.1.0 says nothing of itself before its first call.
    @Test func anExtensionThatSaysNothingHasNoVersion() throws {
        try start()
        try expectRegistration([:], of: greeted())
    }

    @Test(arguments: ["{}", "7", "null"])
    func aHelloWithoutAVersionIsNone(version: String) throws {
        try start()
        let browser = try greeted()
        let hello = #"{"id":0,"method":"org.soteria.browser.Hello","parameters":{"version":"#
        browser.send(hello + version + "}}")
        #expect(try browser.next() == ["id": 0, "parameters": [:]])
        try expectRegistration([:], of: browser)
    }

    @Test func aDaemonThatComesBackIsToldAgain() throws {
        try start()
        let browser = try greeted()
        browser.call(0, "org.soteria.browser.Hello", ["version": "0.3.0"])
        #expect(try browser.next()?["id"] == 0)
        for _ in 0..<2 {
            try expectRegistration(["version": "0.3.0"], of: browser)
            daemon.stop()
            #expect(try browser.next()?["error"] == "org.soteria.browser.DaemonGone")
            try start()
        }
    }

    @Test func aDaemonThatDoesNotKnowTheMethodIsFollowed() throws {
        try start { $0.fail(.methodNotFound($0.method)) }
        try expectRegistration([:], of: greeted())
    }

    @Test func nothingElseIsPrecededByIt() throws {
        try start()
        let browser = try greeted()
        browser.call(1, "org.soteria.targets.Monitor", more: true)
        try daemon.answer { $0.reply() }
        #expect(try browser.next()?["id"] == 1)
        browser.call(2, "org.soteria.protection.Check")
        #expect(try browser.next()?["id"] == 2)
        browser.call(3, Self.monitor, more: true)
        #expect(try browser.next()?["id"] == 3)
        #expect(calls.next()?.name == Self.register)
        #expect(calls.next()?.name == Self.monitor)
    }

    @Test func aHelloUnderANumberInUseIsAFault() throws {
        try start()
        let browser = try greeted()
        try expectRegistration([:], of: browser)
        browser.call(1, "org.soteria.browser.Hello", ["version": "0.3.0"])
        #expect(browser.fault() == .numberInUse(1))
    }
}
