// The static site works without a network, and takes new versions: a service worker keeps all of
// its files. One that has come during the last visit takes over before this visit begins.

const SCRIPT = "sw.js";

/** Takes the version that waits, if there is one; then the page loads again and this never ends. */
export async function takeNewVersion() {
  const workers = navigator.serviceWorker;
  const registration = await workers?.getRegistration();
  if (!registration?.waiting || !workers.controller) return;
  const { waiting } = registration;
  // Not at `controllerchange`: that comes while the new worker still activates, and a page that
  // loads then can wait for it for ever.
  const active = new Promise((resolve) => waiting.addEventListener("statechange", () => waiting.state === "activated" && resolve(null)));
  waiting.postMessage("take over");
  await Promise.race([active, new Promise((resolve) => setTimeout(resolve, 3000))]);
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
