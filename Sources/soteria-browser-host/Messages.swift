import API
import Varlink

/// A message from the extension to the host.
enum ExtensionMessage: Hashable {
    /// The extension's version, said in a call to the host itself. The first extension, 0.1.0, does
    /// not say it.
    case hello(id: Int64, version: String?)
    /// A call; its answer carries the same id.
    case call(id: Int64, method: String, parameters: JSONObject, more: Bool)
    /// The end of a call that was made with `more`.
    case cancel(id: Int64)

    /// Parses a message. Unknown members are rejected: Soteria's extension sends none.
    init(_ bytes: [UInt8]) throws(InputFault) {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw .notJSON(offset: error.offset)
        }
        guard case .object(let message) = json else {
            throw .notAMessage("expected an object, got \(json.kind)")
        }
        guard let id = message["id"]?.intValue else {
            throw .notAMessage("`id` must be an integer")
        }
        self =
            message["cancel"] == nil
            ? try Self.call(id, message) : try Self.cancellation(id, message)
    }

    private static func cancellation(_ id: Int64, _ message: JSONObject) throws(InputFault)
        -> ExtensionMessage
    {
        guard message["cancel"] == true, message.count == 2 else {
            throw .notAMessage("a cancellation must contain only `id` and `cancel: true`")
        }
        return .cancel(id: id)
    }

    private static func call(_ id: Int64, _ message: JSONObject) throws(InputFault)
        -> ExtensionMessage
    {
        let known: Set<String> = ["id", "method", "parameters", "more"]
        guard message.allSatisfy({ known.contains($0.name) }) else {
            throw .notAMessage("unknown member")
        }
        guard let method = message["method"]?.stringValue else {
            throw .notAMessage("`method` must be a string")
        }
        guard case .object(let parameters) = message["parameters"] ?? [:] else {
            throw .notAMessage("`parameters` must be an object")
        }
        guard case .bool(let more) = message["more"] ?? false else {
            throw .notAMessage("`more` must be a Boolean")
        }
        if method == BrowserExtension.hello {
            return .hello(id: id, version: parameters["version"]?.stringValue)
        }
        return .call(id: id, method: method, parameters: parameters, more: more)
    }
}

/// A message from the host to the extension.
enum HostMessage {
    /// The greeting, sent first and unprompted.
    static func hello(version: String, protocolVersion: Int64) -> JSONObject {
        ["hello": ["version": .string(version), "protocol": .integer(protocolVersion)]]
    }

    /// A reply of the daemon; with `continues`, more follow.
    static func reply(_ id: Int64, _ parameters: JSONObject, continues: Bool = false)
        -> JSONObject
    {
        var answer: JSONObject = ["id": .integer(id), "parameters": .object(parameters)]
        if continues { answer["continues"] = true }
        return answer
    }

    /// The error of a failed call: the daemon's own, or `daemonGone`.
    static func failure(_ id: Int64, _ failure: any Error) -> JSONObject {
        error(id, failure as? VarlinkError ?? HostError.daemonGone)
    }

    /// An error of the daemon or of the host; always the last answer to a call.
    static func error(_ id: Int64, _ error: VarlinkError) -> JSONObject {
        [
            "id": .integer(id), "error": .string(error.name),
            "parameters": .object(error.parameters),
        ]
    }
}

/// The host's own errors.
enum HostError {
    /// The daemon cannot be reached, or was lost before it answered.
    static let daemonGone = VarlinkError("org.soteria.browser.DaemonGone")
    /// The answer is longer than a browser accepts.
    static let tooLong = VarlinkError("org.soteria.browser.TooLong")
    /// The limit of concurrent calls with `more` is reached.
    static let tooManyCalls = VarlinkError("org.soteria.browser.TooManyCalls")

    /// The extension may not call this method. A name that is longer than any method's is cut, so
    /// that the answer has room for it.
    static func notAllowed(_ method: String) -> VarlinkError {
        let name = String(method.prefix(100))
        return VarlinkError("org.soteria.browser.NotAllowed", ["method": .string(name)])
    }
}

/// The methods of the daemon that the extension may call, with any parameters. An attacker who took
/// over the extension could neither change rules, nor switch protection off, nor read the record;
/// a method with a parameter that does more than that does not belong here.
enum AllowedMethods {
    private static let methods: [String: Set<String>] = [
        "org.soteria.checkin": ["AcknowledgeWelcome", "Answer", "GetState", "List"],
        "org.soteria.daemon": ["GetStatus"],
        "org.soteria.prompts": ["Answer", "Monitor"],
        "org.soteria.protection": ["Check", "Explain", "List", "Monitor"],
        "org.soteria.targets": ["Monitor"],
        "org.soteria.unblock": [
            "Attempt", "Confirm", "EndGrants", "Keep", "List", "LogOutcome", "Options", "Request",
        ],
        "org.soteria.usage": ["Closed", "Heartbeat", "Opened", "SetIdle"],
    ]

    /// The qualified names.
    static let names = Set(
        methods.flatMap { interface, names in names.map { "\(interface).\($0)" } })

    /// Whether the extension may call the method with this qualified name.
    static func allows(_ method: String) -> Bool { names.contains(method) }
}
