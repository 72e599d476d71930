import Dashboard

/// The pages outside a session. They have no style or script, which need a session.
enum PlainPage {
    /// A page that says what to do, but not why, nor what this server is.
    static func refusal(_ refusal: Refusal) -> String {
        let (title, text) =
            switch refusal {
            case .forbidden, .misdirected:
                ("Dashboard not open", "To open the dashboard, run this command: soteria dashboard")
            case .malformed:
                ("Bad request", "Your browser sent an address or a form that is not valid.")
            case .wrongMethod:
                ("Bad request", "This page does not support that kind of request.")
            case .tooLarge: ("Too large", "The form is too large.")
            case .wrongMediaType:
                ("Bad request", "Your browser sent a form in a format that is not supported.")
            case .tooMany:
                ("Busy", "Too many pages or downloads are open at once. Close one and try again.")
            }
        return page(title: title, head: "", body: "<h1>\(title)</h1>\n<p>\(text)</p>")
    }

    /// A page that redirects to an address, with a link for browsers that do not follow. `icon` is
    /// the pages' icon, without which a browser requests one that needs a session.
    static func leading(to address: String, icon: String? = nil) -> String {
        let address = HTML.escaped(address)
        let link = icon.map { "<link rel=\"icon\" href=\"\(HTML.escaped($0))\">\n" } ?? ""
        return page(
            title: "Soteria",
            head: """
                <meta name="referrer" content="no-referrer">
                <meta http-equiv="refresh" content="0; url=\(address)">
                \(link)
                """,
            body: """
                <h1>Soteria</h1>
                <p><a href="\(address)">Open the dashboard</a></p>
                """)
    }

    private static func page(title: String, head: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        \(head)<title>\(title)</title>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }
}
