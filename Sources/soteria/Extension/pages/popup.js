import { text } from "../lib/texts.js";
import { byId, fillTexts } from "./elements.js";
import { clock, versionAdvice } from "./words.js";

/**
 * The problem of the connection, or of the versions, in words.
 * @param {object} summary the state of the connection
 * @returns {?string} sentences; null if there is no problem
 */
function problem({ connected, hostConnected, problem: why, version }) {
  if (connected) return versionAdvice(chrome.runtime.getManifest().version, version);
  if (hostConnected) return text("gone");
  if (/not found|No such native application|forbidden/i.test(why ?? "")) {
    return text("notSetUp");
  }
  return why ?? text("gone");
}

/**
 * The state of a target, in one line.
 * @param {object} target of a summary
 * @returns {string} such as "Blocked until 06:30 by Night hours"
 */
function standing({ blocked, until, grantedUntil, restrictions }) {
  if (!blocked) {
    return grantedUntil ? text("targetOpenUntil", clock(grantedUntil)) : text("targetOpen");
  }
  const why = restrictions.join(", ");
  if (until && why) return text("targetBlockedUntilBy", clock(until), why);
  if (until) return text("targetBlockedUntil", clock(until));
  return why ? text("targetBlockedBy", why) : text("targetBlocked");
}

/**
 * A target's entry.
 * @param {object} target of a summary
 * @returns {Element} the entry
 */
function entry(target) {
  const item = document.createElement("li");
  const name = document.createElement("strong");
  name.textContent = target.name;
  const line = document.createElement("span");
  line.textContent = standing(target);
  item.append(name, line);
  if (!target.blocked && target.grantedUntil) item.append(ending(target));
  return item;
}

/**
 * The button that ends the permission of a target.
 * @param {object} target of a summary
 * @returns {Element} a button
 */
function ending({ key, name }) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text("endNow");
  button.setAttribute("aria-label", text("endPermission", name));
  button.addEventListener("click", async () => {
    button.disabled = true;
    show(await chrome.runtime.sendMessage({ ask: "end", target: key }));
  });
  return button;
}

/**
 * The offer to answer for a private tab, in which the browser does not show Soteria's page.
 * @param {{tab: number, site: string}} blocked the tab and its site
 * @returns {Element} a button
 */
function offer({ tab, site }) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text("answerForPrivate", site);
  button.addEventListener("click", async () => {
    await chrome.runtime.sendMessage({ ask: "answer", tab });
    window.close();
  });
  return button;
}

/** Offers to let Soteria see sites, if the browser does not. */
async function offerSites() {
  const sites = { origins: ["<all_urls>"] };
  const button = byId("sites");
  button.hidden = await chrome.permissions.contains(sites);
  button.addEventListener("click", async () => {
    button.hidden = await chrome.permissions.request(sites);
  });
}

/**
 * Shows the state of the connection and of each target.
 * @param {object} summary as sent by the background page
 */
function show(summary) {
  const wrong = problem(summary);
  byId("health").hidden = !wrong;
  byId("health").textContent = wrong ?? "";
  byId("targets").replaceChildren(...summary.targets.map(entry));
  byId("waiting").replaceChildren(...summary.waiting.map(offer));
  byId("none").hidden = summary.targets.length > 0;
}

fillTexts();
show(await chrome.runtime.sendMessage({ ask: "summary" }));
await offerSites();
document.querySelector("main").setAttribute("aria-busy", "false");
