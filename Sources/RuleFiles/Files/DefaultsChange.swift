import RuleModel

/// A change of the shipped defaults by a version of Soteria.
///
/// The record holds the texts of the rules that were in force, the shipped ones included. A shipped
/// text of an earlier version counts as the one that replaces it, so an upgrade is no edit by the
/// person; their own files are compared as ever.
package struct DefaultsChange: Hashable, Sendable {
    /// The version that changed the default.
    let version: String
    /// The default before and after.
    let summary: String
    /// The name of the shipped file.
    let file: String
    /// The SHA-256 of the file's text before the change, in hexadecimal.
    let formerDigest: String

    /// The change for the person.
    package var sentence: String {
        "Soteria \(version) changed its defaults: \(summary). To keep the old ones, write the "
            + "lines from docs/changes.md into a rule file of your own."
    }

    /// All changes, the oldest first. Until a version is out, amend its entry instead of adding
    /// one: people upgrade from released versions, and are told one sentence for each entry.
    static let all = [
        DefaultsChange(
            version: "0.2.0",
            summary: "the wait before an unblock is 20s for either purpose, instead of 10s if it "
                + "is planned and 30s if it is an impulse",
            file: "unblock.yaml",
            formerDigest: "c15d0c93c330d5df1558cea60982f9035d96610800f6be06375f8a4daf165ba1")
    ]

    /// Recorded texts, with the shipped ones of earlier versions replaced by those of this one, if
    /// `present` has them; and the changes that this skips.
    package static func upgrade(
        _ recorded: [RuleText], to present: [RuleText]
    ) -> (sources: [RuleText], changes: [DefaultsChange]) {
        var changes: [DefaultsChange] = []
        let sources = recorded.map { source in
            guard source.layer == 0, !source.isList,
                let shipped = EmbeddedDefaults.texts.first(where: { $0.name == source.name }),
                shipped.text != source.text,
                present.contains(where: { $0.isShipped(as: shipped) })
            else { return source }
            let digest = ListDigest.hex(of: Array(source.text.utf8))
            let since = all.filter { $0.file == shipped.name }.drop { $0.formerDigest != digest }
            guard !since.isEmpty else { return source }
            changes += since
            var upgraded = source
            upgraded.text = shipped.text
            return upgraded
        }
        return (sources, changes)
    }
}

extension RuleText {
    /// The file's name.
    fileprivate var name: Substring { path.split(separator: "/").last ?? "" }

    fileprivate func isShipped(as shipped: RuleText) -> Bool {
        layer == 0 && !isList && name == shipped.name && text == shipped.text
    }
}
