import RuleModel

/// Something that a person wants to open, or was kept from.
package enum Place: Hashable, Sendable {
    /// A target by its key.
    case target(String)
    /// A host name.
    case site(String)
    /// A path of a host, no longer than the longest that the rules name. Indirect, because places
    /// are copied often, and no other is as large.
    indirect case page(SitePath)
    /// An application id, or the path of an executable as the rules name it.
    case app(String)
    /// A manual protection that is to end early.
    case protection(Int64)
    /// Every monitored target: the place of a pause without a target.
    case everything

    /// Whether an emergency can be about it: a protection is not ended by one, and not all is
    /// opened at once.
    package var isOpenedInEmergencies: Bool {
        switch self {
        case .target, .site, .page, .app: true
        case .protection, .everything: false
        }
    }
}

extension Place: Codable {
    private enum Key: String, CodingKey { case target, site, path, app, protection, everything }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let path = try container.decodeIfPresent(String.self, forKey: .path)
        let keys = container.allKeys.filter { $0 != .path }
        guard let key = keys.first, keys.count == 1, path == nil || key == .site else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "not exactly one known place")
            )
        }
        switch key {
        case .target: self = .target(try container.decode(String.self, forKey: key))
        case .site, .path:
            let host = try container.decode(String.self, forKey: .site)
            self = path.flatMap { SitePath(host: host, path: $0) }.map { .page($0) } ?? .site(host)
        case .app: self = .app(try container.decode(String.self, forKey: key))
        case .protection: self = .protection(try container.decode(Int64.self, forKey: key))
        case .everything: self = .everything
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .target(let key): try container.encode(key, forKey: .target)
        case .site(let host): try container.encode(host, forKey: .site)
        case .page(let page):
            try container.encode(page.host, forKey: .site)
            try container.encode(page.path, forKey: .path)
        case .app(let identifier): try container.encode(identifier, forKey: .app)
        case .protection(let id): try container.encode(id, forKey: .protection)
        case .everything: try container.encode(true, forKey: .everything)
        }
    }
}
