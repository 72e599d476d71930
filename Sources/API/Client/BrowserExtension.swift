/// The names by which the browser's extension and its native-messaging host know each other.
package enum BrowserExtension {
    /// The name by which the extension asks for its host.
    package static let hostName = "org.soteria.browser"
    /// The extension's id in Chromium and its kin: it follows from the key in its manifest.
    package static let chromiumID = "cpdiachfcgkginmbfflbhlmiccfjbnhe"
    /// The extension's id in Firefox, as its manifest says it.
    package static let firefoxID = "soteria@soteria.org"
    /// The origin that Chromium names when the extension starts its host.
    package static let chromiumOrigin = "chrome-extension://\(chromiumID)/"
    /// Counts the changes of what the two say to each other.
    package static let protocolVersion: Int64 = 1
}
