/// A place of a target.
package enum TargetPlace: Hashable, Sendable {
    case site(String)
    case app(String)
    case executable(String)

    /// The target's key for places of this kind.
    package var key: String {
        switch self {
        case .site: TargetFields.sites.key
        case .app: TargetFields.apps.key
        case .executable: TargetFields.executables.key
        }
    }

    /// The place as rules name it.
    package var text: String {
        switch self {
        case .site(let text), .app(let text), .executable(let text): text
        }
    }

    /// The normal form of a place of this kind, for comparisons; an invalid place is unchanged.
    func compared(_ text: String) -> String {
        let form =
            switch self {
            case .site: SiteEntry.parse(text)
            case .app: ApplicationID.parse(text)
            case .executable: ExecutablePath.parse(text)
            }
        return (try? form.get()) ?? text
    }
}
