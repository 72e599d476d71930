import RuleModel

/// Reading of `sites_from`.
extension Draft {
    /// Reads the lists in the files that a value names; returns nil and reports if any cannot be
    /// read.
    mutating func siteLists(_ node: Node) -> [SiteList]? {
        let nodes = node.list ?? [node]
        if nodes.isEmpty { findings.error("the list of files is empty", at: node.at) }
        guard nodes.count <= Limits.lists else {
            findings.error(
                "too many lists: \(nodes.count); at most \(Limits.lists) are allowed",
                at: node.at)
            return nil
        }
        var lists: [SiteList] = []
        var places: [String: Position] = [:]
        var isWhole = !nodes.isEmpty
        for node in nodes {
            guard let path = listPath(node) else {
                isWhole = false
                continue
            }
            if let first = places.updateValue(node.at, forKey: path) {
                findings.warning(
                    .repeatedValue,
                    "this file appears twice in the list", at: node.at,
                    notes: [(at: first, message: "the first occurrence is here")])
                continue
            }
            guard let list = siteList(path, at: node.at) else {
                isWhole = false
                continue
            }
            if !lists.contains(list) { lists.append(list) }
        }
        return isWhole ? lists : nil
    }

    private mutating func siteList(_ path: String, at position: Position) -> SiteList? {
        switch lists.read(path, layer: findings.files[position.file].layer) {
        case .success(let file): return file.list
        case .failure(let fault):
            let message = "the list \(path) cannot be used: \(fault.message)"
            guard lists.source.isLenient else {
                findings.error(message, at: position)
                return nil
            }
            // The rest of the rules protects more than none of them.
            findings.warning(.lostList, message, at: position)
            return .lost
        }
    }

    /// The absolute path of a file that a value names.
    private mutating func listPath(_ node: Node) -> String? {
        guard let text = text(node, expected: "the path of a list of sites") else { return nil }
        guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isControl) else {
            findings.error("this is not a valid file path", at: node.at)
            return nil
        }
        if text.contains("://") {
            findings.error(
                "a list must be a file on this machine: Soteria downloads nothing", at: node.at)
            return nil
        }
        guard let path = lists.source.path(text, in: findings.files[node.at.file].path) else {
            findings.error(
                text.hasPrefix("~/")
                    ? "\"~\" cannot be used, because the home directory is not known"
                    : "a built-in rule must give the absolute path of a list", at: node.at)
            return nil
        }
        return path
    }
}

extension SiteList {
    /// The empty list that replaces a lost one.
    fileprivate static let lost = SiteListBuilder().list(digest: "")
}
