import { Channel } from "./channel.js";
import { CheckInPart } from "./checkin.js";
import { Countdown } from "./countdown.js";
import { byId } from "./elements.js";
import { IntentForm } from "./intent.js";
import { closing, head, lines, say, show, warn } from "./view.js";
import { GONE, sentence } from "./words.js";

// What the page shows follows from how its tab stands, which the background page tells. The page
// itself knows no address; without one stored for the tab there is nothing to open.

let state = null;
/** The request that was begun here: only that one is confirmed when its wait is over. */
let asked = null;
/** What the countdown counts: a request's number and the end of its wait. */
let counted = null;
/** Whether the block was kept: that stays on view until the page is loaded again. */
let isKept = false;
/** Whether the tab is about to go on: what else is said meanwhile is not shown. */
let isLeaving = false;

const form = new IntentForm(byId("intent"), begin);
const checkIn = new CheckInPart(answer);
const countdown = new Countdown(
  { seconds: byId("seconds"), progress: byId("progress") }, say, waitIsOver);
const channel = new Channel(follow);

/**
 * Follows how the tab stands.
 * @param {object} next what the background page says
 */
function follow(next) {
  const before = state;
  state = next;
  if (!isKept && !isLeaving) render(before);
  document.querySelector("main").setAttribute("aria-busy", "false");
}

/**
 * Shows how the tab stands.
 * @param {?object} before how it stood; null at first
 */
function render(before) {
  const { site, nothing, blocked, connected } = state;
  if (nothing) {
    countdown.stop();
    head("Nothing is blocked here", [], false);
    byId("only-close-text").textContent =
      "Soteria shows this page in place of a site that is blocked. No site was opened in this tab.";
    show("only-close");
    return;
  }
  for (const name of ["open", "go"]) {
    byId(name).textContent = `${name === "go" ? "Go on to" : "Open"} ${site}`;
  }
  if (!blocked) {
    opened(before);
    return;
  }
  head(`${site} is blocked`, lines(state), state.isPrivate);
  if (connected !== before?.connected || !before?.blocked) warn(connected ? null : GONE);
  const isAsking = checkIn.show(state.checkIns ?? []);
  const strict = state.restrictions.find((each) => each.strict);
  if (!connected || strict) {
    countdown.stop();
    counted = null;
    byId("only-close-text").textContent = closing(state, strict, isAsking);
    show("only-close");
    return;
  }
  form.show(state.options);
  if (state.request?.waitSeconds !== undefined) waiting(state.request);
  else show("ask");
}

/**
 * The site is not blocked any more.
 * @param {?object} before how the tab stood
 */
function opened(before) {
  countdown.stop();
  counted = null;
  warn(null);
  checkIn.show([]);
  head(`${state.site} is not blocked`, [], state.isPrivate);
  byId("opened-text").textContent =
    "You can go on to the page that you wanted, or leave it for another time.";
  show("opened", "opened-heading");
  if (before?.blocked) say(`${state.site} is open again`);
}

/**
 * A wait runs, or is over.
 * @param {object} request of type OpenRequest
 */
function waiting(request) {
  const { intent, waitSeconds, waitEnds } = request;
  const { plannedWait, impulseWait, grant } = state.options;
  const minutes = Math.round(grant / 60);
  const length = grant % 60 === 0 ? `${minutes} min` : `${grant} s`;
  byId("wait-text").textContent =
    `Then ${state.site} is open for ${length}. Keeping the block needs no wait.`;
  show("wait", "keep-waiting");
  const count = `${request.request} ${waitEnds}`;
  if (counted === count) return;
  counted = count;
  byId("open").disabled = waitSeconds > 0;
  if (waitSeconds > 0) {
    countdown.begin(waitSeconds, intent.purpose === "planned" ? plannedWait : impulseWait);
  } else {
    countdown.stop();
    byId("seconds").textContent = "0";
  }
}

/** The wait is over. Nothing opens behind the back of a person who looks at something else. */
function waitIsOver() {
  byId("open").disabled = false;
  say("The wait is over");
  const { request } = state.request ?? {};
  if (request === asked && document.visibilityState === "visible") open();
}

/**
 * Has the background page do something, and says it where that fails.
 * @param {string} act what
 * @param {object} [said] what is said more
 * @returns {Promise<?object>} what came of it; null where it failed
 */
async function attempt(act, said) {
  warn(null);
  try {
    return await channel.do(act, said);
  } catch (error) {
    if (error.name.endsWith(".WaitNotOver")) {
      byId("open").disabled = true;
      countdown.begin(error.parameters.remainingSeconds, 0);
    } else if (error.name.endsWith(".NotBlocked") && state.site) {
      if (act !== "keep") channel.do("go").catch((other) => warn(sentence(other)));
    } else {
      if (/\.(RequestOver|NoSuchRequest)$/.test(error.name)) forgetRequest();
      warn(sentence(error));
      if (error.name.endsWith(".InvalidAmount")) form.mark("amount");
      if (error.name.endsWith(".InvalidMinutes")) form.mark("minutes");
    }
    return null;
  }
}

/** The request is over, by another client or because nobody went on with it: it begins again. */
function forgetRequest() {
  countdown.stop();
  asked = null;
  counted = null;
  state = { ...state, request: null };
  render(state);
}

/**
 * The person said what is behind the wish: the wait begins.
 * @param {object} intent of type Intent
 */
async function begin(intent) {
  const result = await attempt("ask", { intent });
  if (!result) return;
  asked = result.request.request;
  state = { ...state, request: result.request };
  waiting(result.request);
}

/** The wait is over and the person wants it opened. */
async function open() {
  const { request } = state.request ?? {};
  if (request === undefined) return;
  isLeaving = true;
  const result = await attempt("confirm", { request });
  if (result && !result.isBlocked) return;
  isLeaving = false;
  render(state);
  if (result) warn("Another rule still blocks it.");
}

/** The person keeps the block. */
async function keep() {
  const result = await attempt("keep");
  if (!result) return;
  isKept = true;
  countdown.stop();
  checkIn.show([]);
  byId("kept-text").textContent = `That is protection moment ${result.today} today.`;
  show("kept");
  byId("kept-heading").focus();
  say(`The block is kept. That is protection moment ${result.today} today.`);
}

/**
 * Answers a check-in.
 * @param {string} key its key
 * @param {boolean} yes the answer
 */
function answer(key, yes) {
  attempt("answer", { checkIn: key, yes });
}

// The background page answers at once; where it does not, the person is told that much.
setTimeout(() => {
  if (state) return;
  warn(GONE);
  document.querySelector("main").setAttribute("aria-busy", "false");
}, 3000);

byId("keep").addEventListener("click", keep);
byId("keep-waiting").addEventListener("click", keep);
byId("open").addEventListener("click", open);
byId("go").addEventListener("click", () => attempt("go"));
for (const button of document.querySelectorAll(".close")) {
  button.addEventListener("click", () => attempt("close"));
}
