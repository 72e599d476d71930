import Crypto

/// A bucket of S3 or of a server that speaks its protocol: MinIO, R2, Garage.
struct S3Storage: Storage {
    private let service: Service
    private let space: Identifier
    private let region: String
    /// The path of the bucket: empty if the host names it.
    private let root: String
    let isFreeToSearch = false

    init(
        bucket: String, space: Identifier, _ credentials: Credentials, now: @escaping () -> Int64
    ) throws(Failure) {
        region = credentials.region ?? "us-east-1"
        self.space = space
        // A certificate does not hold for a name with more dots.
        let isInPath = credentials.endpoint != nil || bucket.contains(".")
        root = isInPath ? "/\(bucket)" : ""
        service = try Service(
            "s3", region: region,
            host: (isInPath ? "" : "\(bucket).") + "s3.\(region).amazonaws.com", credentials,
            now: now)
    }

    private func path(_ name: FileName) -> String { "\(root)/\(space.text)/\(name.text)" }

    /// Sends a request with the digest of its body, which S3 wants in a header.
    private func send(_ request: Service.Request) throws(Failure) -> Service.Reply {
        var request = request
        let hash = SHA256.hash(data: request.body ?? []).hexadecimal
        request.headers += ["x-amz-content-sha256: \(hash)"]
        return try service.send(request)
    }

    private func failure(_ reply: Service.Reply) -> Failure {
        let code = S3Reply.element("Code", in: reply.body)
        return service.failure(reply, code: code)
    }

    func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult {
        let reply = try send(
            .init(
                method: "PUT", path: path(name),
                headers: ["If-None-Match: *", "Content-Type: application/octet-stream"],
                body: bytes))
        switch reply.status {
        case 200: return .stored
        case 412: break
        default: throw failure(reply)
        }
        switch try get(name) {
        case .bytes(bytes): return .exists
        case .bytes(let others): return .taken(others)
        case .absent: throw Failure(.throttled, "The storage is not yet sure of a file.")
        }
    }

    func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult] {
        var answers: [FileName: GetResult] = [:]
        var ended: Set<Log> = []
        for name in names where !ended.contains(name.log) {
            do throws(Failure) {
                let answer = try get(name)
                answers[name] = answer
                // What follows an absent name is not asked for.
                if answer == .absent { ended.insert(name.log) }
            } catch {
                guard !answers.isEmpty else { throw error }
                return answers
            }
        }
        return answers
    }

    private func get(_ name: FileName) throws(Failure) -> GetResult {
        let reply = try send(.init(path: path(name), limit: Limits.file))
        switch reply.status {
        case 200: return reply.isCut ? .unusable : .bytes(reply.body)
        case 404 where S3Reply.element("Code", in: reply.body) != "NoSuchBucket": return .absent
        case 403:
            // Amazon's answer for an absent name, too, if only a part of the bucket may be listed.
            let failure = failure(reply)
            guard failure.problem == .refused,
                try first(in: name.log, after: name.place - 1) != name.place
            else { throw failure }
            return .absent
        default: throw failure(reply)
        }
    }

    func first(in log: Log, after place: Int64) throws(Failure) -> Int64? {
        let prefix = "\(space.text)%2F\(log.text)%2F"
        let reply = try send(
            .init(
                path: "\(root)/?list-type=2&max-keys=64&prefix=\(prefix)"
                    + "&start-after=\(prefix)\(FileName.text(ofPlace: place))",
                limit: 256 * 1024))
        guard reply.status == 200, !reply.isCut, S3Reply.element("Name", in: reply.body) != nil
        else {
            throw failure(reply)
        }
        let folder = "\(space.text)/\(log.text)/"
        return S3Reply.elements("Key", in: reply.body).filter { $0.hasPrefix(folder) }
            .compactMap { FileName.place($0.dropFirst(folder.utf8.count)) }
            .filter { $0 > place }.min()
    }

    func remove(_ name: FileName) throws(Failure) {
        let reply = try send(.init(method: "DELETE", path: path(name)))
        guard [200, 204, 404].contains(reply.status) else { throw failure(reply) }
    }

    func create() throws(Failure) {
        let place =
            region == "us-east-1"
            ? ""
            : "<CreateBucketConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                + "<LocationConstraint>\(region)</LocationConstraint></CreateBucketConfiguration>"
        let reply = try send(
            .init(
                method: "PUT", path: "\(root)/", headers: ["Content-Type: application/xml"],
                body: Array(place.utf8)))
        let code = S3Reply.element("Code", in: reply.body)
        guard reply.status == 200 || code == "BucketAlreadyOwnedByYou" else {
            guard code != "BucketAlreadyExists" else {
                throw Failure(.refused, "Somebody else has a bucket of this name.")
            }
            throw failure(reply)
        }
    }
}

/// The little of XML that replies of S3 need.
enum S3Reply {
    /// The text of the first element of a name.
    static func element(_ name: String, in body: [UInt8]) -> String? {
        elements(name, in: body).first
    }

    /// The texts of the elements of a name. One with entities or elements in it is left out.
    static func elements(_ name: String, in body: [UInt8]) -> [String] {
        guard let text = String(validating: body, as: UTF8.self) else { return [] }
        return text.split(separator: "<\(name)>").dropFirst().compactMap { rest in
            let value = rest.prefix { $0 != "<" && $0 != "&" }
            guard value.utf8.count <= 1024, rest[value.endIndex...].hasPrefix("</\(name)>")
            else { return nil }
            return String(value)
        }
    }
}

extension SHA256Digest {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
