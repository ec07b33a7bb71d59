/** The state of a scanned QR code on this phone: idle until the button is pressed, then polled until the signature opens. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { ScanApi } from './scan-api.ts';

/** Short, because the receptionist answers within seconds. */
const POLL_MS = 1_500;

export type ScanStatus =
  | { status: 'start' }
  | { status: 'loading' }
  | { status: 'waiting'; number: string; until: string; dealer: string; lost: boolean }
  | { status: 'preparing' }
  /** Unknown, altered, expired, used and refused QR codes deliberately look the same. */
  | { status: 'gone' }
  | { status: 'failed'; failure: SignFailure };

export interface ScanState {
  readonly scan: ScanStatus;
  readonly busy: boolean;
  exchangeCode(): void;
}

export function useScan(api: ScanApi, onOpen: (path: string) => void): ScanState {
  const [scan, setScan] = useState<ScanStatus>(() => ({ status: api.hasStarted ? 'loading' : 'start' }));
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const latestOnOpen = useRef(onOpen);
  latestOnOpen.current = onOpen;

  const exchangeCode = useCallback(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const { state, number, waitsUntil, dealer, signUrl } = await api.exchangeCode();
      if (state === 'OPEN' && signUrl !== null) latestOnOpen.current(new URL(signUrl).pathname);
      setScan(
        state === 'WAITING'
          ? { status: 'waiting', number: number ?? '', until: waitsUntil ?? '', dealer: dealer ?? '', lost: false }
          : { status: 'preparing' },
      );
    } catch (error) {
      const failure = asFailure(error);
      setScan((previous) => {
        if (failure.details.status === 404) return { status: 'gone' };
        // Keep the current screen while offline.
        if (previous.status === 'waiting') return { ...previous, lost: true };
        return previous.status === 'preparing' ? previous : { status: 'failed', failure };
      });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, [api]);

  const { hasStarted } = api;
  useEffect(() => {
    if (hasStarted) void exchangeCode();
  }, [hasStarted, exchangeCode]);

  const isPolling = scan.status === 'waiting' || scan.status === 'preparing';
  useEffect(() => {
    if (!isPolling) return;
    const poll = () => {
      if (document.visibilityState === 'visible') void exchangeCode();
    };
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll);
    addEventListener('online', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
      removeEventListener('online', poll);
    };
  }, [isPolling, exchangeCode]);

  return { scan, busy, exchangeCode: () => void exchangeCode() };
}
