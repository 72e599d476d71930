import { SiteIndex } from "./siteindex.js";

/** The time for which the daemon's last report holds if its end is unknown, in milliseconds. */
export const LOST_LIMIT = 5 * 60_000;

/** Targets with more sites than this are not sent: their sites are looked up when opened. */
export const SITE_LIMIT = 5000;

/** The number of looked up sites that are remembered. */
const LEARNED_LIMIT = 1000;

/**
 * The known state of a target.
 * @typedef {object} Known
 * @property {string} name its display name
 * @property {boolean} blocked whether it is blocked
 * @property {number} since the time at which that was first seen, in milliseconds since 1970
 * @property {string} [until] the end of the block, RFC 3339
 * @property {string} [grantedUntil] the end of a grant that keeps it open, RFC 3339
 * @property {object[]} restrictions the reasons for the block, as in org.soteria.protection
 */

/** The daemon's last report, and the part of it that still holds while the daemon is gone. */
export class Picture {
  /** @type {Map<string, Known>} by key */
  targets = new Map();
  /** @type {Map<string, import("./siteindex.js").Places>} by key */
  places = new Map();
  /** Whether the places are known: from the daemon or from storage. */
  hasPlaces = false;
  /** The time at which the daemon was lost, in milliseconds since 1970; null if connected. */
  goneAt = null;

  #index = new SiteIndex(this.places);
  /** @type {Map<string, string[]>} keys of targets by place that was looked up */
  #learned = new Map();
  #telling = new Map();
  #hasTargets = false;

  /**
   * Restores the state that an earlier background page stored.
   * @param {{targets: Array, places: ?Array, goneAt: ?number, learned: Array}} stored plain data
   */
  restore({ targets, places, goneAt, learned }) {
    this.targets = new Map(targets);
    this.places = new Map(places ?? []);
    this.hasPlaces = Boolean(places);
    this.#hasTargets = this.targets.size > 0;
    this.goneAt = goneAt ?? null;
    this.#learned = new Map(learned);
    this.#index = new SiteIndex(this.places);
  }

