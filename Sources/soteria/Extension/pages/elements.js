import { text } from "../lib/texts.js";

/** Puts the texts into the page: where data-text is set, and as labels where data-label is. */
export function fillTexts() {
  document.documentElement.lang = text("language");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.dataset.label));
  }
}

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
  if (old.length === texts.length && old.every((line, at) => line === texts[at])) return;
  list.replaceChildren(...texts.map((line) => {
    const entry = document.createElement("li");
    entry.textContent = line;
    return entry;
  }));
}
