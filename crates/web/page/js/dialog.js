// Dialogs: the browser's Back closes the one that is open.

/** @type {HTMLDialogElement | null} */
let open = null;

/** @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  open = dialog;
  history.pushState({ dialog: true }, "");
  dialog.addEventListener("close", () => {
    open = null;
    if (history.state?.dialog) history.back();
  }, { once: true });
}

/** Closes a dialog; resolves once its place in the history is gone, so that an address can be set. @param {HTMLDialogElement} dialog */
export async function closeDialog(dialog) {
  const gone = history.state?.dialog ? new Promise((resolve) => addEventListener("popstate", resolve, { once: true })) : null;
  dialog.close();
  await gone;
}

addEventListener("popstate", () => open?.close());
