/**
 * Keeps an element above everything, including native dialogs, and usable while one is open; where it would cover a
 * dialog, it is placed inside it.
 */

/** Distances in pixels between the floating element, the window's edge and what must stay visible. */
const EDGE = 24;
const APART = 12;

/** Whether the floating element in the corner would cover part of the dialog, and the dialog has a place for it. */
function wouldCover(host: HTMLElement, dialog: HTMLDialogElement): boolean {
  if (dialog.dataset.toasts === undefined) return false;
  const { width, height } = host.getBoundingClientRect();
  const box = dialog.getBoundingClientRect();
  const beside = innerWidth - box.right >= width + EDGE + APART;
  // A dialog is centred: the space above equals that below.
  const below = innerHeight - box.bottom >= height + EDGE + APART;
  return !beside && !below;
}

/**
 * Shows `host` as a manual popover in the topmost open dialog, else in the body: everything outside an open modal
 * dialog is inert, so that it could be neither clicked nor read by a screen reader. Where it would cover that dialog,
 * it is laid out inside the dialog instead (`data-within`), until it is empty. @returns `stop`, which ends it, and
 * `changed`, to call when its content has changed.
 */
export function stayOnTop(host: HTMLElement): { stop: () => void; changed: () => void } {
  let dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
  host.popover = 'manual';

  const raise = () => {
    delete host.dataset.within;
    // The popover opened last is on top: reopening makes this one the last.
    if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
  };
  const settle = () => {
    const originalParent = host.parentNode;
    const empty = host.offsetHeight === 0;
    const within = host.dataset.within !== undefined;
    if (within && empty) raise();
    if (within || empty || !(originalParent instanceof HTMLDialogElement) || !wouldCover(host, originalParent)) return;
    host.hidePopover();
    host.dataset.within = '';
  };
  // A dialog may grow after a message was shown, because of its detailed note; a window may become narrower.
  const sizes = new ResizeObserver(settle);
  const place = () => {
    dialogs = dialogs.filter((dialog) => dialog.isConnected && dialog.open);
    const container = dialogs.at(-1) ?? document.body;
    if (host.parentNode !== container) {
      container.append(host);
      sizes.disconnect();
      if (container !== document.body) for (const sized of [container, document.documentElement]) sizes.observe(sized);
    }
    raise();
    settle();
  };
  const watch = new MutationObserver((changes) => {
    const opened = changes.flatMap(({ type, target }) =>
      type === 'attributes' && target instanceof HTMLDialogElement && target.matches(':modal') ? [target] : [],
    );
    dialogs = [...dialogs.filter((dialog) => !opened.includes(dialog)), ...opened];
    const container = dialogs.findLast((dialog) => dialog.isConnected && dialog.open) ?? document.body;
    if (opened.length > 0 || host.parentNode !== container) place();
  });
  place();
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return {
    changed: settle,
    stop: () => {
      watch.disconnect();
      sizes.disconnect();
      if (host.matches(':popover-open')) host.hidePopover();
      host.remove();
    },
  };
}
