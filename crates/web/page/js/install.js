// The static site works without a network, and takes new versions: a service worker keeps all of
// its files. One that has come during the last visit takes over before this visit begins.

const SCRIPT = "sw.js";

/** Takes the version that waits, if there is one; then the page loads again and this never ends. */
export async function takeNewVersion() {
  const workers = navigator.serviceWorker;
  const registration = await workers?.getRegistration();
  if (!registration?.waiting || !workers.controller) return;
  const taken = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  registration.waiting.postMessage("take over");
  await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 3000))]);
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
