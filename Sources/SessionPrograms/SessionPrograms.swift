import soteria_agent
import soteria_browser_host

/// The agent and the browsers' host, which need no Foundation, in one file: installed under two
/// names, it is the one that it is started by.
@main
enum SessionPrograms {
    static func main() {
        switch CommandLine.arguments.first?.split(separator: "/").last {
        case "soteria-browser-host": BrowserHost.main()
        default: AgentMain.main()
        }
    }
}
