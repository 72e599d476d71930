// Tells Soteria's agent which window is in front. Loaded into KWin by the agent, never installed.
// KWin 6 says "window", KWin 5 "client". The caption is not read.
function report(window) {
    callDBus("@SERVICE@", "/org/soteria/Focus", "org.soteria.Focus", "Changed",
             window ? String(window.desktopFileName || window.resourceClass || "") : "",
             window ? Number(window.pid) : 0);
}
if (workspace.windowActivated) {
    workspace.windowActivated.connect(report);
    report(workspace.activeWindow);
} else {
    workspace.clientActivated.connect(report);
    report(workspace.activeClient);
}
