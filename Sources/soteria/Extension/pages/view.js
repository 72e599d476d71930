import { byId, fill } from "./elements.js";
import { clock, reason } from "./words.js";

/** The sections of the blocked page; one is shown at a time. */
const VIEWS = ["ask", "wait", "kept", "opened", "only-close"];

let view = null;

/**
 * Tells a screen reader, politely.
 * @param {string} text what
 */
export function say(text) {
  byId("live").textContent = text;
}

/**
 * Shows a warning, or takes it away.
 * @param {?string} text what it says
 */
export function warn(text) {
  const notice = byId("notice");
  notice.hidden = !text;
  if (notice.textContent !== (text ?? "")) notice.textContent = text ?? "";
}

/**
 * Shows one of the views. The keyboard follows where the person caused the change.
 * @param {string} name the section's id
 * @param {string} [focus] the id of what gets the keyboard, where it stood in the view before
 */
export function show(name, focus) {
  if (view === name) return;
  const hadFocus = view !== null && byId(view).contains(document.activeElement);
  for (const each of VIEWS) byId(each).hidden = each !== name;
  view = name;
  if (focus && (hadFocus || document.activeElement === document.body)) byId(focus).focus();
}

/**
 * The head of the page.
 * @param {string} title what it says
 * @param {string[]} reasons why, one line each
 * @param {boolean} isPrivate whether it is about a tab of a private window
 */
export function head(title, reasons, isPrivate) {
  if (byId("title").textContent !== title) byId("title").textContent = title;
  // The title goes into the browser's history, where a private window leaves nothing.
  document.title = `${isPrivate ? "Private window" : title} – Soteria`;
  fill(byId("reasons"), reasons);
}

/**
 * Why the site is blocked.
 * @param {object} state how the tab stands
 * @returns {string[]} one line for each restriction
 */
export function lines({ site, names, restrictions }) {
  const targets = names.filter((name) => name !== site).join(", ");
  const whole = targets ? `${targets} – ` : "";
  return restrictions.map((each) => whole + reason(each));
}

/**
 * What is said where the person can do nothing but leave.
 * @param {object} state how the tab stands
 * @param {?object} strict a strict restriction
 * @param {boolean} isAsking whether a check-in's question is open on the page
 * @returns {string} a sentence; empty where the warning says all
 */
export function closing({ connected }, strict, isAsking) {
  if (!strict || !connected) return "";
  if (isAsking) return "It stays blocked until you answer.";
  return "This block is strict: nothing opens it" +
    (strict.until ? ` before ${clock(strict.until)}.` : " while it holds.");
}
