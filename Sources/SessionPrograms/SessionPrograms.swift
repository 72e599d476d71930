import soteria_agent
import soteria_browser_host

/// The agent and the browser host, which need no Foundation, in one file. It is installed under two
/// names, and the name by which it is started selects the program.
@main
enum SessionPrograms {
    static func main() {
        switch CommandLine.arguments.first?.split(separator: "/").last {
        case "soteria-browser-host": BrowserHost.main()
        default: AgentMain.main()
        }
    }
}
