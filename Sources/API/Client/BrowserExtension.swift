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
}
