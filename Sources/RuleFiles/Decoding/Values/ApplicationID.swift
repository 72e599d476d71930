/// Applications as desktop files name them: `com.valvesoftware.Steam`, `firefox`.
enum ApplicationID {
    /// Reads an application id; a `.desktop` at its end is removed.
    static func parse(_ text: String) -> Result<String, ValueFault> {
        if text.contains("/") {
            let last = text.split(separator: "/").last.map { withoutSuffix(String($0)) }
            return .fault(
                "\"\(text)\" is a path; use the app's application id, such as "
                    + "com.valvesoftware.Steam, or put the path under \"executables:\"",
                suggestion: last.flatMap { isID($0) ? $0 : nil })
        }
        let id = withoutSuffix(text)
        guard isID(id) else {
            return .fault(
                "\"\(text)\" is not a valid application id; use only letters, digits, \".\", \"-\" "
                    + "and \"_\", for example com.valvesoftware.Steam")
        }
        return .success(id)
    }

    private static func withoutSuffix(_ text: String) -> String {
        text.hasSuffix(".desktop") && !isPartOfID(text) ? String(text.dropLast(8)) : text
    }

    /// True if "desktop" is the third part of a reversed domain name, as in `org.telegram.desktop`,
    /// and not the suffix of a file name. An id of only two parts is unlikely.
    private static func isPartOfID(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let organisation = parts[1].first else { return false }
        return !parts[0].isEmpty && organisation.isLetter
            && parts[0].utf8.allSatisfy { (0x61...0x7a).contains($0) }
    }

    private static func isID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasPrefix("-")
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || ".-_+".unicodeScalars.contains(scalar)
            }
    }
}
