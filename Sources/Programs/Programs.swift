import soteria
import soteria_dashboard
import soteriad

/// The command line, the daemon and the dashboard in one file, since each of them carries
/// Foundation, 60 MB of it. Installed under three names, it is the one that it is started by.
@main
enum Programs {
    static func main() {
        switch CommandLine.arguments.first?.split(separator: "/").last {
        case "soteriad": DaemonMain.main()
        case "soteria-dashboard": DashboardMain.main()
        default: ClientMain.main()
        }
    }
}
