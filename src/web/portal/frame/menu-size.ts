/** Whether the side menu is full or collapsed; stored in this browser and shared by the whole page. */
import { useSyncExternalStore } from 'react';
import { makeListeners } from '../ui/listeners.ts';

export type MenuSize = 'whole' | 'small';

const KEY = 'fascicolo.menu';
const { tell, listen } = makeListeners();

function read(): MenuSize {
  return localStorage.getItem(KEY) === 'small' ? 'small' : 'whole';
}

export function setMenuSize(size: MenuSize): void {
  localStorage.setItem(KEY, size);
  tell();
}

export function useMenuSize(): MenuSize {
  return useSyncExternalStore(listen, read);
}
