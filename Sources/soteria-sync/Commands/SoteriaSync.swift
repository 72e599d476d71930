import ArgumentParser
import CCurl
import Glibc

/// Carries the sealed files of a space between its shelf and its storage. It has no keys.
@main
struct SoteriaSync: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soteria-sync",
        abstract: "Carries the sealed files of a space to its storage and back.",
        version: Version.text,
        subcommands: [
            RunCommand.self, CreateCommand.self, ProveCommand.self, PolicyCommand.self,
            DeleteCommand.self,
        ])
}

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Carries what is new, once.",
        discussion: """
            The credentials are $CREDENTIALS_DIRECTORY/credentials. A failure of the storage is \
            noted in courier.json on the shelf, and is no error of this program.
            """)

    @Argument(help: "The id of the space.") var space: Identifier
    @Option(help: "The shelf of the space.") var shelf: String

    func run() throws {
        try finish { () throws(Failure) in
            let shelf = try Shelf(shelf)
            try shelf.takeRequest()
            let address = try shelf.address()
            guard address.space == space else {
                throw Failure(.damage, "The address on the shelf is another space's.")
            }
            let surroundings = Surroundings.system
            var state = try shelf.state(for: address)
            guard !state.isBackingOff(at: surroundings.now()) else { return }
            let before = state.text
            var failure: Failure?
            do throws(Failure) {
                let path = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
                let storage = try address.storage(
                    credentials: path.map { "\($0)/credentials" }, surroundings)
                var run = Run(shelf, storage, state, surroundings)
                failure = run.carry()
                state = run.state
            } catch {
                failure = error
            }
            state.note(failure, at: surroundings.now(), random: surroundings.random)
            try shelf.write(state)
            // Each line of the journal is news.
            if let text = state.text, text != before { say(text) }
        }
    }
}

/// The options of the commands for a person.
struct StorageOptions: ParsableArguments {
    @Argument(
        help: "s3://BUCKET/SPACE, dynamodb://REGION/TABLE/SPACE, or /DIRECTORY/SPACE.")
    var address: Address
    @Option(help: "A file with credentials in AWS's format; none for a directory.")
    var credentials: String?

    func storage() throws(Failure) -> any Storage {
        try address.storage(credentials: credentials, .system)
    }
}

struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes the bucket, table or directory, if there is none.")

    @OptionGroup var options: StorageOptions

    func run() throws {
        try finish { () throws(Failure) in try options.storage().create() }
    }
}

struct ProveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove", abstract: "Shows by a file of its own that the storage is fit.",
        discussion: "The file stays: SPACE/join-ID/0000000000000001, of 512 bytes.")

    @OptionGroup var options: StorageOptions

    func run() throws {
        try finish { () throws(Failure) in try options.storage().prove() }
        print("The storage is fit.")
    }
}

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Prints the policy for the credentials of a device.")

    @Argument(help: "s3://BUCKET/SPACE or dynamodb://REGION/TABLE/SPACE.") var address: Address
    @Argument(help: "The id of the device.") var device: Identifier

    func run() throws {
        guard let policy = address.policy(for: device) else {
            throw ValidationError("A directory has no policy; use its permissions.")
        }
        print(policy)
    }
}

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Removes the files of a device from the storage.")

    @OptionGroup var options: StorageOptions
    @Argument(help: "The id of the device.") var device: Identifier
    @Flag(help: "Remove its membership entries as well, which newcomers to the space need.")
    var entries = false

    func run() throws {
        var count = 0
        try finish { () throws(Failure) in
            let storage = try options.storage()
            for log in [device.text] + (entries ? ["\(device.text)-m"] : []) {
                guard let log = Log(log) else { continue }
                count += try storage.removeAll(of: log)
            }
        }
        print("\(count) files were removed.")
    }
}

/// Does what may fail; says a failure and ends with its code.
private func finish(_ body: () throws(Failure) -> Void) throws {
    do throws(Failure) {
        try body()
    } catch {
        say("soteria-sync: \(error.text)")
        throw ExitCode(error.problem.exitCode)
    }
}

private func say(_ text: String) {
    let line = "\(text)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}

extension Identifier: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension Address: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }

    /// The storage at this address. Only a directory needs no credentials.
    func storage(
        credentials path: String?, _ surroundings: Surroundings
    ) throws(Failure) -> any Storage {
        if case .directory(let path) = kind { return DirectoryStorage(path: path, space: space) }
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let path, case .bytes(let bytes) = try Folder.file(path, limit: 64 * 1024),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw Failure(.refused, "There are no credentials.") }
        let credentials = try Credentials(text)
        return switch kind {
        case .s3(let bucket):
            try S3Storage(bucket: bucket, space: space, credentials, now: surroundings.now)
        case .dynamoDB(let region, let table):
            try DynamoDBStorage(
                region: region, table: table, space: space, credentials, surroundings)
        case .directory(let path): DirectoryStorage(path: path, space: space)
        }
    }
}

extension Surroundings {
    static var system: Surroundings {
        Surroundings(
            now: { Int64(time(nil)) }, pause: { usleep(UInt32($0 * 1_000_000)) },
            random: { .random(in: 0...max(0, $0)) })
    }
}
