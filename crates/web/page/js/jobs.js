// Searches that go on whatever the page shows. All of them stand in the head of the page.

import { listen } from "./api.js";
import { byId, h, icon } from "./dom.js";

/** @typedef {"waiting" | "running" | "over"} State */

/** One search: it tells events, can be stopped, and knows where its answer is shown. */
export class Job extends EventTarget {
  /** @param {string} title @param {string} link where it is shown */
  constructor(title, link) {
    super();
    this.title = title;
    this.link = link;
    /** @type {State} */
    this.state = "running";
    this.text = "";
    this.controller = new AbortController();
  }

  /** Ends it at once. */
  stop() {
    this.controller.abort();
  }

  get stopped() {
    return this.controller.signal.aborted;
  }

  /** What the head of the page says of it. @param {string} text */
  say(text) {
    this.text = text;
    draw();
  }
}

/** @type {Job[]} those that are not over */
const jobs = [];

/**
 * Starts a search. Its events go to `on`; however it ends, the last one is `done`, `stopped` or `failed`.
 * @param {Job} job @param {string} path @param {any} question @param {import("./api.js").Hear} on
 */
export async function run(job, path, question, on) {
  jobs.push(job);
  draw();
  let ended = false;
  const hear = (/** @type {string} */ name, /** @type {any} */ data) => {
    if (job.stopped) return;
    job.state = name === "queued" ? "waiting" : "running";
    ended ||= ["done", "stopped", "failed"].includes(name);
    on(name, data);
  };
  try {
    await listen(path, question, hear, job.controller.signal);
    if (!ended) hear("failed", { error: "the server ended it; try again" });
  } catch (error) {
    if (job.stopped) on("stopped", { reason: "stopped" });
    else hear("failed", { error: /** @type {Error} */ (error).message });
  }
  job.state = "over";
  jobs.splice(jobs.indexOf(job), 1);
  draw();
}

function draw() {
  byId("jobs").replaceChildren(...jobs.map((job) =>
    h("span", { class: "job" },
      h("a", { href: job.link, title: "Show it" }, h("i", { "aria-hidden": "true" }), h("b", {}, job.title), h("span", { class: "job-text" }, job.text)),
      h("button", { type: "button", class: "plain small", "aria-label": `Stop: ${job.title}`, title: "Stop", onclick: () => job.stop() }, icon("close")))));
}

window.addEventListener("pagehide", () => {
  for (const job of [...jobs]) job.stop();
});
