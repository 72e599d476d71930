import Glibc

/// The reason why the tools' rule file was not read or not written. Nothing was changed.
package enum ToolsFileError: Error, Hashable, Sendable {
    /// The text cannot be written again without loss.
    case unreadable(Diagnostic)
    case section(String)
    /// The path is a link to `/dev/null`, with which a person hides the file.
    case masked(path: String)
    /// The path is a link to another file, which the tools do not write.
    case link(path: String, target: String)
    case notAFile(path: String)
    /// The file is write-protected even for its owner.
    case readOnly(path: String)
    /// The file changed after it was read.
    case changed(path: String)
    /// Another tool is writing the file.
    case busy(path: String)
    /// The text would exceed the limit of a rule file, in bytes.
    case tooLarge(limit: Int)
    /// The system refused; its `errno`.
    case system(ToolsFileStep, path: String, code: Int32)
}

/// The step at which the system refused.
package enum ToolsFileStep: String, Hashable, Sendable {
    case make = "created"
    case read = "read"
    case write = "written"
}

extension ToolsFileError: CustomStringConvertible {
    /// The error and its remedy, in sentences.
    package var description: String {
        switch self {
        case .unreadable(let fault):
            let place = fault.line == 0 ? "" : " (line \(fault.line), column \(fault.column))"
            let meant = fault.suggestion.map { "; did you mean \"\($0)\"?" } ?? "."
            return "\(ToolsFile.name) cannot be read\(place): \(fault.message)\(meant) Correct "
                + "the file, or move it out of the way, then try again."
        case .section(let section):
            return "In \(ToolsFile.name), \"\(section)\" is not a map. Correct the file, or move "
                + "it out of the way, then try again."
        case .masked(let path):
            return "\(path) is a link to /dev/null, so nothing can be saved. "
                + "Remove the link and try again."
        case .link(let path, let target):
            return "\(path) is a link to \(target), which Soteria does not change. "
                + "Replace the link with a file and try again."
        case .notAFile(let path):
            return "\(path) is not a file. Move it out of the way, then try again."
        case .readOnly(let path):
            return "\(path) is write-protected. Make it writable for its owner and try again."
        case .changed(let path):
            return "\(path) has changed since Soteria read the file. Check its contents, then try "
                + "again."
        case .busy(let path): return "Another program is writing \(path). Try again in a moment."
        case .tooLarge(let limit):
            return "\(ToolsFile.name) would be larger than \(limit >> 20) MiB, the limit for a "
                + "rule file. Nothing was saved."
        case .system(let step, let path, let code):
            return "\(path) could not be \(step.rawValue): \(Self.words(code)). Nothing was saved."
        }
    }

    private static func words(_ code: Int32) -> String {
        switch code {
        case ENOSPC: "the disk is full; free some space and try again"
        case EDQUOT: "your disk quota is used up; free some space and try again"
        case EROFS: "the file system is read-only"
        case EACCES, EPERM: "permission denied; check the owner of the file and of its directory"
        case EIO: "the disk reported an error"
        case ENOTDIR: "a part of the path is not a directory"
        case ELOOP: "the directory is a link to itself"
        default: String(cString: strerror(code))
        }
    }
}
