import Varlink

/// What the host says to the extension.
enum Answer {
    /// Said first and unasked.
    static func hello(version: String, protocolVersion: Int64) -> JSONObject {
        ["hello": ["version": .string(version), "protocol": .integer(protocolVersion)]]
    }

    /// A reply of the daemon's; more of them follow where it continues.
    static func reply(_ id: Int64, _ parameters: JSONObject, continues: Bool = false)
        -> JSONObject
    {
        var answer: JSONObject = ["id": .integer(id), "parameters": .object(parameters)]
        if continues { answer["continues"] = true }
        return answer
    }

    /// An error, of the daemon's or of the host's own; always the last answer to a call.
    static func error(_ id: Int64, _ error: VarlinkError) -> JSONObject {
        [
            "id": .integer(id), "error": .string(error.name),
            "parameters": .object(error.parameters),
        ]
    }
}

/// The errors of the host's own.
enum HostError {
    /// The daemon is not reached, or was lost before it had answered.
    static let daemonGone = VarlinkError("org.soteria.browser.DaemonGone")
    /// The answer is longer than a browser takes.
    static let tooLong = VarlinkError("org.soteria.browser.TooLong")
    /// As many calls with `more` are under way as may be.
    static let tooManyCalls = VarlinkError("org.soteria.browser.TooManyCalls")

    /// The method is none that the extension may call. A name that is longer than any method's
    /// is cut, so that the answer has room for it.
    static func notAllowed(_ method: String) -> VarlinkError {
        let name = String(method.prefix(100))
        return VarlinkError("org.soteria.browser.NotAllowed", ["method": .string(name)])
    }
}
