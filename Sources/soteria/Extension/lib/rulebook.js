import { BLOCKED_PATH } from "./addresses.js";
import { asked } from "./places.js";

/** The names that the browser accepts in `requestDomains`; one other makes it reject all rules. */
const DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** The distance from the number of a target's rule for pages to that of its rule for frames. */
const FRAMES = 0x3fffffff;

/**
 * The rules that the browser should have: two for each blocked target with whole sites. A page is
 * replaced with ours; a frame within another page stays empty, because a frame is no attempt and
 * asks nothing. Paths, and targets with every site, have no rules: see `Guard`.
 * @param {import("./picture.js").Picture} picture the known targets
 * @param {number} now milliseconds since 1970
 * @returns {object[]} dynamic rules of declarativeNetRequest
 */
export function wantedRules(picture, now) {
  const taken = new Set();
  const rules = [];
  for (const key of [...picture.places.keys()].sort()) {
    const { sites, except, exceptPaths } = picture.places.get(key);
    const requestDomains = sites.filter((site) => DOMAIN.test(site));
    // Rules cannot leave out a path for one target alone: such sites are watched without a rule.
    const excludedRequestDomains = [
      ...except ?? [], ...(exceptPaths ?? []).map((page) => asked(page).site),
    ].filter((site) => DOMAIN.test(site));
    const id = ruleId(key, taken);
    if (requestDomains.length === 0 || !picture.isBlocked(key, now)) continue;
    const condition = {
      requestDomains,
      ...(excludedRequestDomains.length > 0 && { excludedRequestDomains }),
    };
    rules.push({
      id,
      priority: 1,
      action: { type: "redirect", redirect: { extensionPath: BLOCKED_PATH } },
      condition: { ...condition, resourceTypes: ["main_frame"] },
    }, {
      id: id + FRAMES,
      priority: 1,
      action: { type: "block" },
      condition: { ...condition, resourceTypes: ["sub_frame"] },
    });
  }
  return rules;
}

/**
 * The number of a target's rule: the same after each restart and independent of other targets.
 * @param {string} key the target's key
 * @param {Set<number>} taken the numbers of other rules; the new one is added
 * @returns {number} 1 to 2^30
 */
function ruleId(key, taken) {
  let hash = 0x811c9dc5;
  for (const letter of key) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  let id = (hash & 0x3fffffff) + 1;
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

/** The browser's rules. Changes are made one after another. */
export class Rulebook {
  #turn = Promise.resolve();
  /** @type {Map<number, string>|null} texts of the rules by number; null if unknown */
  #present = null;

  /**
   * Updates the browser's rules to the wanted ones.
   * @param {import("./picture.js").Picture} picture the known targets
   * @returns {Promise<void>} resolves when the browser applies them
   */
  apply(picture) {
    const done = this.#turn.then(() => this.#change(picture, Date.now()));
    this.#turn = done.catch((error) => {
      // Navigations are watched as well: a page that no rule blocks is replaced when it is shown.
      console.warn("Soteria: the browser rejected the rules:", error.message);
      this.#present = null;
    });
    return this.#turn;
  }

  /**
   * Removes and adds the rules that differ. If the places are not known, as after a start before
   * they arrive, the rules of blocked targets stay as they are.
   * @param {import("./picture.js").Picture} picture the known targets
   * @param {number} now milliseconds since 1970
   */
  async #change(picture, now) {
    this.#present ??= texts(await chrome.declarativeNetRequest.getDynamicRules());
    const rules = wantedRules(picture, now);
    const wanted = picture.hasPlaces ? texts(rules) : heldRules(this.#present, picture, now);
    const removeRuleIds = [...this.#present.keys()].filter(
      (id) => wanted.get(id) !== this.#present.get(id),
    );
    const addRules = rules.filter((rule) => wanted.get(rule.id) !== this.#present.get(rule.id));
    if (removeRuleIds.length + addRules.length === 0) return;
    await chrome.declarativeNetRequest.updateDynamicRules({ removeRuleIds, addRules });
    this.#present = wanted;
  }
}

/**
 * The browser's rules that still hold if only the state of the targets is known.
 * @param {Map<number, string>} present the browser's rules
 * @param {import("./picture.js").Picture} picture the known targets
 * @param {number} now milliseconds since 1970
 * @returns {Map<number, string>} the rules
 */
function heldRules(present, picture, now) {
  if (picture.isBlank(now)) return new Map(present);
  const taken = new Set();
  const blocked = [...picture.targets.keys()].sort()
    .map((key) => [ruleId(key, taken), picture.isBlocked(key, now)])
    .filter(([, isBlocked]) => isBlocked);
  const held = new Map(blocked.flatMap(([id]) => [[id], [id + FRAMES]]));
  return new Map([...present].filter(([id]) => held.has(id)));
}

/**
 * Rules by number, in a form that can be compared.
 * @param {object[]} rules the rules
 * @returns {Map<number, string>} the domains of each, and those that are excluded
 */
function texts(rules) {
  return new Map(rules.map(({ id, condition }) => [
    id, `${condition.requestDomains ?? []} ${condition.excludedRequestDomains ?? []}`,
  ]));
}
