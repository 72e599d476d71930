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

    /// The form in which two ways of writing one place are the same; as written where it is none.
    var compared: String { (try? normal.get()) ?? text }

    private var normal: Result<String, ValueFault> {
        switch self {
        case .site(let text): HostName.parse(text)
        case .app(let text): ApplicationID.parse(text)
        case .executable(let text): ExecutablePath.parse(text)
        }
    }

    func sibling(_ text: String) -> TargetPlace {
        switch self {
        case .site: .site(text)
        case .app: .app(text)
        case .executable: .executable(text)
        }
    }
}
