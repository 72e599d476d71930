/// A place in which the sealed files of one space lie. What it answers is untrusted.
protocol Storage {
    /// True if `first` costs nothing, so that it is asked in every run.
    var isFreeToSearch: Bool { get }

    /// Puts a file at a name, if nothing lies there.
    func put(_ bytes: [UInt8], at name: FileName) throws(Failure) -> PutResult

    /// Looks at names, at most `Limits.names`. It answers for at least one of them.
    func get(_ names: [FileName]) throws(Failure) -> [FileName: GetResult]

    /// The lowest place of a log beyond one; nil if there is none.
    func first(in log: Log, after place: Int64) throws(Failure) -> Int64?

    /// Removes a file, if it is there.
    func remove(_ name: FileName) throws(Failure)

    /// Makes the storage, unless it exists.
    func create() throws(Failure)
}

enum PutResult: Hashable {
    case stored
    /// The same bytes lie there, as after a reply that was lost.
    case exists
    /// Other bytes lie there.
    case taken([UInt8])
}

enum GetResult: Hashable {
    case absent
    /// No bytes stand for what cannot be a file of a space, such as one that is too large.
    case bytes([UInt8])

    static let unusable = GetResult.bytes([])
}

enum Limits {
    /// Of a file in bytes. The largest chunk has 256 KiB.
    static let file = 300 * 1024
    /// Of the names in one question; DynamoDB's.
    static let names = 100
    /// Of what one run writes to the shelf.
    static let filesInRun = 2_000
    static let bytesInRun = 64 * 1024 * 1024
    /// Of all that lies on the shelf: ten years of five devices are a fifth of it.
    static let shelf = 1024 * 1024 * 1024
    /// Of the names that a directory is read for.
    static let namesInDirectory = 500_000
    /// Of the logs of a space.
    static let logs = 1_000
}
