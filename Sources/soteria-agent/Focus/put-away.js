// Minimises the windows of one app. Loaded into KWin by Soteria's agent and unloaded at once.
const windows = workspace.windowList ? workspace.windowList() : workspace.clientList();
for (const window of windows) {
    if (window.pid === @PROCESS@ || String(window.desktopFileName) === "@APP@") {
        window.minimized = true;
    }
}
