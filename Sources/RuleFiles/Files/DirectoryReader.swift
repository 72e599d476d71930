import RuleModel

/// Reads the rule files of all layers from disk.
struct DirectoryReader: Sendable {
    private(set) var texts: [RuleText] = []
    /// The paths that could not be read, and the reasons.
    private(set) var faults: [(path: String, message: String)] = []
    /// True if the files exceed the limit, which is reported once; then none is parsed.
    private var isFull = false

    /// Reads every layer; a link to `/dev/null` hides the files of its name in the layers below.
    init(_ directories: RuleDirectories) {
        for (number, layer) in directories.layers.enumerated() {
            switch layer {
            case .defaults(let path):
                if let path, FileReader.isDirectory(path) {
                    readDirectory(path, layer: number, isRequired: false)
                } else {
                    texts += EmbeddedDefaults.texts
                }
            case .directory(let path, let isRequired):
                readDirectory(path, layer: number, isRequired: isRequired)
            case .files(let paths):
                for path in paths { readFile(path, layer: number) }
            }
        }
    }

    private mutating func readDirectory(_ path: String, layer: Int, isRequired: Bool) {
        switch FileReader.names(in: path) {
        case .failure(let fault):
            if !fault.isAbsent || isRequired {
                faults.append((path, "the directory cannot be read: \(fault.message)"))
            }
        case .success(let all):
            let names = all.filter(Self.isRuleFile)
            guard names.count <= Limits.files else {
                faults.append(
                    (
                        path,
                        "too many rule files: \(names.count); at most \(Limits.files) are allowed"
                    ))
                return
            }
            for name in names {
                let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
                if FileReader.linkTarget(of: file) == "/dev/null" {
                    texts.removeAll { $0.layer < layer && Self.name(of: $0.path) == name }
                } else {
                    readFile(file, layer: layer)
                }
            }
        }
    }

    /// True for `*.yaml`, except dotfiles and tests of rules.
    private static func isRuleFile(_ name: String) -> Bool {
        name.hasSuffix(".yaml") && !name.hasSuffix(".test.yaml") && !name.hasPrefix(".")
    }

    private static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    private mutating func readFile(_ path: String, layer: Int) {
        guard !isFull else { return }
        switch FileReader.bytes(of: path, limit: Limits.fileSize) {
        case .failure(let fault):
            faults.append((path, "the file cannot be read: \(fault.message)"))
        case .success(let all):
            let bytes = all.withoutByteOrderMark
            guard !bytes.contains(0) else {
                faults.append((path, "the file is binary, not text (it contains a NUL byte)"))
                return
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                let line = bytes.firstInvalidLine
                faults.append(
                    (
                        path,
                        "the file is not UTF-8 text (the first invalid byte is in line \(line))"
                    ))
                return
            }
            texts.append(RuleText(path: path, layer: layer, text: text))
            let size = texts.reduce(0) { $0 + $1.text.utf8.count }
            guard size > Limits.allFiles else { return }
            isFull = true
            texts = []
            let most = Limits.allFiles >> 20
            faults.append(
                (
                    path,
                    "with this file, the rule files exceed the limit of \(most) MiB in total"
                ))
        }
    }
}
