import Localization
import RuleFiles

/// The file to be imported.
enum ImportedFile {
    /// The largest file of settings, in bytes: a thousand times what people have.
    static let longest = 1 << 20

    /// The bytes of a file of settings. Throws a `Failure` if it cannot be read or is too large.
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        switch FileReader.bytes(of: path, limit: longest) {
        case .success(let bytes): return bytes
        case .failure(let fault):
            throw Failure("\(Printable.text(path)): \(Printable.text(fault.message))")
        }
    }
}
