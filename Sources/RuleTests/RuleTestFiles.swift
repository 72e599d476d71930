import RuleFiles

/// Finds test files and reads them.
struct RuleTestFiles: Sendable {
    /// The paths of the files, in the order given, and within a directory by name.
    private(set) var paths: [String] = []
    private(set) var faults: [Diagnostic] = []

    static let suffix = ".test.yaml"

    /// The given files, and the files in the given directories. With `isStandard`, a directory may
    /// have no test files.
    init(_ given: [String], isStandard: Bool) {
        for path in given {
            guard FileReader.isDirectory(path) else {
                paths.append(path)
                continue
            }
            switch FileReader.names(in: path) {
            case .failure(let fault):
                add("the directory cannot be read: \(fault.message)", path)
            case .success(let names):
                let found = names.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
                if found.isEmpty, !isStandard {
                    add("this directory has no *\(Self.suffix) files", path)
                }
                paths += found.prefix(Limits.files).map { name in
                    path == "." ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
                }
            }
        }
    }

    private mutating func add(_ message: String, _ path: String) {
        faults.append(Diagnostic(severity: .error, file: path, message: message))
    }

    /// The text of a file, or the reason why there is none.
    static func text(of path: String) -> Result<String, ReadFault> {
        FileReader.bytes(of: path, limit: Limits.fileSize).flatMap { bytes in
            let bytes = bytes.withoutByteOrderMark
            guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
                return .failure(ReadFault(message: "it is not UTF-8 text"))
            }
            return .success(text)
        }
    }

    /// The absolute path of a file's directory.
    static func directory(of path: String) -> String {
        let path = FileReader.absolute(path)
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
