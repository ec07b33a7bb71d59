/** State of the tablet and its pairing request, kept current by calls and shared with every tab. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import { readPairingCode } from '#domain/devices/pairing-code.ts';
import { onKeyChanged, readKey, storeKey } from '../../shared/device-key/store.ts';
import { type DeviceKey, generateKey, supportsKeys } from '../../shared/device-key/tablet-key.ts';
import type { DeviceApi } from '../api/device-api.ts';
import { CONNECTION_LOST, DeviceFailure } from '../api/failure.ts';

export type DeviceState =
  | { status: 'loading' }
  /** The browser provides no keys here. */
  | { status: 'unsupported' }
  /** This tablet is not known yet. */
  | { status: 'new'; isForgotten: boolean }
  | { status: 'known'; key: DeviceKey; facts: DeviceFacts }
  | { status: 'failed'; reason: 'lost' | 'server' };

/** Polling interval in ms; null: nothing changes without the user. */
const POLL_INTERVALS: Readonly<Record<DeviceFacts['state'], number | null>> = {
  WAITING: 2_000,
  ACTIVE: 15_000,
  DISABLED: 10_000,
  LAPSED: 30_000,
  REFUSED: null,
  EXPIRED: null,
  ENDED: null,
};

export interface Device {
  readonly state: DeviceState;
  /** Refreshes immediately. */
  refresh(): Promise<void>;
  /** @returns the refusal, or null when the tablet now waits for the staff. */
  claim(typedCode: string, name: string): Promise<DeviceFailure | null>;
}

export function useDevice(api: DeviceApi): Device {
  const [state, setState] = useState<DeviceState>(() => ({ status: supportsKeys() ? 'loading' : 'unsupported' }));
  /** A repeated request after a lost answer uses the same key. */
  const lastAttempt = useRef<{ code: string; key: DeviceKey } | null>(null);

  const refresh = useCallback(async () => {
    if (!supportsKeys()) return;
    let key: DeviceKey | null;
    try {
      key = await readKey();
    } catch {
      setState({ status: 'unsupported' });
      return;
    }
    if (key === null) {
      setState({ status: 'new', isForgotten: false });
      return;
    }
    try {
      setState({ status: 'known', key, facts: await api.loadFacts(key) });
    } catch (error) {
      const failure = error instanceof DeviceFailure ? error : CONNECTION_LOST;
      if (failure.status === 401) setState({ status: 'new', isForgotten: true });
      // Keep the current page while offline.
      else
        setState((before) =>
          before.status === 'known' ? before : { status: 'failed', reason: failure.status === 0 ? 'lost' : 'server' },
        );
    }
  }, [api]);

  useEffect(() => {
    void refresh();
    return supportsKeys() ? onKeyChanged(() => void refresh()) : undefined;
  }, [refresh]);

  useEffect(() => {
    const interval = state.status === 'known' ? POLL_INTERVALS[state.facts.state] : null;
    if (interval === null) return;
    const poll = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(poll, interval);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [state, refresh]);

  const claim = useCallback(
    async (typedCode: string, name: string) => {
      const code = readPairingCode(typedCode) ?? '';
      try {
        if (lastAttempt.current?.code !== code) lastAttempt.current = { code, key: await generateKey() };
        const { key } = lastAttempt.current;
        const facts = await api.claim(key, code, name);
        await storeKey(key);
        setState({ status: 'known', key, facts });
        return null;
      } catch (error) {
        return error instanceof DeviceFailure ? error : CONNECTION_LOST;
      }
    },
    [api],
  );

  return { state, refresh, claim };
}
