/**
 * An element of the page.
 * @param {string} id its id
 * @returns {HTMLElement} the element
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Puts texts into a list.
 * @param {Element} list the list
 * @param {string[]} texts one entry each
 */
export function fill(list, texts) {
  const old = [...list.children].map((entry) => entry.textContent);
  if (old.length === texts.length && old.every((text, at) => text === texts[at])) return;
  list.replaceChildren(...texts.map((text) => {
    const entry = document.createElement("li");
    entry.textContent = text;
    return entry;
  }));
}
