import { pageOf } from "./addresses.js";
import { asked, domains, isPublic, parts } from "./places.js";

/**
 * What belongs to a target.
 * @typedef {object} Places
 * @property {string} name its display name
 * @property {string[]} sites host names; each means all its subdomains, too
 * @property {string[]} except host names that do not belong to it
 * @property {string[]} [paths] paths of sites, such as youtube.com/shorts
 * @property {string[]} [exceptPaths] paths of sites that do not belong to it
 * @property {boolean} [everySite] whether it has every public site
 * @property {boolean} partial whether it has too many sites to be sent
 */

/** The targets of each place, as sent by the daemon. */
export class SiteIndex {
  /** @type {Map<string, string[]>} keys of targets by site or path */
  #told = new Map();
  /** @type {Map<string, string[]>} keys of targets by site or path that does not belong to them */
  #excepted = new Map();
  /** @type {Map<string, string[]>} keys of targets by host of which they leave out a path */
  #unruled = new Map();
  /** @type {string[]} keys of the targets with every public site */
  #everywhere = [];
  /** The length of the longest path that a target names or leaves out. */
  #longest = 0;

  /**
   * @param {Map<string, Places>} places by the target's key
   */
  constructor(places) {
    for (const [key, { sites, except, paths, exceptPaths, everySite }] of places) {
      add(sites, key, this.#told);
      // Places that an older version stored lack some of these.
      add(paths ?? [], key, this.#told);
      add(except ?? [], key, this.#excepted);
      add(exceptPaths ?? [], key, this.#excepted);
      add((exceptPaths ?? []).map((page) => asked(page).site), key, this.#unruled);
      if (everySite) this.#everywhere.push(key);
      for (const page of [...paths ?? [], ...exceptPaths ?? []]) {
        this.#longest = Math.max(this.#longest, asked(page).path.length);
      }
    }
  }

  /**
   * The place of a web page: its host, with the longest part of its path that a target names or
   * leaves out. The rest of the address is never told to anybody.
   * @param {string} [address] an address
   * @returns {string|null} the place; null if the scheme is not http(s)
   */
  placeOf(address) {
    const page = pageOf(address);
    if (!page) return null;
    const above = domains(page.site);
    const path = parts(page.path, this.#longest).find((part) => above.some(
      (domain) => this.#told.has(domain + part) || this.#excepted.has(domain + part),
    ));
    return page.site + (path ?? "");
  }

  /**
   * The keys of the targets that contain a place.
   * @param {string} place the place
   * @param {string[]} [learned] the keys of targets with too many sites, if it was looked up
   * @returns {string[]} the keys
   */
  targetsOf(place, learned) {
    const { site, path = "" } = asked(place);
    const keys = new Set(learned);
    const excepted = new Set();
    if (this.#everywhere.length > 0 && isPublic(site)) {
      for (const key of this.#everywhere) keys.add(key);
    }
    const all = parts(path, this.#longest);
    for (const name of domains(site).flatMap((domain) => all.map((part) => domain + part))) {
      for (const key of this.#told.get(name) ?? []) keys.add(key);
      for (const key of this.#excepted.get(name) ?? []) excepted.add(key);
    }
    return [...keys].filter((key) => !excepted.has(key));
  }

  /**
   * The keys of the targets for which a rule of the browser can block a place: there are rules for
   * whole sites alone, and only if no path of the site is left out.
   * @param {string} place the place
   * @returns {string[]} the keys
   */
  ruledTargetsOf(place) {
    const keys = new Set();
    for (const domain of domains(asked(place).site)) {
      for (const key of this.#told.get(domain) ?? []) keys.add(key);
    }
    for (const domain of domains(asked(place).site)) {
      for (const index of [this.#excepted, this.#unruled]) {
        for (const key of index.get(domain) ?? []) keys.delete(key);
      }
    }
    return [...keys];
  }
}

/**
 * Adds a target to the index of its sites or paths.
 * @param {string[]} names the sites or paths
 * @param {string} key the target's key
 * @param {Map<string, string[]>} index keys by site or path
 */
function add(names, key, index) {
  for (const name of names) {
    const keys = index.get(name);
    if (keys) keys.push(key);
    else index.set(name, [key]);
  }
}
