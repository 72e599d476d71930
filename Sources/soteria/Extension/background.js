import { Addresses } from "./lib/addresses.js";
import { Conversation } from "./lib/conversation.js";
import { Guard } from "./lib/guard.js";
import { Host } from "./lib/host.js";
import { Picture, SITE_LIMIT } from "./lib/picture.js";
import { Rulebook } from "./lib/rulebook.js";
import { loadPicture, saveLearned, savePlaces, saveTargets } from "./lib/storage.js";
import { summary } from "./lib/summary.js";
import { text } from "./lib/texts.js";
import { Usage } from "./lib/usage.js";

// The browser stops and restarts this page at any time. So every listener is added before the first
// wait, and each waits until the stored state is loaded.

const host = new Host();
const picture = new Picture();
const addresses = new Addresses();
const rulebook = new Rulebook();
const guard = new Guard(picture, addresses, host);
const conversation = new Conversation(picture, addresses, host, rulebook);
const usage = new Usage(picture, host);
/** The daemon's version; null until the daemon has said it. @type {?string} */
let daemonVersion = null;
/** Those who wait for the next state. @type {function[]} */
const awaiting = [];
const ready = begin();

/** Loads the stored state, updates the browser's rules, and connects. */
async function begin() {
  const [stored] = await Promise.all([loadPicture(), addresses.load(), usage.load()]);
  picture.restore(stored);
  host.onChange = hostChanged;
  guard.onLearned = () => saveLearned(picture);
  guard.onAddress = (tab) => conversation.tell(tab);
  conversation.onReload = (tab) => guard.reloaded(tab);
  rulebook.apply(picture);
  host.follow("org.soteria.targets.Monitor", { siteLimit: SITE_LIMIT }, placesTold, () => {});
  host.follow("org.soteria.protection.Monitor", {}, stateTold, daemonLost);
  host.start();
  armLapse();
}

/**
 * Handles a piece of the places of the targets.
 * @param {object} piece a reply of org.soteria.targets.Monitor
 */
function placesTold(piece) {
  if (piece.awayAfter) usage.countAwayAfter(piece.awayAfter);
  if (!picture.tell(piece)) return;
  savePlaces(picture);
  saveLearned(picture);
  enforce();
}

/**
 * Handles the state of the targets, or a change of one.
 * @param {object} reply of org.soteria.protection.Monitor
 */
function stateTold(reply) {
  if (reply.targets) {
    picture.setTargets(reply.targets, Date.now());
    askVersion();
  }
  if (reply.decision) picture.decide(reply.decision, Date.now());
  enforce();
  saveTargets(picture);
  armLapse();
  for (const resolve of awaiting.splice(0)) resolve();
}

/** Asks the daemon for its version: it may be another one after each loss of the connection. */
async function askVersion() {
  try {
    daemonVersion = (await host.call("org.soteria.daemon.GetStatus")).version;
  } catch {
    daemonVersion = null;
  }
}

/**
 * Waits for the next state or decision.
 * @returns {Promise<void>} resolves when the daemon sends one, or after a second
 */
function nextState() {
  return new Promise((resolve) => {
    awaiting.push(resolve);
    setTimeout(resolve, 1000);
  });
}

/** Handles the loss of the daemon: its last decisions hold for a while. */
function daemonLost() {
  if (picture.lose(Date.now())) saveTargets(picture);
  armLapse();
  showHealth();
  conversation.tellAll();
  usage.lost();
}

/** Handles the start or the end of the host. */
function hostChanged() {
  if (!host.connected) daemonLost();
  else usage.connected();
  showHealth();
  conversation.tellAll();
}

/** Applies the state: tabs first, because the person sees them, and the rules at the same time. */
function enforce() {
  guard.sweep();
  rulebook.apply(picture);
  conversation.tellAll();
  usage.look();
  showHealth();
}

/** Wakes this page when a block ends that no daemon can extend. */
function armLapse() {
  const lapse = picture.nextLapse(Date.now());
  if (lapse === null) chrome.alarms.clear("lapse");
  else chrome.alarms.create("lapse", { when: lapse });
}

/** Marks the toolbar button while the daemon is gone. */
function showHealth() {
  const healthy = host.connected && picture.goneAt === null;
  chrome.action.setBadgeText({ text: healthy ? "" : "!" });
  chrome.action.setTitle({ title: text(healthy ? "name" : "notRunning") });
}

/**
 * Answers a message of the popup.
 * @param {{ask: string, tab: ?number, target: ?string}} message "summary", "answer" for a tab, or
 *   "end" for the permission of a target
 * @returns {Promise<object>} the answer
 */
async function popupAsks({ ask, tab, target }) {
  await ready;
  if (ask === "answer") return conversation.moveToWindow(tab);
  if (ask === "end") {
    const told = nextState();
    const { blocked } = await host.call("org.soteria.unblock.EndGrants", { place: { target } });
    // The decision comes on another call, and may come later than the reply.
    if (blocked.length > 0) await told;
  }
  await host.ready(1000);
  return { ...summary(picture, host, daemonVersion), waiting: await conversation.withoutPage() };
}

/**
 * Adds a listener that waits until the stored state is loaded.
 * @param {object} event an event of the browser
 * @param {function} listener the listener
 * @param {...object} filters filters of the event
 */
function on(event, listener, ...filters) {
  event.addListener((...told) => {
    ready.then(() => listener(...told)).catch((error) => {
      console.warn("Soteria: could not handle an event:", error);
    });
  }, ...filters);
}

const POPUP = chrome.runtime.getURL("pages/popup.html");
const PAGES = { urls: ["http://*/*", "https://*/*"], types: ["main_frame"] };
on(chrome.webNavigation.onBeforeNavigate, (details) => guard.navigating(details));
on(chrome.webRequest.onBeforeRequest, (details) => guard.requested(details), PAGES);
on(chrome.webRequest.onBeforeRedirect, (details) => guard.redirected(details), PAGES);
on(chrome.webNavigation.onCommitted, (details) => guard.shown(details));
on(chrome.webNavigation.onHistoryStateUpdated, (details) => guard.changed(details));
on(chrome.webNavigation.onErrorOccurred, (details) => guard.failed(details));
on(chrome.tabs.onRemoved, (tab) => guard.closed(tab));
on(chrome.runtime.onStartup, () => guard.sweep());
on(chrome.runtime.onInstalled, () => guard.sweep());

on(chrome.tabs.onActivated, () => usage.look());
on(chrome.tabs.onUpdated, (id, { url }) => {
  if (url) guard.moved(id, url);
  usage.look();
});
on(chrome.tabs.onRemoved, () => usage.look());
on(chrome.windows.onFocusChanged, () => usage.look());
on(chrome.idle.onStateChanged, (state) => usage.idleChanged(state));

// Without a host nothing keeps this page alive, and its timers end with it.
chrome.alarms.create("alive", { periodInMinutes: 0.5 });
on(chrome.alarms.onAlarm, ({ name }) => {
  host.start();
  if (name === "lapse") {
    rulebook.apply(picture);
    conversation.tellAll();
    armLapse();
  } else {
    // A page that asks for confirmation before it is left can stay where it is.
    guard.sweepKnown();
    usage.beat();
  }
});

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (sender.id !== chrome.runtime.id || !sender.url?.startsWith(POPUP)) return false;
  popupAsks(message).then(respond, (error) => {
    respond({ connected: false, problem: error.message, targets: [], waiting: [] });
  });
  return true;
});

// A page may send messages, or be gone, before the state is loaded: listen from the beginning.
chrome.runtime.onConnect.addListener((port) => conversation.begin(port, ready));