  /** The sites that were looked up, as plain data. They were visited: never store them on disk. */
  get learned() {
    return [...this.#learned];
  }

  /**
   * Sets the state of all targets, from the first reply of Monitor.
   * @param {object[]} states of type TargetState
   * @param {number} now milliseconds since 1970
   */
  setTargets(states, now) {
    this.goneAt = null;
    this.#hasTargets = true;
    this.targets = new Map(states.map((state) => [
      state.target, this.#known(state.target, state, state.blocked, now),
    ]));
  }

  /**
   * Applies a change of one target.
   * @param {object} decision of type Decision
   * @param {number} now milliseconds since 1970
   */
  decide(decision, now) {
    const { target, verdict } = decision;
    this.targets.set(target, this.#known(target, decision, verdict !== "unblock", now));
  }

  /**
   * The part of a state or a decision that is kept.
   * @param {string} key the target
   * @param {object} said of type TargetState or Decision
   * @param {boolean} blocked whether the target is blocked
   * @param {number} now milliseconds since 1970
   * @returns {Known} the part that is kept
   */
  #known(key, { name, until, grantedUntil, restrictions }, blocked, now) {
    const before = this.targets.get(key);
    // A target that was unknown may have been in this state for long.
    const since = before === undefined ? 0 : before.blocked === blocked ? before.since ?? 0 : now;
    return { name, blocked, since, until, grantedUntil, restrictions };
  }

  /**
   * Adds a piece of the places of the targets; they count once the last piece has arrived.
   * @param {{begins: boolean, complete: boolean, places: object[]}} piece a reply of
   *   org.soteria.targets.Monitor
   * @returns {boolean} whether the places have changed
   */
  tell(piece) {
    if (piece.begins) this.#telling = new Map();
    for (const place of piece.places) {
      const told = this.#telling.get(place.target)
        ?? { name: place.name, sites: [], except: [], paths: [], exceptPaths: [], partial: false };
      told.except.push(...place.exceptSites ?? []);
      told.paths.push(...place.paths ?? []);
      told.exceptPaths.push(...place.exceptPaths ?? []);
      told.everySite = place.everySite === true;
      if (place.sites) told.sites.push(...place.sites);
      else if (place.siteCount > 0) told.partial = true;
      this.#telling.set(place.target, told);
    }
    if (!piece.complete) return false;
    this.places = this.#telling;
    this.hasPlaces = true;
    this.#telling = new Map();
    this.#learned = new Map();
    this.#index = new SiteIndex(this.places);
    return true;
  }

  /**
   * Remembers to which targets with too many sites a place belongs.
   * @param {string} place the place
   * @param {string[]} keys the keys of all targets that it belongs to
   * @returns {boolean} whether this is new
   */
  learn(place, keys) {
    const partial = keys.filter((key) => this.places.get(key)?.partial);
    if (partial.length === 0 || this.#learned.has(place)) return false;
    this.#learned.set(place, partial);
    if (this.#learned.size > LEARNED_LIMIT) this.#learned.delete(this.#learned.keys().next().value);
    return true;
  }

  /**
   * Records the loss of the daemon.
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether this is new
   */
  lose(now) {
    if (this.goneAt !== null) return false;
    this.goneAt = now;
    return true;
  }

  /**
   * Whether a target is known to be blocked.
   * @param {string} key its key
   * @param {number} now milliseconds since 1970
   * @returns {boolean} true if it is blocked
   */
  isBlocked(key, now) {
    const target = this.targets.get(key);
    return target?.blocked === true && now < this.#holdsUntil(target);
  }

  /**
   * Whether the state of the targets is unknown. Blocks then continue until the state arrives or
   * the daemon has been away for too long.
   * @param {number} now milliseconds since 1970
   * @returns {boolean} true if it is unknown
   */
  isBlank(now) {
    return !this.#hasTargets && (this.goneAt === null || now < this.goneAt + LOST_LIMIT);
  }

  /**
   * The place of a web page: all pages with one place belong to the same targets.
   * @param {string} [address] an address
   * @returns {string|null} the place; null if the scheme is not http(s)
   */
  placeOf(address) {
    return this.#index.placeOf(address);
  }

  /**
   * The keys of the targets that contain a place.
   * @param {string} place the place
   * @returns {string[]} the keys
   */
  targetsOf(place) {
    return this.#index.targetsOf(place, this.#learned.get(place));
  }

  /**
   * Whether a place is known to be blocked.
   * @param {string} place the place
   * @param {number} now milliseconds since 1970
   * @returns {boolean} true if it is blocked
   */
  blocks(place, now) {
    return this.targetsOf(place).some((key) => this.isBlocked(key, now));
  }

  /**
   * Whether a blocked place was not blocked yet at an earlier time.
   * @param {string} place the place
   * @param {number} at the earlier time, in milliseconds since 1970
   * @param {number} now milliseconds since 1970
   * @returns {boolean} true if all of its blocks began later
   */
  wasOpen(place, at, now) {
    const blocking = this.targetsOf(place).filter((key) => this.isBlocked(key, now));
    return blocking.length > 0 && blocking.every((key) => this.targets.get(key).since > at);
  }

  /**
   * Whether a rule of the browser blocks a place.
   * @param {string} place the place
   * @param {number} now milliseconds since 1970
   * @returns {boolean} true if one does
   */
  blocksByRule(place, now) {
    return this.#index.ruledTargetsOf(place).some((key) => this.isBlocked(key, now));
  }

  /**
   * Whether a target has too many sites to be sent, so that an unknown site may be one of them.
   * @param {number} [now] milliseconds since 1970; if given, only blocked targets count
   * @returns {boolean} true if there is such a target
   */
  mustAsk(now) {
    return [...this.places].some(
      ([key, place]) => place.partial && (now === undefined || this.isBlocked(key, now)),
    );
  }

  /**
   * The time at which the next block ends because no daemon extends it.
   * @param {number} now milliseconds since 1970
   * @returns {number|null} milliseconds since 1970; null if there is none
   */
  nextLapse(now) {
    if (this.goneAt === null) return null;
    const ends = [...this.targets.values()]
      .filter((target) => target.blocked)
      .map((target) => this.#holdsUntil(target))
      .concat(this.isBlank(now) ? this.goneAt + LOST_LIMIT : [])
      .filter((end) => end > now);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /**
   * The time until which the last report of a target holds.
   * @param {Known} target the target
   * @returns {number} milliseconds since 1970; infinite while the daemon is connected
   */
  #holdsUntil(target) {
    if (this.goneAt === null) return Infinity;
    const end = Date.parse(target.until ?? "");
    return Number.isNaN(end) ? this.goneAt + LOST_LIMIT : end;
  }
}
