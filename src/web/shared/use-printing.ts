/** Detects printing, before the print layout is computed. */
import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(onChange: () => void): () => void {
  const printMedia = window.matchMedia('print');
  const onBeforePrint = () => {
    printing = true;
    onChange();
  };
  const onAfterPrint = () => {
    printing = false;
    onChange();
  };
  printMedia.addEventListener('change', onChange);
  addEventListener('beforeprint', onBeforePrint);
  addEventListener('afterprint', onAfterPrint);
  return () => {
    printMedia.removeEventListener('change', onChange);
    removeEventListener('beforeprint', onBeforePrint);
    removeEventListener('afterprint', onAfterPrint);
  };
}

/** True from the print request until it is over: show truncated content in full. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => printing || window.matchMedia('print').matches);
