import soteria
import soteria_dashboard
import soteriad

/// The command line, the daemon and the dashboard in one file, since each of them carries
/// Foundation, which takes 60 MB. The file is installed under three names, and the name by which it
/// is started selects the program.
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
