import FoundationEssentials

/// A table of DynamoDB: partition key `p` = `SPACE/LOG`, sort key `n` = place, bytes `b`, and for
/// chunks `t`, the second after which they may vanish.
struct DynamoDBStorage: Storage {
    private static let lifetime: Int64 = 400 * 24 * 60 * 60

    private let service: Service
    private let table: String
    private let space: Identifier
    private let now: () -> Int64
    private let pause: (Double) -> Void
    let isFreeToSearch = false

    init(
        region: String, table: String, space: Identifier, _ credentials: Credentials,
        _ surroundings: Surroundings
    ) throws(Failure) {
        self.table = table
        self.space = space
        now = surroundings.now
        pause = surroundings.pause
        service = try Service(
            "dynamodb", region: region, host: "dynamodb.\(region).amazonaws.com", credentials,
            now: now)
    }

    /// Does an operation on the table. No name or number in a body needs to be escaped.
    private func callTable(
        _ operation: String, _ members: String
    ) throws(Failure) -> (isDone: Bool, reply: Reply, failure: Failure) {
        try call(operation, "{\"TableName\":\"\(table)\",\(members)}", limit: 1 << 20)
    }

    private func call(
        _ operation: String, _ body: String, limit: Int
    ) throws(Failure) -> (isDone: Bool, reply: Reply, failure: Failure) {
        let answer = try service.send(
            .init(
                method: "POST",
                headers: [
                    "Content-Type: application/x-amz-json-1.0",
                    "X-Amz-Target: DynamoDB_20120810.\(operation)",
                ],
                body: Array(body.utf8), limit: limit))
        let reply = try? JSONDecoder().decode(Reply.self, from: Data(answer.body))
        let failure = service.failure(answer, code: reply?.code)
        return (
            answer.status == 200 && reply != nil && reply?.code == nil && !answer.isCut,
            reply ?? Reply(), failure
        )
    }

    private func partition(_ log: Log) -> String { "{\"S\":\"\(space.text)/\(log.text)\"}" }

    private func key(_ name: FileName) -> String {
        "\"p\":\(partition(name.log)),\"n\":{\"N\":\"\(name.place)\"}"
    }

    func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
        let end = now() + Self.lifetime
        let lifetime = name.log.isOfChunks ? ",\"t\":{\"N\":\"\(end)\"}" : ""
        let (isDone, reply, failure) = try callTable(
            "PutItem",
            """
            "Item":{\(key(name)),"b":{"B":"\(Data(bytes).base64EncodedString())"}\(lifetime)},\
            "ConditionExpression":"attribute_not_exists(p)",\
            "ReturnValuesOnConditionCheckFailure":"ALL_OLD"
            """)
        if isDone { return .stored }
        guard reply.code == "ConditionalCheckFailedException" else { throw failure }
        var old = reply.old?.result
        if old == nil { old = try get([name])[name] }
        switch old {
        case .bytes(bytes): return .exists
        case .bytes(let others): return .taken(others)
        case .absent, nil: throw Failure(.throttled, "The storage is not yet sure of a file.")
        }
    }

    func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult] {
        let keys = names.map { "{\(key($0))}" }.joined(separator: ",")
        let (isDone, reply, failure) = try call(
            "BatchGetItem",
            "{\"RequestItems\":{\"\(table)\":{\"ConsistentRead\":true,\"Keys\":[\(keys)]}}}",
            limit: 24 << 20)
        guard isDone, let items = reply.responses?[table] else { throw failure }
        var answers: [FileName: GetResult] = [:]
        for name in names { answers[name] = .absent }
        for key in reply.unprocessed?[table]?.keys ?? [] {
            if let name = name(key) { answers[name] = nil }
        }
        for item in items {
            if let name = name(item), answers[name] != nil { answers[name] = item.result }
        }
        guard !answers.isEmpty else {
            throw Failure(.throttled, "The storage wants to be asked later.")
        }
        return answers
    }

    func first(in log: Log, after place: Int64) throws(Failure) -> Int64? {
        let (isDone, reply, failure) = try callTable(
            "Query",
            """
            "KeyConditionExpression":"p = :p AND n > :n","ExpressionAttributeValues":\
            {":p":\(partition(log)),":n":{"N":"\(place)"}},\
            "ProjectionExpression":"p,n","Limit":1,"ConsistentRead":true
            """)
        guard isDone, let items = reply.items else { throw failure }
        return items.compactMap { name($0)?.place }.filter { $0 > place }.min()
    }

    func remove(_ name: FileName) throws(Failure) {
        let (isDone, _, failure) = try callTable("DeleteItem", "\"Key\":{\(key(name))}")
        guard isDone else { throw failure }
    }

    func create() throws(Failure) {
        let (isDone, reply, failure) = try callTable(
            "CreateTable",
            """
            "BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":\
            [{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"n","AttributeType":"N"}],\
            "KeySchema":\
            [{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}]
            """)
        guard isDone || reply.code == "ResourceInUseException" else { throw failure }
        // The setting is refused until the table is active, and once it is set.
        for _ in 1...60 {
            let (isSet, reply, failure) = try callTable(
                "UpdateTimeToLive",
                "\"TimeToLiveSpecification\":{\"AttributeName\":\"t\",\"Enabled\":true}")
            if isSet || reply.code == "ValidationException" { return }
            guard
                reply.code == "ResourceInUseException" || reply.code == "ResourceNotFoundException"
            else { throw failure }
            pause(1)
        }
        throw Failure(.unreachable, "The table was not ready within a minute.")
    }

    /// The name of an item; nil if it is none of this space's.
    private func name(_ item: Item) -> FileName? {
        let prefix = "\(space.text)/"
        guard let partition = item["p"]?.string, partition.hasPrefix(prefix),
            let log = Log(partition.dropFirst(prefix.utf8.count)),
            let place = item["n"]?.number.flatMap({ Int64($0) })
        else { return nil }
        return FileName(log, place)
    }
}

private typealias Item = [String: Value]

private struct Value: Decodable {
    let string: String?
    let number: String?
    let bytes: String?

    private enum CodingKeys: String, CodingKey {
        case string = "S"
        case number = "N"
        case bytes = "B"
    }
}

/// The members of replies that are read.
private struct Reply: Decodable {
    struct Keys: Decodable {
        let keys: [Item]

        private enum CodingKeys: String, CodingKey { case keys = "Keys" }
    }

    var type: String?
    var old: Item?
    var items: [Item]?
    var responses: [String: [Item]]?
    var unprocessed: [String: Keys]?

    private enum CodingKeys: String, CodingKey {
        case type = "__type"
        case old = "Item"
        case items = "Items"
        case responses = "Responses"
        case unprocessed = "UnprocessedKeys"
    }

    /// The type of an error without its namespace.
    var code: String? { type?.split(separator: "#").last.map(String.init) }
}

extension Item {
    fileprivate var result: GetResult {
        guard let text = self["b"]?.bytes, text.utf8.count <= Limits.file / 3 * 4 + 4,
            let bytes = Data(base64Encoded: text), bytes.count <= Limits.file
        else { return .unusable }
        return .bytes(Array(bytes))
    }
}
