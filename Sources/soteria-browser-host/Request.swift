import Varlink

/// What the extension asks of the host.
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
