/** What outlives the background page: on disk what the daemon said, in memory what was browsed. */

/**
 * What an earlier life of the background page kept.
 * @returns {Promise<object>} what `Picture.restore` takes
 */
export async function loadPicture() {
  const [disk, memory] = await Promise.all([
    chrome.storage.local.get(["targets", "places", "goneAt"]).catch(unreadable),
    chrome.storage.session.get("learned").catch(unreadable),
  ]);
  return { targets: [], places: null, learned: [], ...disk, ...memory };
}

/**
 * What cannot be read is not known.
 * @param {Error} error why
 * @returns {object} nothing
 */
function unreadable(error) {
  console.warn("Soteria: what was kept cannot be read:", error.message);
  return {};
}

/**
 * Keeps how the targets stand.
 * @param {import("./picture.js").Picture} picture what is known
 */
export function saveTargets(picture) {
  keep(chrome.storage.local, { targets: [...picture.targets], goneAt: picture.goneAt });
}

/**
 * Keeps what belongs to the targets.
 * @param {import("./picture.js").Picture} picture what is known
 */
export function savePlaces(picture) {
  keep(chrome.storage.local, { places: [...picture.places] });
}

/**
 * Keeps which sites were asked about, until the browser ends.
 * @param {import("./picture.js").Picture} picture what is known
 */
export function saveLearned(picture) {
  keep(chrome.storage.session, { learned: picture.learned });
}

/**
 * Keeps something. Where there is no room for it, what was kept before goes too: another life
 * shall know that it does not know, rather than take what is old for what holds.
 * @param {object} area of chrome.storage
 * @param {object} more what, by name
 */
async function keep(area, more) {
  try {
    await area.set(more);
  } catch (error) {
    console.warn("Soteria: there is no room to keep what is known:", error.message);
    await area.remove(Object.keys(more)).catch(() => {});
  }
}
