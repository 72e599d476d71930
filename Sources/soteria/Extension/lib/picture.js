/** For how long what the daemon said last holds where no end of it is known, in milliseconds. */
export const LOST_LIMIT = 5 * 60_000;

/** A target with more sites than this is asked about when a page of them is opened. */
export const SITE_LIMIT = 5000;

/** So many sites that were asked about are remembered. */
const LEARNED_LIMIT = 1000;

/**
 * What is known of one target.
 * @typedef {object} Known
 * @property {string} name the name that people see
 * @property {boolean} blocked whether it is blocked
 * @property {number} since since when it is seen to be so, in milliseconds since 1970
 * @property {string} [until] when that ends, RFC 3339
 * @property {string} [grantedUntil] until when a permission keeps it open, RFC 3339
 * @property {object[]} restrictions why it is blocked, as org.soteria.protection says it
 */

/** What the daemon said last, and what still holds of that where it is not there any more. */
export class Picture {
  /** @type {Map<string, Known>} by key */
  targets = new Map();
  /** @type {Map<string, {name: string, sites: string[], partial: boolean}>} by key */
  places = new Map();
  /** Whether the places are known: they were told, or kept by an earlier life. */
  hasPlaces = false;
  /** Since when the daemon is not heard, in milliseconds since 1970; null while it is. */
  goneAt = null;

  /** @type {Map<string, string[]>} keys of targets by told site */
  #told = new Map();
  /** @type {Map<string, string[]>} keys of targets by site that was asked about */
  #learned = new Map();
  #telling = new Map();
  #hasTargets = false;

  /**
   * What an earlier life of the background page knew.
   * @param {{targets: Array, places: ?Array, goneAt: ?number, learned: Array}} stored plain data
   */
  restore({ targets, places, goneAt, learned }) {
    this.targets = new Map(targets);
    this.places = new Map(places ?? []);
    this.hasPlaces = Boolean(places);
    this.#hasTargets = this.targets.size > 0;
    this.goneAt = goneAt ?? null;
    this.#learned = new Map(learned);
    this.#indexPlaces();
  }

