/** Seconds left until an instant, updated only as often as the displayed text changes. */
import { useEffect, useState } from 'react';
import { secondsLeft, untilNextChange } from '../format/countdown.ts';

export function useSecondsLeft(instant: string, now: () => number, unit: 'second' | 'minute'): number {
  const [, rerender] = useState(0);
  const seconds = secondsLeft(instant, now());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      const delay = untilNextChange(secondsLeft(instant, now()), unit);
      if (!Number.isFinite(delay)) return;
      timer = setTimeout(() => {
        rerender((count) => count + 1);
        schedule();
      }, delay);
    };
    const onReturn = () => rerender((count) => count + 1);
    schedule();
    // Phones stop timers of hidden pages: update when the signer returns from the text message.
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [instant, now, unit]);

  return seconds;
}
