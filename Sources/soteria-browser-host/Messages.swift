import Varlink

/// A message from the extension to the host.
enum Request: Hashable {
    /// A call, answered under its number.
    case call(id: Int64, method: String, parameters: JSONObject, more: Bool)
    /// The end of a call that was made with `more`.
    case cancel(id: Int64)

    /// Reads a message. Members that nobody knows are refused: no extension of ours sends them.
    init(_ bytes: [UInt8]) throws(InputFault) {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw .notJSON(offset: error.offset)
        }
        guard case .object(let message) = json else {
            throw .notAMessage("it is no object but \(json.kind)")
        }
        guard let id = message["id"]?.intValue else {
            throw .notAMessage("its `id` is no integer")
        }
        self =
            message["cancel"] == nil
            ? try Self.call(id, message) : try Self.cancellation(id, message)
    }

    private static func cancellation(_ id: Int64, _ message: JSONObject) throws(InputFault)
        -> Request
    {
        guard message["cancel"] == true, message.count == 2 else {
            throw .notAMessage("a cancellation is `id` and `cancel: true`")
        }
        return .cancel(id: id)
    }

    private static func call(_ id: Int64, _ message: JSONObject) throws(InputFault) -> Request {
        let known: Set<String> = ["id", "method", "parameters", "more"]
        guard message.allSatisfy({ known.contains($0.name) }) else {
            throw .notAMessage("a member that is not known")
        }
        guard let method = message["method"]?.stringValue else {
            throw .notAMessage("its `method` is no string")
        }
        guard case .object(let parameters) = message["parameters"] ?? [:] else {
            throw .notAMessage("its `parameters` are no object")
        }
        guard case .bool(let more) = message["more"] ?? false else {
            throw .notAMessage("its `more` is no truth value")
        }
        return .call(id: id, method: method, parameters: parameters, more: more)
    }
}

/// A message from the host to the extension.
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

    /// The error that a failed call ends with: the daemon's own, or that it is gone.
    static func failure(_ id: Int64, _ failure: any Error) -> JSONObject {
        error(id, failure as? VarlinkError ?? HostError.daemonGone)
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

/// Which of the daemon's methods the extension may call. A page that got hold of the extension
/// could neither change rules, nor switch protection off, nor read the record.
enum Gate {
    private static let methods: [String: Set<String>] = [
        "org.soteria.checkin": ["Answer", "GetState", "List"],
        "org.soteria.daemon": ["GetStatus"],
        "org.soteria.prompts": ["Answer", "Monitor"],
        "org.soteria.protection": ["Check", "Explain", "List", "Monitor"],
        "org.soteria.targets": ["Monitor"],
        "org.soteria.unblock": [
            "Attempt", "Confirm", "Keep", "List", "LogOutcome", "Options", "Request",
        ],
        "org.soteria.usage": ["Closed", "Heartbeat", "Opened", "SetIdle"],
    ]

    /// Qualified.
    static let names = Set(
        methods.flatMap { interface, names in names.map { "\(interface).\($0)" } })

    /// Whether the extension may call the method of this qualified name.
    static func allows(_ method: String) -> Bool { names.contains(method) }
}
