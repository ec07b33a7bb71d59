/** Stands in for a field whose code is loading: it can be focused like the field, and passes the focus on. */
import { useLayoutEffect, useRef } from 'react';
import { LoadingOverlay } from '../loading.tsx';

export function LateField({ path }: { path: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (document.activeElement !== element) return;
      setTimeout(() => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus());
    };
  }, [path]);
  return (
    <div ref={place} data-path={path} tabIndex={-1}>
      <LoadingOverlay />
    </div>
  );
}
