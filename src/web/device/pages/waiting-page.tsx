/** Shows the number that both screens display, until staff accept or refuse. */
import { useEffect, useState } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import { useTexts } from '../text/load-texts.ts';

const MINUTE_MS = 60_000;
const TICK_MS = 5_000;

function useMinutesLeft(until: string | null, now: () => number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(until ?? '') - now()) / MINUTE_MS)) || 0;
}

export function WaitingPage({ facts, now }: { facts: DeviceFacts; now: () => number }) {
  const { waiting } = useTexts();
  const minutes = useMinutesLeft(facts.waitsUntil, now);
  const number = facts.number ?? '';
  return (
    <div className="middle">
      <h1 tabIndex={-1}>{waiting.title}</h1>
      <p className="card match">
        <span className="caption">{waiting.number}</span>
        <strong>{number}</strong>
      </p>
      <p className="lead">{waiting.lead}</p>
      <p className="until">
        <span className="spinner" aria-hidden="true" />
        <span>{waiting.until(minutes)}</span>
      </p>
    </div>
  );
}
