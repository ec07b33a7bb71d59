/** Whether the code of the toasts has been fetched by some page, for the host that mounts them. */
let wanted = false;
const listeners = new Set<() => void>();

/** Called by the toasts themselves as soon as their code is there. */
export function wantToasts(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
