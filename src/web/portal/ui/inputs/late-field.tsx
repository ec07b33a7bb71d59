/** Stands in for a field whose code is loading: as high as the field, it can be focused like it, and passes the focus on. */
import { useLayoutEffect, useRef } from 'react';
import { LoadingOverlay } from '../loading.tsx';

export function LateField({ path, height }: { path: string; height: number }) {
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
      <LoadingOverlay height={height} />
    </div>
  );
}
