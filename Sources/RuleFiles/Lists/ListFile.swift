import RuleModel

/// A list of sites as it was read.
package struct ListFile: Sendable {
    package let path: String
    package let list: SiteList
    let problems: ListProblems
    /// The identity of the file when it was read; nil for a copy.
    let identity: FileIdentity?
    /// The reason why no copy could be kept; nil if there is a copy, or if none is wanted.
    var copyFault: String?

    package var leftOut: Int { problems.count }

    /// Reads a file's bytes, and compares them with other lists; fails if no domain is in them.
    static func parse(
        _ bytes: [UInt8], digest: String, path: String, identity: FileIdentity?,
        comparedWith others: [SiteList] = []
    ) -> Result<ListFile, ReadFault> {
        var parser = ListParser(bytes)
        parser.read()
        guard parser.builder.count > 0 else {
            let fault =
                switch parser.problems.count {
                case 0: "the file contains no sites"
                case let count:
                    "the file contains no usable sites; \(count) "
                        + "\(count == 1 ? "line is" : "lines are") ignored"
                }
            return .failure(ReadFault(message: fault))
        }
        return .success(
            ListFile(
                path: path, list: parser.builder.list(digest: digest, comparedWith: others),
                problems: parser.problems, identity: identity))
    }

    /// True if the file at the path is still the one that was read.
    package var isCurrent: Bool { identity != nil && identity == FileReader.identity(of: path) }

    var diagnostics: [Diagnostic] {
        let lost = copyFault.map { fault in
            Diagnostic.warning(
                .unkeptList,
                "Soteria cannot keep a copy of this list (\(fault)); if you change or "
                    + "delete the list, Soteria cannot restore the rules as they are now",
                file: path)
        }
        return problems.diagnostics(path: path) + [lost].compactMap(\.self)
    }

    /// The same list with another path or file identity.
    func at(_ path: String, identity: FileIdentity?) -> ListFile {
        ListFile(path: path, list: list, problems: problems, identity: identity)
    }
}
