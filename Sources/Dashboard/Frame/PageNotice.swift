/// Something that stands above a page's content because of what was asked for.
struct PageNotice {
    /// `info`, `warning` or `error`.
    let level: String
    let text: String
}
