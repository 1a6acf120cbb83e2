// The static site works without a network, and takes new versions: a service worker keeps all of
// its files. One that has come during the last visit takes over before this visit begins.

const SCRIPT = "sw.js";

/** Takes the version that waits, if there is one; then the page loads again and this does not end. */
export async function takeNewVersion() {
  const workers = navigator.serviceWorker;
  const registration = await workers?.getRegistration();
  if (!registration?.waiting || !workers.controller) return;
  const { waiting } = registration;
  // Not at `controllerchange`: that comes while the new worker still activates. A page that loads
  // before its end may wait for it for long, so one that is late takes over on the next visit.
  const active = new Promise((resolve) => waiting.addEventListener("statechange", () => waiting.state === "activated" && resolve(true)));
  waiting.postMessage("take over");
  const late = new Promise((resolve) => setTimeout(() => resolve(false), 3000));
  if (!await Promise.race([active, late])) return;
  location.reload();
  await new Promise(() => {});
}

/** Keeps the site for visits without a network, where the browser and the address allow it. */
export async function keepForLater() {
  try {
    await navigator.serviceWorker?.register(SCRIPT, { updateViaCache: "none" });
  } catch (error) {
    console.info(`this site is not kept for later: ${error}`);
  }
}