  /** The sites that were asked about, as plain data. They are what was browsed: not for a disk. */
  get learned() {
    return [...this.#learned];
  }

  /**
   * The state of all targets, as the first reply of Monitor says it.
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
   * A change of one target.
   * @param {object} decision of type Decision
   * @param {number} now milliseconds since 1970
   */
  decide(decision, now) {
    const { target, verdict } = decision;
    this.targets.set(target, this.#known(target, decision, verdict !== "unblock", now));
  }

  /**
   * What is kept of a state or a decision.
   * @param {string} key the target
   * @param {object} said of type TargetState or Decision
   * @param {boolean} blocked whether it says that the target is blocked
   * @param {number} now milliseconds since 1970
   * @returns {Known} what is kept
   */
  #known(key, { name, until, grantedUntil, restrictions }, blocked, now) {
    const before = this.targets.get(key);
    // A target of which nothing was known may have stood so for long.
    const since = before === undefined ? 0 : before.blocked === blocked ? before.since ?? 0 : now;
    return { name, blocked, since, until, grantedUntil, restrictions };
  }

  /**
   * A piece of what belongs to the targets; it counts once the telling is complete.
   * @param {{begins: boolean, complete: boolean, places: object[]}} piece a reply of
   *   org.soteria.targets.Monitor
   * @returns {boolean} whether the places are others now
   */
  tell(piece) {
    if (piece.begins) this.#telling = new Map();
    for (const place of piece.places) {
      const told = this.#telling.get(place.target)
        ?? { name: place.name, sites: [], partial: false };
      if (place.sites) told.sites.push(...place.sites);
      else if (place.siteCount > 0) told.partial = true;
      this.#telling.set(place.target, told);
    }
    if (!piece.complete) return false;
    this.places = this.#telling;
    this.hasPlaces = true;
    this.#telling = new Map();
    this.#learned = new Map();
    this.#indexPlaces();
    return true;
  }

  /**
   * Remembers to which targets that have too many sites a site belongs.
   * @param {string} host the site
   * @param {string[]} keys the keys of all targets that it belongs to
   * @returns {boolean} whether that is new
   */
  learn(host, keys) {
    const partial = keys.filter((key) => this.places.get(key)?.partial);
    if (partial.length === 0 || this.#learned.has(host)) return false;
    this.#learned.set(host, partial);
    if (this.#learned.size > LEARNED_LIMIT) this.#learned.delete(this.#learned.keys().next().value);
    return true;
  }

  /**
   * The daemon is not heard from now on.
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether that is new
   */
  lose(now) {
    if (this.goneAt !== null) return false;
    this.goneAt = now;
    return true;
  }

  /**
   * Whether a target is blocked, as far as is known.
   * @param {string} key its key
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether it is
   */
  isBlocked(key, now) {
    const target = this.targets.get(key);
    return target?.blocked === true && now < this.#holdsUntil(target);
  }

  /**
   * Whether nothing is known of how targets stand: what was blocked goes on then, until it is told
   * or the daemon has been away for too long.
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether it is so
   */
  isBlank(now) {
    return !this.#hasTargets && (this.goneAt === null || now < this.goneAt + LOST_LIMIT);
  }

  /**
   * The keys of the targets that hold a site.
   * @param {string} host a host name, lower case
   * @returns {string[]} the keys
   */
  targetsOf(host) {
    const keys = new Set(this.#learned.get(host));
    const labels = host.split(".");
    for (let first = 0; first < labels.length; first += 1) {
      for (const key of this.#told.get(labels.slice(first).join(".")) ?? []) keys.add(key);
    }
    return [...keys];
  }

  /**
   * Whether a site is blocked, as far as is known.
   * @param {string} host a host name
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether it is
   */
  blocks(host, now) {
    return this.targetsOf(host).some((key) => this.isBlocked(key, now));
  }

  /**
   * Whether a blocked site was not blocked yet at an earlier time.
   * @param {string} host a host name
   * @param {number} at the earlier time, in milliseconds since 1970
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether everything that blocks it began later
   */
  wasOpen(host, at, now) {
    const blocking = this.targetsOf(host).filter((key) => this.isBlocked(key, now));
    return blocking.length > 0 && blocking.every((key) => this.targets.get(key).since > at);
  }

  /**
   * Whether a blocked site is one that was asked about, which no rule of the browser's knows.
   * @param {string} host a host name
   * @param {number} now milliseconds since 1970
   * @returns {boolean} whether it is
   */
  blocksAsLearned(host, now) {
    return (this.#learned.get(host) ?? []).some((key) => this.isBlocked(key, now));
  }

  /**
   * Whether some target has too many sites to be told: then an unknown site may be one of them.
   * @param {number} [now] milliseconds since 1970: only where such a target is blocked then
   * @returns {boolean} whether one has
   */
  mustAsk(now) {
    return [...this.places].some(
      ([key, place]) => place.partial && (now === undefined || this.isBlocked(key, now)),
    );
  }

  /**
   * When a block will be over by itself because nobody is there to say that it goes on.
   * @param {number} now milliseconds since 1970
   * @returns {number|null} the first such moment; null where there is none
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
   * Until when what was said last holds.
   * @param {Known} target the target
   * @returns {number} milliseconds since 1970; without end while the daemon is heard
   */
  #holdsUntil(target) {
    if (this.goneAt === null) return Infinity;
    const end = Date.parse(target.until ?? "");
    return Number.isNaN(end) ? this.goneAt + LOST_LIMIT : end;
  }

  /** Sorts the places by site. */
  #indexPlaces() {
    this.#told = new Map();
    for (const [key, { sites }] of this.places) {
      for (const site of sites) {
        const keys = this.#told.get(site);
        if (keys) keys.push(key);
        else this.#told.set(site, [key]);
      }
    }
  }
}
