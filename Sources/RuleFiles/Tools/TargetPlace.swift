/// Something that belongs to a target.
package enum TargetPlace: Hashable, Sendable {
    case site(String)
    case app(String)
    case executable(String)

    /// The key of the target that lists its like.
    var key: String {
        switch self {
        case .site: TargetFields.sites.key
        case .app: TargetFields.apps.key
        case .executable: TargetFields.executables.key
        }
    }

    var text: String {
        switch self {
        case .site(let text), .app(let text), .executable(let text): text
        }
    }

    /// The form in which two ways of writing a place of this kind are the same; what is none stays
    /// as written.
    func compared(_ text: String) -> String {
        let form =
            switch self {
            case .site: HostName.parse(text)
            case .app: ApplicationID.parse(text)
            case .executable: ExecutablePath.parse(text)
            }
        return (try? form.get()) ?? text
    }
}
