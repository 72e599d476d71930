import Glibc
import RuleModel

/// The source of the files named in `sites_from`.
package struct ListSource: Sendable {
    /// Bytes of one list at most.
    static let mostBytes = 256 << 20
    /// Bytes of all lists of one load together at most.
    static let mostBytesOfAll = 512 << 20

    /// The copies of recorded lists, to which the lists read are added; nil if none are kept.
    let copies: ListCopies?
    /// The files read before; unchanged ones are not read again.
    let known: [ListFile]
    /// Lists to compare new ones with while reading, off the thread that must not wait.
    let compared: [SiteList]
    /// The home directory that `~/` stands for.
    let home: String?
    /// True if a lost recorded list is replaced by the current file at its path or left out,
    /// instead of making the rules unusable.
    let isLenient: Bool
    /// The largest number of bytes of all lists of one load together.
    let room: Int

    package init(
        copies: ListCopies? = nil, known: [ListFile] = [], compared: [SiteList] = [],
        home: String? = getenv("HOME").map { String(cString: $0) }, isLenient: Bool = false,
        room: Int = ListSource.mostBytesOfAll
    ) {
        self.copies = copies
        self.known = known
        self.compared = compared
        self.home = home
        self.isLenient = isLenient
        self.room = room
    }

    /// The absolute path for a path in a rule file; nil if it cannot be determined.
    func path(_ written: String, in ruleFile: String) -> String? {
        if written.hasPrefix("/") { return written }
        if written.hasPrefix("~/") { return home.map { $0 + written.dropFirst() } }
        // A file that is embedded in the program is in no directory.
        guard ruleFile.hasPrefix("/"), let slash = ruleFile.lastIndex(of: "/") else { return nil }
        var rest = written[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        return String(ruleFile[...slash]) + rest
    }

    /// Reads the current file at a path.
    func read(_ path: String) -> Result<ListFile, ReadFault> {
        if let identity = FileReader.identity(of: path),
            let same = known.first(where: { $0.path == path && $0.identity == identity }),
            copies?.has(same.list.digest) ?? true
        {
            return .success(same)
        }
        switch FileReader.contents(of: path, limit: Self.mostBytes) {
        case .failure(var fault):
            fault.message += Self.sandboxNote(path, fault)
            return .failure(fault)
        case .success(let (bytes, identity)):
            let digest = ListDigest.hex(of: bytes)
            return file(bytes, digest, path, identity).map { file in
                var file = file
                file.copyFault = copies?.keep(bytes, digest: digest)
                return file
            }
        }
    }

    /// Reads a list in its recorded state, from wherever it still exists.
    func read(_ path: String, recorded digest: String) -> Result<ListFile, ReadFault> {
        if let same = known.first(where: { $0.list.digest == digest }) {
            return .success(same.path == path ? same : same.at(path, identity: nil))
        }
        if let bytes = copies?.bytes(of: digest) { return file(bytes, digest, path, nil) }
        guard
            case .success(let (bytes, identity)) = FileReader.contents(
                of: path, limit: Self.mostBytes)
        else {
            return .failure(
                ReadFault(
                    message: "both the list and Soteria's copy of it are gone", isAbsent: true))
        }
        let found = ListDigest.hex(of: bytes)
        guard found == digest || isLenient else {
            return .failure(
                ReadFault(
                    message: "the list has changed, and Soteria's copy of the old list is gone",
                    isAbsent: true))
        }
        return file(bytes, found, path, identity)
    }

    private func file(
        _ bytes: [UInt8], _ digest: String, _ path: String, _ identity: FileIdentity?
    ) -> Result<ListFile, ReadFault> {
        if let same = known.first(where: { $0.list.digest == digest }) {
            return .success(same.at(path, identity: identity))
        }
        return ListFile.parse(
            bytes, digest: digest, path: path, identity: identity,
            comparedWith: known.map(\.list) + compared)
    }

    /// A note that the service's sandbox may hide the file.
    private static func sandboxNote(_ path: String, _ fault: ReadFault) -> String {
        let hidden = ["/tmp/", "/var/tmp/", "/dev/"].filter { path.hasPrefix($0) }
        guard fault.isAbsent, let directory = hidden.first else { return "" }
        return "; the Soteria service has its own \(directory.dropLast()) and cannot see yours: "
            + "move the list next to the rule file"
    }
}
