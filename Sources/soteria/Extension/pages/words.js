/** Texts for people: instants, lengths, versions and errors. */

import { isLower } from "../lib/versions.js";

/**
 * An instant for people: only the time if it is today.
 * @param {string} instant RFC 3339
 * @param {Date} [now] the current time
 * @returns {string} such as "22:30", "Sunday 06:30" or "3 December 06:30"
 */
export function clock(instant, now = new Date()) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const time = { hour: "2-digit", minute: "2-digit" };
  const days = (startOfDay(date) - startOfDay(now)) / 86_400_000;
  if (Math.round(days) === 0) return date.toLocaleTimeString("en-GB", time);
  const day = days > 0 && days < 6.5 ? { weekday: "long" } : { day: "numeric", month: "long" };
  const said = date.toLocaleDateString("en-GB", day);
  return `${said} ${date.toLocaleTimeString("en-GB", time)}`;
}

/**
 * Local midnight.
 * @param {Date} date an instant
 * @returns {number} milliseconds since 1970
 */
function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/**
 * A number with its noun.
 * @param {number} count how many
 * @param {string} noun in the singular
 * @returns {string} such as "1 second" or "30 seconds"
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The reason for a block, in one line.
 * @param {object} restriction of type Restriction
 * @returns {string} such as "Night hours until 06:30 (strict)"
 */
export function reason({ name, until, strict }) {
  return name + (until ? ` until ${clock(until)}` : "") + (strict ? " (strict)" : "");
}

/**
 * What to do if this extension and Soteria are of different versions.
 * @param {string} own the version of this extension
 * @param {?string} version the version of Soteria; null if it is not known
 * @returns {?string} sentences; null if there is nothing to do
 */
export function versionAdvice(own, version) {
  if (!version) return null;
  if (isLower(own, version)) {
    return `This extension is version ${own}; Soteria is ${version}. ` +
      "Reload the extension on the browser's extensions page, or restart the browser.";
  }
  if (isLower(version, own)) {
    return `This extension is version ${own}, but Soteria is still ${version}. ` +
      "Restart Soteria: systemctl --user restart soteriad";
  }
  return null;
}

const SENTENCES = {
  "org.soteria.unblock.Strict": ({ until, target, emergency }) =>
    "This block is strict: the site cannot be opened " +
    (until ? `before ${clock(until)}.` : "while the block lasts.") +
    (emergency ? ` In an emergency: soteria unblock ${target} --emergency` : ""),
  "org.soteria.unblock.NotMonitored": () => "This site is no longer monitored.",
  "org.soteria.unblock.BeingConfirmed": () =>
    "You have already confirmed this request. The site is about to open.",
  "org.soteria.unblock.IntentNeeded": () =>
    "First choose whether the visit is planned or an impulse.",
  "org.soteria.unblock.RequestOver": ({ outcome }) =>
    `That request has ended (${outcome}). You can make a new one.`,
  "org.soteria.unblock.NoSuchRequest": () => "That request has ended. You can make a new one.",
  "org.soteria.unblock.AlreadyOpen": () =>
    "Another tab or program already has an open request for this site.",
  "org.soteria.unblock.UnknownCategory": () => CHOOSE_AGAIN,
  "org.soteria.unblock.UnknownMood": () => CHOOSE_AGAIN,
  "org.soteria.unblock.InvalidAmount": ({ problem }) => `The amount is not valid: ${problem}.`,
  "org.soteria.unblock.InvalidMinutes": ({ minimum, maximum }) =>
    `The number of minutes must be between ${minimum} and ${maximum}.`,
  "org.soteria.unblock.StoreUnavailable": ({ reason: why }) =>
    `Soteria cannot record your answer, so the site stays blocked: ${why}`,
  "org.soteria.checkin.AlreadyAnswered": ({ next }) =>
    `The question was already answered. Next question: ${clock(next)}.`,
  "org.soteria.checkin.NotOpen": ({ next }) =>
    `The question is not open. Next question: ${clock(next)}.`,
  "org.soteria.checkin.StoreUnavailable": ({ reason: why }) =>
    `The answer could not be recorded, so it does not count: ${why}`,
  "org.soteria.browser.HostGone": () => GONE,
  "org.soteria.browser.DaemonGone": () => GONE,
  "org.soteria.browser.StillBlocked": () => "The site is still blocked.",
  "org.varlink.service.InvalidParameter": ({ parameter }) =>
    `Soteria does not accept the value of ${parameter}.`,
};

/** The text while the daemon does not answer. */
export const GONE =
  "Soteria is not running, so you cannot unblock any site. Blocked sites stay blocked until " +
  "their blocks end, or for five minutes if Soteria has not said when they end.";

/** The text for an answer that the rules no longer offer. */
const CHOOSE_AGAIN = "The rules no longer offer this answer. Choose another one.";

/**
 * An error in words.
 * @param {{name: string, parameters: object}} error the error's name and parameters
 * @returns {string} a sentence
 */
export function sentence({ name, parameters }) {
  const say = SENTENCES[name];
  if (say) return say(parameters ?? {});
  return `That did not work (${name}).`;
}
