import API

/// The answer to a browser.
package enum PageResponse: Sendable {
    /// A page: its HTTP status and its HTML.
    case page(status: Int, html: String)
    /// A redirect to a page, fetched with a get: path below the base and query, `goals?done=added`.
    case redirect(String)
    /// A file that pages refer to: its media type and its bytes.
    case file(contentType: String, body: [UInt8])
    /// A download, created while it is sent.
    case download(Download)

    package struct Download: Sendable {
        /// The name of the file; letters, digits, dots and dashes.
        package var name: String
        package var contentType: String
        /// Passes the file piece by piece to the given closure, which throws if no more is wanted.
        /// It asks the daemon over a connection of its own, as a page does. A `CallFailure` in the
        /// middle aborts the download, so that nobody mistakes the file for a complete one.
        package var write: @Sendable (any DaemonCalls, ([UInt8]) throws -> Void) throws -> Void

        package init(
            name: String, contentType: String,
            write: @escaping @Sendable (any DaemonCalls, ([UInt8]) throws -> Void) throws -> Void
        ) {
            self.name = name
            self.contentType = contentType
            self.write = write
        }
    }
}
