import { byId, fill } from "./elements.js";
import { clock, reason } from "./words.js";

/** The sections of the blocked page; one is shown at a time. */
const VIEWS = ["ask", "wait", "kept", "opened", "only-close"];

let view = null;

/**
 * Announces a text to screen readers, politely.
 * @param {string} text the text
 */
export function say(text) {
  byId("live").textContent = text;
}

/**
 * Shows a warning, or removes it.
 * @param {?string} text the warning; null for none
 */
export function warn(text) {
  const notice = byId("notice");
  notice.hidden = !text;
  if (notice.textContent !== (text ?? "")) notice.textContent = text ?? "";
}

/**
 * Shows one of the views. The keyboard focus follows if the person caused the change.
 * @param {string} name the section's id
 * @param {string} [focus] the id of the element that gets the focus if the old view had it
 */
export function show(name, focus) {
  if (view === name) return;
  const hadFocus = view !== null && byId(view).contains(document.activeElement);
  for (const each of VIEWS) byId(each).hidden = each !== name;
  view = name;
  if (focus && (hadFocus || document.activeElement === document.body)) byId(focus).focus();
}

/**
 * Shows the head of the page.
 * @param {string} title the title
 * @param {string[]} reasons the reasons, one line each
 * @param {boolean} isPrivate whether the page is for a tab of a private window
 */
export function head(title, reasons, isPrivate) {
  if (byId("title").textContent !== title) byId("title").textContent = title;
  // The title goes into the browser's history, and a private window leaves nothing there.
  document.title = `${isPrivate ? "Private window" : title} – Soteria`;
  fill(byId("reasons"), reasons);
}

/**
 * The reasons why the site is blocked.
 * @param {object} state the state of the tab
 * @returns {string[]} one line for each restriction
 */
export function lines({ site, names, restrictions }) {
  const targets = names.filter((name) => name !== site).join(", ");
  const whole = targets ? `${targets} – ` : "";
  return restrictions.map((each) => whole + reason(each));
}

/**
 * The text for a person who can only leave.
 * @param {object} state the state of the tab
 * @param {?object} strict a strict restriction
 * @param {boolean} isAsking whether a check-in's question is open on the page
 * @returns {string} a sentence; empty if the warning says everything
 */
export function closing({ connected }, strict, isAsking) {
  if (!strict || !connected) return "";
  if (isAsking) return "The site stays blocked until you answer the question.";
  return "This block is strict: the site cannot be opened" +
    (strict.until ? ` before ${clock(strict.until)}.` : " while the block lasts.");
}
