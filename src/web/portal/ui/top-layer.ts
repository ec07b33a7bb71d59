/** Keeps an element above everything, also above the browser's own dialogs, and usable while one is open. */

/**
 * Shows `host` as a manual popover in the topmost open dialog, else in the body: whatever stands outside an open modal
 * dialog is inert, so that it could be neither pointed at nor read out. @returns how to stop.
 */
export function stayOnTop(host: HTMLElement): () => void {
  let dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
  host.popover = 'manual';

  const place = (raise: boolean) => {
    dialogs = dialogs.filter((dialog) => dialog.isConnected && dialog.open);
    const home = dialogs.at(-1) ?? document.body;
    if (host.parentNode !== home) home.append(host);
    const open = host.matches(':popover-open');
    // Whatever opened last is on top: shown anew, it is the last.
    if (open && raise) host.hidePopover();
    if (!open || raise) host.showPopover();
  };
  const watch = new MutationObserver((changes) => {
    const opened = changes.flatMap(({ type, target }) =>
      type === 'attributes' && target instanceof HTMLDialogElement && target.matches(':modal') ? [target] : [],
    );
    dialogs = [...dialogs.filter((dialog) => !opened.includes(dialog)), ...opened];
    const home = dialogs.findLast((dialog) => dialog.isConnected && dialog.open) ?? document.body;
    if (opened.length > 0 || host.parentNode !== home) place(opened.length > 0);
  });
  place(false);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => {
    watch.disconnect();
    if (host.matches(':popover-open')) host.hidePopover();
    host.remove();
  };
}
