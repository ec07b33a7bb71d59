/** The bar on top while a route changes: steps of 10 every 30 ms (specification §2, §9). */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from './progress.module.css';

const STEP = 10;
const EVERY_MS = 30;

export function RouteProgress() {
  const busy = useRouterState({ select: (state) => state.isLoading });
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (!busy) {
      setDone((value) => (value === 0 ? 0 : 100));
      const hide = setTimeout(() => setDone(0), 200);
      return () => clearTimeout(hide);
    }
    setDone(STEP);
    const timer = setInterval(() => setDone((value) => Math.min(value + STEP, 90)), EVERY_MS);
    return () => clearInterval(timer);
  }, [busy]);
  return (
    <div className={classes.track} aria-hidden="true" data-shown={done > 0 || undefined}>
      <div className={classes.bar} style={{ width: `${done}%` }} />
    </div>
  );
}
