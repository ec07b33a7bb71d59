/** Whether the side menu is full or collapsed; stored in this browser and shared by the whole page. */
import { useSyncExternalStore } from 'react';

export type MenuSize = 'whole' | 'small';

const KEY = 'fascicolo.menu';
const listeners = new Set<() => void>();

function read(): MenuSize {
  return localStorage.getItem(KEY) === 'small' ? 'small' : 'whole';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setMenuSize(size: MenuSize): void {
  localStorage.setItem(KEY, size);
  for (const listener of listeners) listener();
}

export function useMenuSize(): MenuSize {
  return useSyncExternalStore(listen, read);
}
