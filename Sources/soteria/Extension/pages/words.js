/** Texts for people: instants, lengths, versions and errors. */

import { text } from "../lib/texts.js";
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
  const locale = text("locale");
  if (Math.round(days) === 0) return date.toLocaleTimeString(locale, time);
  const day = days > 0 && days < 6.5 ? { weekday: "long" } : { day: "numeric", month: "long" };
  return text(
    "dayAndTime", date.toLocaleDateString(locale, day), date.toLocaleTimeString(locale, time));
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
 * The reason for a block, in one line.
 * @param {object} restriction of type Restriction
 * @returns {string} such as "Night hours until 06:30 (strict)"
 */
export function reason({ name, until, strict }) {
  if (!until) return strict ? text("reasonStrict", name) : name;
  return text(strict ? "reasonUntilStrict" : "reasonUntil", name, clock(until));
}

/**
 * The text about a strict block.
 * @param {?string} until its end, RFC 3339; null if it is not known
 * @returns {string} a sentence
 */
export function strictness(until) {
  return until ? text("strictUntil", clock(until)) : text("strictWhole");
}

/**
 * What to do if this extension and Soteria are of different versions.
 * @param {string} own the version of this extension
 * @param {?string} version the version of Soteria; null if it is not known
 * @returns {?string} sentences; null if there is nothing to do
 */
export function versionAdvice(own, version) {
  if (!version) return null;
  if (isLower(own, version)) return text("olderExtension", own, version);
  if (isLower(version, own)) return text("newerExtension", own, version);
  return null;
}

const SENTENCES = {
  "org.soteria.unblock.Strict": ({ until, target, emergency }) =>
    [strictness(until), ...emergency ? [text("inAnEmergency", target)] : []].join(" "),
  "org.soteria.unblock.NotMonitored": () => text("notMonitored"),
  "org.soteria.unblock.BeingConfirmed": () => text("beingConfirmed"),
  "org.soteria.unblock.IntentNeeded": () => text("intentNeeded"),
  "org.soteria.unblock.RequestOver": ({ outcome }) =>
    text("requestOver", text(`outcome_${outcome}`) || outcome),
  "org.soteria.unblock.NoSuchRequest": () => text("noSuchRequest"),
  "org.soteria.unblock.AlreadyOpen": () => text("alreadyOpen"),
  "org.soteria.unblock.UnknownCategory": () => text("chooseAgain"),
  "org.soteria.unblock.UnknownMood": () => text("chooseAgain"),
  "org.soteria.unblock.InvalidAmount": ({ problem }) => text("invalidAmount", problem),
  "org.soteria.unblock.InvalidMinutes": ({ minimum, maximum }) =>
    text("invalidMinutes", minimum, maximum),
  "org.soteria.unblock.StoreUnavailable": ({ reason: why }) => text("answerNotRecorded", why),
  "org.soteria.checkin.AlreadyAnswered": ({ next }) => text("alreadyAnswered", clock(next)),
  "org.soteria.checkin.NotOpen": ({ next }) => text("questionNotOpen", clock(next)),
  "org.soteria.checkin.StoreUnavailable": ({ reason: why }) => text("checkInNotRecorded", why),
  "org.soteria.browser.HostGone": () => text("gone"),
  "org.soteria.browser.DaemonGone": () => text("gone"),
  "org.soteria.browser.StillBlocked": () => text("stillBlocked"),
  "org.varlink.service.InvalidParameter": ({ parameter }) => text("invalidParameter", parameter),
};

/**
 * An error in words.
 * @param {{name: string, parameters: object}} error the error's name and parameters
 * @returns {string} a sentence
 */
export function sentence({ name, parameters }) {
  const say = SENTENCES[name];
  if (say) return say(parameters ?? {});
  return text("failed", name);
}
