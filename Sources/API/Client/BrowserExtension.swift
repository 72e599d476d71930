/// The names by which the browser extension and its native-messaging host find each other.
package enum BrowserExtension {
    /// The host's name in the extension.
    package static let hostName = "org.soteria.browser"
    /// The extension's id in Chromium and related browsers; derived from the key in its manifest.
    package static let chromiumID = "cpdiachfcgkginmbfflbhlmiccfjbnhe"
    /// The extension's id in Firefox, from its manifest.
    package static let firefoxID = "soteria@soteria.org"
    /// The origin that Chromium passes when the extension starts its host.
    package static let chromiumOrigin = "chrome-extension://\(chromiumID)/"
    /// The version of the protocol between the two.
    package static let protocolVersion: Int64 = 1
    /// The call with which the extension says its version, as the member `version`.
    package static let hello = "\(hostName).Hello"
}

extension DaemonAPI.GetStatus.Reply {
    /// The oldest connected extension that is older than the daemon. One that does not say its
    /// version is older than any that does.
    package var outdatedExtension: DaemonAPI.ConnectedExtension? {
        let outdated = (extensions ?? []).filter { connected in
            connected.version.map { Version.isLower($0, than: version) } ?? true
        }
        return outdated.min { Version.isLower($0.version ?? "", than: $1.version ?? "") }
    }

    /// The version of a connected extension that is newer than the daemon.
    package var newerExtensionVersion: String? {
        extensions?.compactMap(\.version).first { Version.isLower(version, than: $0) }
    }
}
