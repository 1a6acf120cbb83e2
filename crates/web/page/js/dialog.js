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

/** Closes a dialog by the browser's Back, so that its place in the history is gone once it is closed. @param {HTMLDialogElement} dialog */
export async function closeDialog(dialog) {
  if (!history.state?.dialog) {
    dialog.close();
    return;
  }
  const gone = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  history.back();
  await gone;
}

addEventListener("popstate", () => open?.close());
