/** Whether the page is being printed, known before the printer's sheet is laid out. */
import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(onChange: () => void): () => void {
  const paper = window.matchMedia('print');
  const begin = () => {
    printing = true;
    onChange();
  };
  const end = () => {
    printing = false;
    onChange();
  };
  paper.addEventListener('change', onChange);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    paper.removeEventListener('change', onChange);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** True from the moment at which the print is asked for until it is over: what a page shortens is then shown whole. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => printing || window.matchMedia('print').matches);
