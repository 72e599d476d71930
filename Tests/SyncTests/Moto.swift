import Foundation
import Glibc
import Testing

@testable import soteria_sync

/// A server of this machine that speaks S3's and DynamoDB's protocols and checks signatures.
final class Moto: Sendable {
    /// A Python that has moto, which `Tests/run` names.
    private static let python = ProcessInfo.processInfo.environment["SOTERIA_MOTO"]

    static let isThere = python != nil
    static let absence: Comment = "SOTERIA_MOTO names no Python that has moto[server]"
    static let shared = Result { try Moto(python: python.expected) }

    private static let bucket = "soteria"
    private static let table = "soteria"

    private let endpoint: String
    private let key: String
    private let secret: String
    /// The server ends when this end of the pipe is closed, however the tests end.
    private let lifeline: FileHandle

    private init(python: String) throws {
        let port = try #require(FaultServer.freePort())
        endpoint = "http://127.0.0.1:\(port)"
        let input = Pipe()
        lifeline = input.fileHandleForWriting
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", Self.program, "\(port)"]
        // The three calls below are unsigned; then signatures are checked.
        process.environment = ["INITIAL_NO_AUTH_ACTION_COUNT": "3"]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let iam = try Service(
            "iam", region: "us-east-1", host: "",
            Self.credentials(endpoint, key: "nobody", secret: "nothing"), now: { 0 })
        try Self.waitUntilItListens(port)
        func ask(_ words: String) throws -> [UInt8] {
            let body = "\(words)&UserName=soteria&Version=2010-05-08"
            return try iam.send(.init(method: "POST", body: Array(body.utf8))).body
        }
        _ = try ask("Action=CreateUser")
        let reply = try ask("Action=CreateAccessKey")
        key = try #require(S3Reply.element("AccessKeyId", in: reply))
        secret = try #require(S3Reply.element("SecretAccessKey", in: reply))
        let policy =
            #"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*","dynamodb:*"],"Resource":"*"}]}"#
        let escaped = try #require(
            policy.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        _ = try ask("Action=PutUserPolicy&PolicyName=all&PolicyDocument=\(escaped)")
        try s3(Sample.space).create()
        try dynamoDB(Sample.space).create()
    }

    private static let program = """
        import os, sys, threading
        def end():
            sys.stdin.read()
            os._exit(0)
        threading.Thread(target=end, daemon=True).start()
        from moto.server import main
        main(["-H", "127.0.0.1", "-p", sys.argv[1]])
        """

    private static func waitUntilItListens(_ port: UInt16) throws {
        for _ in 0..<1_200 {
            if FaultServer.listens(port) { return }
            usleep(50_000)
        }
        throw Failure(.unreachable, "moto does not listen")
    }

    private static func credentials(
        _ endpoint: String, key: String, secret: String
    ) throws(Failure) -> Credentials {
        try Credentials(
            """
            [default]
            aws_access_key_id = \(key)
            aws_secret_access_key = \(secret)
            region = eu-central-1
            endpoint_url = \(endpoint)
            """)
    }

    func credentials(key: String? = nil, secret: String? = nil) throws(Failure) -> Credentials {
        try Self.credentials(endpoint, key: key ?? self.key, secret: secret ?? self.secret)
    }

    func s3(_ space: Identifier, _ credentials: Credentials? = nil) throws -> S3Storage {
        try S3Storage(
            bucket: Self.bucket, space: space, credentials ?? self.credentials(),
            now: Surroundings.system.now)
    }

    func dynamoDB(_ space: Identifier, _ credentials: Credentials? = nil) throws -> DynamoDBStorage
    {
        try DynamoDBStorage(
            region: "eu-central-1", table: Self.table, space: space,
            credentials ?? self.credentials(), .system)
    }
}
