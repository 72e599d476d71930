import { counted, text } from "../lib/texts.js";
import { Channel } from "./channel.js";
import { CheckInPart } from "./checkin.js";
import { Countdown } from "./countdown.js";
import { byId, fillTexts } from "./elements.js";
import { IntentForm } from "./intent.js";
import { closing, head, lines, say, show, warn } from "./view.js";
import { sentence } from "./words.js";

// The page shows the state of its tab, which the background page sends. The page itself has no
// address: if none is stored for the tab, there is nothing to open.

let state = null;
/** The request that began on this page: only this one is confirmed when its wait is over. */
let asked = null;
/** The subject of the countdown: a request's number and the end of its wait. */
let subject = null;
/** Whether the block was kept: this stays visible until the page is reloaded. */
let isKept = false;
/** Whether the tab is about to leave the page: later states are not shown. */
let isLeaving = false;

fillTexts();
const form = new IntentForm(byId("intent"), begin);
const checkIn = new CheckInPart(answer, welcomed);
const countdown = new Countdown(
  { seconds: byId("seconds"), progress: byId("progress") }, say, waitIsOver);
const channel = new Channel(follow);

/**
 * Handles a new state of the tab.
 * @param {object} next the state that the background page sent
 */
function follow(next) {
  const before = state;
  state = next;
  if (!isKept && !isLeaving) render(before);
  document.querySelector("main").setAttribute("aria-busy", "false");
}

/**
 * Shows the state of the tab.
 * @param {?object} before the previous state; null at first
 */
function render(before) {
  const { site, nothing, blocked, connected } = state;
  if (nothing) {
    countdown.stop();
    head(text("nothingBlocked"), [], false);
    byId("only-close-text").textContent = text("nothingOpened");
    show("only-close");
    return;
  }
  byId("open").textContent = text("openSite", site);
  byId("go").textContent = text("goOnToSite", site);
  if (!blocked) {
    opened(before);
    return;
  }
  head(text("siteBlocked", site), lines(state), state.isPrivate);
  if (connected !== before?.connected || !before?.blocked) warn(connected ? null : text("gone"));
  const isAsking = checkIn.show(state.checkIns ?? []);
  const strict = state.restrictions.find((each) => each.strict);
  if (!connected || strict) {
    countdown.stop();
    subject = null;
    byId("only-close-text").textContent = closing(state, strict, isAsking);
    show("only-close");
    return;
  }
  form.show(state.options, state.spending);
  if (state.request?.waitSeconds !== undefined) waiting(state.request);
  else show("ask");
}

/**
 * Shows that the site is no longer blocked.
 * @param {?object} before the previous state of the tab
 */
function opened(before) {
  countdown.stop();
  subject = null;
  warn(null);
  checkIn.show([]);
  head(text("siteNotBlocked", state.site), [], state.isPrivate);
  byId("opened-text").textContent = text("openNow");
  show("opened", "opened-heading");
  if (before?.blocked) say(text("siteOpenAgain", state.site));
}

/**
 * Shows a wait, running or over.
 * @param {object} request of type OpenRequest
 */
function waiting(request) {
  const { intent, waitSeconds, waitEnds } = request;
  const { plannedWait, impulseWait } = state.options;
  const grant = request.grantSeconds ?? state.options.grant;
  const minutes = Math.round(grant / 60);
  const length = grant % 60 === 0 ? text("lengthMinutes", minutes) : text("lengthSeconds", grant);
  byId("wait-text").textContent = text("afterWait", state.site, length);
  show("wait", "keep-waiting");
  const count = `${request.request} ${waitEnds}`;
  if (subject === count) return;
  subject = count;
  byId("open").disabled = waitSeconds > 0;
  if (waitSeconds > 0) {
    countdown.begin(waitSeconds, intent.purpose === "planned" ? plannedWait : impulseWait);
  } else {
    countdown.stop();
    byId("seconds").textContent = "0";
  }
}

/** Handles the end of the wait. Nothing opens while the person looks at something else. */
function waitIsOver() {
  byId("open").disabled = false;
  say(text("waitOver"));
  const { request } = state.request ?? {};
  if (request === asked && document.visibilityState === "visible") open();
}

/**
 * Has the background page do something; shows a warning if that fails.
 * @param {string} act the action
 * @param {object} [said] its parameters
 * @returns {Promise<?object>} the result; null if it failed
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

/** Forgets a request that another client ended or that expired: the page starts over. */
function forgetRequest() {
  countdown.stop();
  asked = null;
  subject = null;
  state = { ...state, request: null };
  render(state);
}

/**
 * Sends the person's intent: the wait begins.
 * @param {object} intent of type Intent
 */
async function begin(intent) {
  const result = await attempt("ask", { intent });
  if (!result) return;
  asked = result.request.request;
  state = { ...state, request: result.request };
  waiting(result.request);
}

/** Opens the site after the wait. */
async function open() {
  const { request } = state.request ?? {};
  if (request === undefined) return;
  isLeaving = true;
  const result = await attempt("confirm", { request });
  if (result && !result.isBlocked) return;
  isLeaving = false;
  render(state);
  if (result) warn(text("otherRule"));
}

/** Keeps the block. */
async function keep() {
  const result = await attempt("keep");
  if (!result) return;
  isKept = true;
  countdown.stop();
  checkIn.show([]);
  const moments = soFar(result.today);
  byId("kept-text").textContent = moments;
  show("kept");
  byId("kept-heading").focus();
  say([text("youKeptSaid"), moments].join(" ").trim());
}

/**
 * The protection moments of today, in words.
 * @param {number} moments their number
 * @returns {string} a sentence; empty if there are none
 */
function soFar(moments) {
  if (moments < 1) return "";
  return counted("momentsToday", moments);
}

/**
 * Answers a check-in.
 * @param {string} key its key
 * @param {boolean} yes the answer
 */
function answer(key, yes) {
  attempt("answer", { checkIn: key, yes });
}

/**
 * Tells Soteria that the greeting of a check-in is shown. If that fails, it is shown again.
 * @param {string} key the check-in's key
 */
function welcomed(key) {
  channel.do("welcomed", { checkIn: key }).catch(() => {});
}

// The background page answers at once; if it does not, the page says so.
setTimeout(() => {
  if (state) return;
  warn(text("gone"));
  document.querySelector("main").setAttribute("aria-busy", "false");
}, 3000);

byId("keep").addEventListener("click", keep);
byId("keep-waiting").addEventListener("click", keep);
byId("open").addEventListener("click", open);
byId("go").addEventListener("click", () => attempt("go"));
for (const button of document.querySelectorAll(".close")) {
  button.addEventListener("click", () => attempt("close"));
}
