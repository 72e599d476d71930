/// The browser extension's files, embedded in the program byte for byte.
enum ExtensionFiles {
    /// A file by its path in the extension's directory.
    struct File: Sendable {
        let path: String
        let bytes: [UInt8]

        init(_ path: String, _ bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// All of them, the manifest first.
    static let all = [
        File("manifest.json", PackageResources.manifest_json),
        File("background.js", PackageResources.background_js),
        File("icons/soteria-128.png", PackageResources.soteria_128_png),
        File("icons/soteria-16.png", PackageResources.soteria_16_png),
        File("icons/soteria-32.png", PackageResources.soteria_32_png),
        File("icons/soteria-48.png", PackageResources.soteria_48_png),
        File("icons/soteria.svg", PackageResources.soteria_svg),
        File("lib/addresses.js", PackageResources.addresses_js),
        File("lib/backoff.js", PackageResources.backoff_js),
        File("lib/conversation.js", PackageResources.conversation_js),
        File("lib/guard.js", PackageResources.guard_js),
        File("lib/host.js", PackageResources.host_js),
        File("lib/picture.js", PackageResources.picture_js),
        File("lib/rulebook.js", PackageResources.rulebook_js),
        File("lib/standing.js", PackageResources.standing_js),
        File("lib/storage.js", PackageResources.storage_js),
        File("lib/summary.js", PackageResources.summary_js),
        File("lib/usage.js", PackageResources.usage_js),
        File("pages/blocked.css", PackageResources.blocked_css),
        File("pages/blocked.html", PackageResources.blocked_html),
        File("pages/blocked.js", PackageResources.blocked_js),
        File("pages/channel.js", PackageResources.channel_js),
        File("pages/checkin.js", PackageResources.checkin_js),
        File("pages/countdown.js", PackageResources.countdown_js),
        File("pages/elements.js", PackageResources.elements_js),
        File("pages/intent.js", PackageResources.intent_js),
        File("pages/look.css", PackageResources.look_css),
        File("pages/popup.css", PackageResources.popup_css),
        File("pages/popup.html", PackageResources.popup_html),
        File("pages/popup.js", PackageResources.popup_js),
        File("pages/view.js", PackageResources.view_js),
        File("pages/words.js", PackageResources.words_js),
    ]
}
