/// The answer to a browser.
package enum PageResponse: Sendable {
    /// A page: its HTTP status, 200 where all is well, and its HTML.
    case page(status: Int, html: String)
    /// On to another page, by a get: its path below the base with its query, `goals?done=added`.
    case redirect(String)
    /// A file that belongs to the pages: its media type and its bytes.
    case file(contentType: String, body: [UInt8])
    /// A file to keep, made while it is sent.
    case download(Download)

    package struct Download: Sendable {
        /// The name that it is to be kept under; letters, digits, dots and dashes.
        package var name: String
        package var contentType: String
        /// Gives the pieces of the file one after another to what it is handed, which throws where
        /// nobody wants more. It asks the daemon over a connection of its own, as a page does; a
        /// `CallFailure` in the middle cuts the file off, so that nobody takes it for whole.
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
