/** Mounts the toasts once some page that shows them has been fetched, so that the dashboard does not carry them. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from './toast-wanted.ts';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

export function ToastHost() {
  const mounted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  return mounted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
