/** The sentences of the pages: instants, lengths and errors, for people. */

/**
 * An instant as a person says it: the time alone where it is today.
 * @param {string} instant RFC 3339
 * @param {Date} [now] the present moment
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
 * Why something is blocked, in one line.
 * @param {object} restriction of type Restriction
 * @returns {string} such as "Night hours until 06:30 (strict)"
 */
export function reason({ name, until, strict }) {
  return name + (until ? ` until ${clock(until)}` : "") + (strict ? " (strict)" : "");
}

const SENTENCES = {
  "org.soteria.unblock.Strict": ({ until }) =>
    "This block is strict: it cannot be opened " +
    (until ? `before ${clock(until)}.` : "while it holds."),
  "org.soteria.unblock.NotMonitored": () => "Soteria no longer watches this.",
  "org.soteria.unblock.BeingConfirmed": () => "It is being opened at this moment.",
  "org.soteria.unblock.IntentNeeded": () => "Say first whether it was planned or is an impulse.",
  "org.soteria.unblock.RequestOver": ({ outcome }) =>
    `That request is over (${outcome}). You can begin again.`,
  "org.soteria.unblock.NoSuchRequest": () => "That request is over. You can begin again.",
  "org.soteria.unblock.AlreadyOpen": () => "It is being asked for elsewhere already.",
  "org.soteria.unblock.UnknownCategory": () => "The rules have no such answer any more.",
  "org.soteria.unblock.UnknownMood": () => "The rules have no such answer any more.",
  "org.soteria.unblock.InvalidAmount": ({ problem }) => `The amount cannot be read: ${problem}`,
  "org.soteria.unblock.InvalidMinutes": ({ minimum, maximum }) =>
    `The minutes must be from ${minimum} to ${maximum}.`,
  "org.soteria.unblock.StoreUnavailable": ({ reason: why }) =>
    `Soteria cannot record it, so nothing is opened: ${why}`,
  "org.soteria.checkin.AlreadyAnswered": ({ next }) =>
    `It was answered already. It is asked again ${clock(next)}.`,
  "org.soteria.checkin.NotOpen": ({ next }) => `It is asked again ${clock(next)}.`,
  "org.soteria.checkin.StoreUnavailable": ({ reason: why }) =>
    `The answer could not be recorded, so it was not given: ${why}`,
  "org.soteria.browser.HostGone": () => GONE,
  "org.soteria.browser.DaemonGone": () => GONE,
  "org.soteria.browser.StillBlocked": () => "It is still blocked.",
  "org.varlink.service.InvalidParameter": ({ parameter }) =>
    `Soteria does not understand what was said (${parameter}).`,
};

/** What is said where nobody answers. */
export const GONE =
  "Soteria is not running, so nothing can be opened here. What was blocked stays blocked until " +
  "its end, or for five minutes where that is not known.";

/**
 * An error in words.
 * @param {{name: string, parameters: object}} error its name and what it says more
 * @returns {string} a sentence
 */
export function sentence({ name, parameters }) {
  const say = SENTENCES[name];
  if (say) return say(parameters ?? {});
  return `That did not work (${name}).`;
}
