// The service worker from the page's side.

const PATIENCE = 3000; // ms; without a service worker the page works too, but not offline

/**
 * Register the service worker, and wait until it can keep what the page loads.
 * @param {(reload: () => void) => void} onUpdate called when there is a new version of the page
 */
export async function keepOffline(onUpdate) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    watchForUpdates(registration, onUpdate);
    await Promise.race([controlled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  } catch (error) {
    console.warn("no service worker:", error.message); // such as in a private window
  }
}

/** Keep what is missing, such as files that were loaded before the service worker ran. */
export async function keepAll() {
  if (!("serviceWorker" in navigator)) return;
  (await navigator.serviceWorker.ready).active.postMessage("keep all");
}

async function controlled() {
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

function watchForUpdates(registration, onUpdate) {
  const offer = (worker) => {
    if (!worker || !navigator.serviceWorker.controller) return; // the first version is no update
    onUpdate(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    });
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
  });
}
