/** Detects printing, before the print layout is computed. */
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

/** True from the print request until it is over: show truncated content in full. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => printing || window.matchMedia('print').matches);
