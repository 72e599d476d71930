@testable import Varlink
import VarlinkIDL

/// An interface with a method for each way of answering.
enum TestInterface {
    static let text = """
        # For tests.
        interface org.example.test

        # Gives its parameter back.
        method Echo(text: string) -> (text: string)

        # Takes nothing and answers nothing.
        method Nothing() -> ()

        # Is answered when the test says so.
        method Later(tag: ?string) -> (tag: ?string)

        # Is answered again and again when the test says so.
        method Watch() -> (number: int)

        # Counts to a number, in one go.
        method Count(to: int) -> (number: int)

        # Fails with an error of its own.
        method Fail(code: int) -> ()

        # Throws what is no answer.
        method Break() -> ()

        # Answers with what JSON cannot say.
        method Infinity() -> (number: float)

        # What Fail fails with.
        error Failed (code: int)

        """

    struct Echo: Codable {
        let text: String
    }

    struct Number: Codable {
        let number: Int
    }

    private struct Broken: Error {}

    static func interface(_ kept: KeptCalls) throws -> Interface {
        struct Later: Decodable {
            let tag: String?
        }
        struct Count: Decodable {
            let to: Int
        }
        struct Fail: Decodable {
            let code: Int
        }
        return try Interface(
            InterfaceDescription(text),
            methods: [
                "Echo": Method { call in call.reply(try call.decode(Echo.self)) },
                "Nothing": Method { call in
                    try call.noParameters()
                    call.reply()
                },
                "Later": Method { call in
                    _ = try call.decode(Later.self)
                    kept.keep(call)
                },
                "Watch": .streaming { call in
                    try call.noParameters()
                    kept.keep(call)
                },
                "Count": Method { call in
                    let last = try call.decode(Count.self).to
                    guard call.more else { return call.reply(Number(number: last)) }
                    for number in 1...last {
                        call.reply(Number(number: number), continues: number < last)
                    }
                },
                "Fail": Method { call in
                    let code = try call.decode(Fail.self).code
                    throw VarlinkError(
                        "org.example.test.Failed", ["code": .integer(Int64(code))])
                },
                "Break": Method { _ in throw Broken() },
                "Infinity": Method { call in call.reply(["number": Double.infinity]) },
            ])
    }
}
