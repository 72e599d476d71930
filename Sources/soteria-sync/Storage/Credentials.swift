/// Credentials of a storage, from AWS's shared format: the section `[default]`, with
/// `aws_access_key_id`, `aws_secret_access_key` and, if needed, `aws_session_token`, `region` and
/// `endpoint_url`.
struct Credentials {
    let key: String
    let secret: String
    let token: String?
    let region: String?
    /// Scheme, host and port of a server that is not Amazon's.
    let endpoint: String?

    /// Reads the text of a credentials file. No failure quotes it.
    init(_ text: String) throws(Failure) {
        var values: [String: String] = [:]
        var section = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("[") {
                section = line
            } else if section == "[default]", let equals = line.firstIndex(of: "=") {
                values[line[..<equals].trimmed] = line[line.index(after: equals)...].trimmed
            }
        }
        // A character beyond these could begin a header of its own.
        guard values.values.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } }),
            let key = values["aws_access_key_id"], let secret = values["aws_secret_access_key"],
            !key.isEmpty, !secret.isEmpty
        else {
            throw Failure(
                .refused, "The credentials need aws_access_key_id and aws_secret_access_key.")
        }
        self.key = key
        self.secret = secret
        token = values["aws_session_token"]
        region = values["region"]
        endpoint = values["endpoint_url"].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        guard region.map(Address.isName) ?? true else {
            throw Failure(.refused, "The region in the credentials is no name of one.")
        }
        guard endpoint.map(Self.isEndpoint) ?? true else {
            throw Failure(
                .refused, "The endpoint_url in the credentials must be https://HOST:PORT.")
        }
    }

    private static func isEndpoint(_ text: String) -> Bool {
        ["https://", "http://"].contains { scheme in
            let host = text.dropFirst(scheme.count)
            return text.hasPrefix(scheme) && !host.isEmpty
                && host.allSatisfy { Address.isName("x\($0)") || ":[]".contains($0) }
        }
    }
}

extension StringProtocol {
    /// Without spaces and tabs at both ends.
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
