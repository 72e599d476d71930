/** State that outlives the background page: the daemon's on disk, visited sites in memory. */

/**
 * The state that an earlier background page stored.
 * @returns {Promise<object>} the parameter of `Picture.restore`
 */
export async function loadPicture() {
  const [disk, memory] = await Promise.all([
    chrome.storage.local.get(["targets", "places", "goneAt"]).catch(unreadable),
    chrome.storage.session.get("learned").catch(unreadable),
  ]);
  return { targets: [], places: null, learned: [], ...disk, ...memory };
}

/**
 * Handles storage that cannot be read, which counts as empty.
 * @param {Error} error the reason
 * @returns {object} an empty object
 */
function unreadable(error) {
  console.warn("Soteria: cannot read the stored state:", error.message);
  return {};
}

/**
 * Stores the state of the targets.
 * @param {import("./picture.js").Picture} picture the known targets
 */
export function saveTargets(picture) {
  keep(chrome.storage.local, { targets: [...picture.targets], goneAt: picture.goneAt });
}

/**
 * Stores the places of the targets.
 * @param {import("./picture.js").Picture} picture the known targets
 */
export function savePlaces(picture) {
  keep(chrome.storage.local, { places: [...picture.places] });
}

/**
 * Stores the sites that were looked up, until the browser quits.
 * @param {import("./picture.js").Picture} picture the known targets
 */
export function saveLearned(picture) {
  keep(chrome.storage.session, { learned: picture.learned });
}

/**
 * Stores values. If there is no room, the old values are removed too: the next background page
 * must not take outdated values for current ones.
 * @param {object} area of chrome.storage
 * @param {object} more the values, by name
 */
async function keep(area, more) {
  try {
    await area.set(more);
  } catch (error) {
    console.warn("Soteria: cannot store the state:", error.message);
    await area.remove(Object.keys(more)).catch(() => {});
  }
}
