import { text } from "../lib/texts.js";
import { byId, fill } from "./elements.js";
import { reason, strictness } from "./words.js";

/** The sections of the blocked page; one is shown at a time. */
const VIEWS = ["ask", "wait", "kept", "opened", "only-close"];

let view = null;

/**
 * Announces a text to screen readers, politely.
 * @param {string} said the text
 */
export function say(said) {
  byId("live").textContent = said;
}

/**
 * Shows a warning, or removes it.
 * @param {?string} warning the warning; null for none
 */
export function warn(warning) {
  const notice = byId("notice");
  notice.hidden = !warning;
  if (notice.textContent !== (warning ?? "")) notice.textContent = warning ?? "";
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
  document.title = text("pageTitle", isPrivate ? text("privateWindow") : title);
  fill(byId("reasons"), reasons);
}

/**
 * The reasons why the site is blocked.
 * @param {object} state the state of the tab
 * @returns {string[]} one line for each restriction
 */
export function lines({ site, names, restrictions }) {
  const targets = names.filter((name) => name !== site).join(", ");
  return restrictions.map(reason).map(
    (each) => (targets ? text("targetsAndReason", targets, each) : each));
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
  return isAsking ? text("untilAnswered") : strictness(strict.until);
}
