/** The progress bar at the top during route changes: steps of 10 every 30 ms. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './progress.module.css';

const STEP = 10;
const EVERY_MS = 30;
const START = { width: '0%' };

export function RouteProgress() {
  const busy = useRouterState({ select: (state) => state.isLoading });
  const track = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const done = useRef(0);
  useEffect(() => {
    // Bypasses React, which would restart the render in progress at every step.
    const show = (value: number) => {
      done.current = value;
      track.current?.toggleAttribute('data-shown', value > 0);
      if (bar.current) bar.current.style.width = `${value}%`;
    };
    if (!busy) {
      if (done.current > 0) show(100);
      const hide = setTimeout(() => show(0), 200);
      return () => clearTimeout(hide);
    }
    show(STEP);
    const timer = setInterval(() => show(Math.min(done.current + STEP, 90)), EVERY_MS);
    return () => clearInterval(timer);
  }, [busy]);
  return (
    <div ref={track} className={classes.track} aria-hidden="true" data-progress>
      <div ref={bar} className={classes.bar} style={START} />
    </div>
  );
}
