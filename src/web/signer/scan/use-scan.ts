/** The state of a scanned QR code on this phone: idle until the button is pressed, then polled until the signature opens. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { ScanApi } from './scan-api.ts';

/** Short, because the receptionist answers within seconds. */
const LOOK_AGAIN_MS = 1_500;

export type Scan =
  | { at: 'start' }
  | { at: 'loading' }
  | { at: 'waiting'; number: string; until: string; dealer: string; lost: boolean }
  | { at: 'preparing' }
  /** Unknown, altered, expired, used and refused QR codes look the same on purpose. */
  | { at: 'gone' }
  | { at: 'failed'; failure: SignFailure };

export interface ScanState {
  readonly scan: Scan;
  readonly busy: boolean;
  use(): void;
}

export function useScan(api: ScanApi, onOpen: (path: string) => void): ScanState {
  const [scan, setScan] = useState<Scan>(() => ({ at: api.begun ? 'loading' : 'start' }));
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const opened = useRef(onOpen);
  opened.current = onOpen;

  const use = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { state, number, waitsUntil, dealer, signUrl } = await api.use();
      if (state === 'OPEN' && signUrl !== null) opened.current(new URL(signUrl).pathname);
      setScan(
        state === 'WAITING'
          ? { at: 'waiting', number: number ?? '', until: waitsUntil ?? '', dealer: dealer ?? '', lost: false }
          : { at: 'preparing' },
      );
    } catch (thrown) {
      const failure = asFailure(thrown);
      setScan((before) => {
        if (failure.details.status === 404) return { at: 'gone' };
        // Keep the current screen while the network is away.
        if (before.at === 'waiting') return { ...before, lost: true };
        return before.at === 'preparing' ? before : { at: 'failed', failure };
      });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, [api]);

  const { begun } = api;
  useEffect(() => {
    if (begun) void use();
  }, [begun, use]);

  const asks = scan.at === 'waiting' || scan.at === 'preparing';
  useEffect(() => {
    if (!asks) return;
    const look = () => {
      if (document.visibilityState === 'visible') void use();
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [asks, use]);

  return { scan, busy, use: () => void use() };
}
