/** The current time, updated every second while needed. */
import { useEffect, useState } from 'react';

/** Once a second. */
const CHECK_MS = 1_000;

/** @returns milliseconds on this computer's clock. */
export function useClock(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), CHECK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
