/// One of several answers to be shown, of which one is chosen.
struct FormChoice {
    /// Unique on the page.
    let id: String
    let value: String
    let label: String
    /// What is to be known of it; nil where nothing is.
    var about: String?
    var isChosen: Bool
    /// Whether the page opens with it.
    var isFocused = false
}
