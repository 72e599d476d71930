// What moves on a page: sections that follow the daemon's decisions, countdowns, forms that are
// sent once, dialogs. Every page works without it.
"use strict";

const base = document.documentElement.dataset.base ?? "";
const number = new Intl.NumberFormat(document.documentElement.lang || "en", {
  minimumIntegerDigits: 2,
});

// Saying things.

/** How long a toast stays, in milliseconds. */
const TOAST_STAYS = 8000;

/** Shows a text as a toast; the region around it makes screen readers say it. */
function say(text) {
  const region = document.getElementById("live");
  if (!region || !text) return;
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.textContent = text;
  while (region.childElementCount >= 3) region.firstElementChild.remove();
  region.append(toast);
  setTimeout(() => toast.remove(), TOAST_STAYS);
}

/** Shows or hides one of the frame's notices: `gone` (no daemon), `lost` (no dashboard). */
function notice(id, isShown) {
  const element = document.getElementById(id);
  if (element) element.hidden = !isShown;
}

// Sections that are replaced by themselves.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
const TYPED = "input, select, textarea, [contenteditable]";

/** Whether replacing a section would take something out of the person's hands. */
function isInUse(section) {
  const active = document.activeElement;
  if (section.contains(active) && active.matches(TYPED)) return true;
  return section.querySelector("dialog[open], form[data-sent]") !== null;
}

/** Puts the new section in the old one's place; what was focused or open stays so. */
function replace(section, fresh) {
  for (const each of [section, fresh]) each.classList.add("is-still");
  if (isInUse(section) || section.isEqualNode(fresh)) return;
  const active = document.activeElement;
  const place = section.contains(active)
    ? [...section.querySelectorAll(FOCUSABLE)].indexOf(active)
    : -1;
  const openings = [...section.querySelectorAll("details")].map((details) => details.open);
  section.replaceWith(fresh);
  fresh.querySelectorAll("details").forEach((details, index) => {
    if (openings[index] !== undefined) details.open = openings[index];
  });
  if (place < 0) return;
  const same = active.id ? document.getElementById(active.id) : null;
  (same ?? fresh.querySelectorAll(FOCUSABLE)[place])?.focus({ preventScroll: true });
}

/** The page as it is now at the server; null where there is none. */
async function freshPage() {
  const answer = await fetch(location.href, { cache: "no-store", credentials: "same-origin" });
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

let isRefreshing = false;
let isStale = false;

/** Replaces what has changed. Of many wishes that come meanwhile one is carried out after. */
async function refresh() {
  const sections = document.querySelectorAll("[data-live]");
  if (sections.length === 0) return;
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    while (isStale) {
      isStale = false;
      const page = await freshPage();
      if (!page) break;
      for (const section of document.querySelectorAll("[data-live]")) {
        const fresh = section.id ? page.getElementById(section.id) : null;
        if (fresh) replace(section, document.adoptNode(fresh));
      }
      tick();
    }
  } catch {
    // The server does not answer; the stream of events notices and says so.
  } finally {
    isRefreshing = false;
  }
}

// What the server tells.

/** How long the server may be away before the page says so, in milliseconds. */
const SERVER_MAY_BE_AWAY = 2000;

let events = null;
/** Says that the connection is lost, unless it is there again before. */
let losing = null;

function listen() {
  if (events || !("EventSource" in window)) return;
  events = new EventSource(`${base}/events`);
  events.addEventListener("change", (event) => {
    say(event.data);
    refresh();
  });
  events.addEventListener("gone", () => notice("gone", true));
  events.addEventListener("back", () => {
    notice("gone", false);
    if (document.querySelector("[data-waits]")) location.reload();
    else refresh();
  });
  events.addEventListener("open", () => {
    if (losing !== null) refresh();
    found();
  });
  events.addEventListener("error", () => {
    losing ??= setTimeout(() => notice("lost", true), SERVER_MAY_BE_AWAY);
  });
}

function found() {
  clearTimeout(losing);
  losing = null;
  notice("lost", false);
}

function stopListening() {
  events?.close();
  events = null;
  found();
}

// Countdowns.

/** When a countdown is over, in the milliseconds of the page's own clock, by its element. */
const ends = new WeakMap();

/** `0:09`, `14:05`, `1:02:03`. */
function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? number.format(part) : String(part))).join(":");
}

/** What a countdown lets the person press when it is over. */
function held(countdown) {
  const selector = countdown.dataset.enables;
  return selector ? document.querySelectorAll(selector) : [];
}

/** False where nothing is to be counted. What came when it was over leads nowhere: it was the
 *  answer to the last one, and would come again. */
function begin(countdown) {
  const seconds = Number(countdown.dataset.countdown);
  if (!(seconds > 0)) {
    countdown.dataset.over = "";
    return false;
  }
  ends.set(countdown, Date.now() + seconds * 1000);
  for (const element of held(countdown)) element.disabled = true;
  return true;
}

/** Once for each countdown: lets its buttons be pressed, and goes where it leads. */
function finish(countdown) {
  countdown.dataset.over = "";
  for (const element of held(countdown)) element.disabled = false;
  say(countdown.dataset.says);
  if (countdown.dataset.done) location.assign(countdown.dataset.done);
  else if (countdown.dataset.done === "") refresh();
}

function tick() {
  for (const countdown of document.querySelectorAll("[data-countdown]:not([data-over])")) {
    if (!ends.has(countdown) && !begin(countdown)) continue;
    const left = Math.max(0, Math.ceil((ends.get(countdown) - Date.now()) / 1000));
    const text = clock(left);
    if (countdown.textContent !== text) countdown.textContent = text;
    if (left === 0) finish(countdown);
  }
}

// Forms and dialogs.

/** How long a form that was sent waits for its answer before it may be sent again. */
const ANSWER_TAKES = 15000;

function release(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll(".is-loading")) {
    button.classList.remove("is-loading");
    button.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-once]")) return;
  if (form.dataset.sent !== undefined) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  // Not disabled: the name and the value of the button belong to what is sent.
  event.submitter?.classList.add("is-loading");
  event.submitter?.setAttribute("aria-busy", "true");
  setTimeout(() => release(form), ANSWER_TAKES);
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  const dialog = opener && document.getElementById(opener.dataset.opens);
  if (dialog instanceof HTMLDialogElement) {
    event.preventDefault();
    dialog.showModal();
  }
  if (event.target.closest("[data-closes]")) {
    const open = event.target.closest("dialog");
    if (open) {
      event.preventDefault();
      open.close();
    }
  }
});

// The page's life.

/** A page that is loaded again does not say again what was done. */
function forgetWhatWasDone() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return;
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
}

/** Where the navigation is wider than the window, what is current in it is seen. */
function showCurrent() {
  const current = document.querySelector(".header .nav-link[aria-current]");
  const nav = current?.closest(".nav");
  if (nav) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}

addEventListener("pageshow", (event) => {
  listen();
  if (!event.persisted) return;
  document.querySelectorAll("form[data-sent]").forEach(release);
  refresh();
});
addEventListener("pagehide", stopListening);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});
setInterval(tick, 1000);
tick();
forgetWhatWasDone();
showCurrent();
