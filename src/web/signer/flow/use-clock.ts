/** Seconds left until an instant, updated only as often as the displayed text changes. */
import { useEffect, useState } from 'react';
import { secondsLeft, untilNextChange } from '../format/countdown.ts';

export function useSecondsLeft(instant: string, now: () => number, unit: 'second' | 'minute'): number {
  const [, tick] = useState(0);
  const left = secondsLeft(instant, now());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      const wait = untilNextChange(secondsLeft(instant, now()), unit);
      if (!Number.isFinite(wait)) return;
      timer = setTimeout(() => {
        tick((count) => count + 1);
        plan();
      }, wait);
    };
    const onReturn = () => tick((count) => count + 1);
    plan();
    // Phones stop timers of hidden pages: update when the signer returns from the text message.
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [instant, now, unit]);

  return left;
}
