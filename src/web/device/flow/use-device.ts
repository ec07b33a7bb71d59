/** State of the tablet and its pairing request, kept current by calls and shared with every tab. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import { readPairingCode } from '#domain/devices/code.ts';
import { type DeviceKey, hasKeys, makeKey } from '../../shared/device-key/key.ts';
import { keepKey, onKeyChanged, readKey } from '../../shared/device-key/store.ts';
import type { DeviceApi } from '../api/device-api.ts';
import { DeviceFailure, LOST } from '../api/failure.ts';

export type Standing =
  | { at: 'loading' }
  /** The browser provides no keys here. */
  | { at: 'unsupported' }
  /** This tablet is not known yet. */
  | { at: 'new'; forgotten: boolean }
  | { at: 'known'; key: DeviceKey; facts: DeviceFacts }
  | { at: 'failed'; why: 'lost' | 'server' };

/** Polling interval in ms; null: nothing changes without the user. */
const LOOK_AGAIN: Readonly<Record<DeviceFacts['state'], number | null>> = {
  WAITING: 2_000,
  ACTIVE: 15_000,
  DISABLED: 10_000,
  LAPSED: 30_000,
  REFUSED: null,
  EXPIRED: null,
  ENDED: null,
};

export interface Device {
  readonly standing: Standing;
  /** Refreshes immediately. */
  refresh(): Promise<void>;
  /** @returns the refusal, or null when the tablet now waits for the staff. */
  claim(typed: string, name: string): Promise<DeviceFailure | null>;
}

export function useDevice(api: DeviceApi): Device {
  const [standing, setStanding] = useState<Standing>(() => ({ at: hasKeys() ? 'loading' : 'unsupported' }));
  /** A repeated request after a lost answer uses the same key. */
  const tried = useRef<{ code: string; key: DeviceKey } | null>(null);

  const refresh = useCallback(async () => {
    if (!hasKeys()) return;
    let key: DeviceKey | null;
    try {
      key = await readKey();
    } catch {
      setStanding({ at: 'unsupported' });
      return;
    }
    if (key === null) {
      setStanding({ at: 'new', forgotten: false });
      return;
    }
    try {
      setStanding({ at: 'known', key, facts: await api.facts(key) });
    } catch (thrown) {
      const failure = thrown instanceof DeviceFailure ? thrown : LOST;
      if (failure.status === 401) setStanding({ at: 'new', forgotten: true });
      // Keep the current page while offline.
      else
        setStanding((before) =>
          before.at === 'known' ? before : { at: 'failed', why: failure.status === 0 ? 'lost' : 'server' },
        );
    }
  }, [api]);

  useEffect(() => {
    void refresh();
    return hasKeys() ? onKeyChanged(() => void refresh()) : undefined;
  }, [refresh]);

  useEffect(() => {
    const every = standing.at === 'known' ? LOOK_AGAIN[standing.facts.state] : null;
    if (every === null) return;
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [standing, refresh]);

  const claim = useCallback(
    async (typed: string, name: string) => {
      const code = readPairingCode(typed) ?? '';
      try {
        if (tried.current?.code !== code) tried.current = { code, key: await makeKey() };
        const { key } = tried.current;
        const facts = await api.claim(key, code, name);
        await keepKey(key);
        setStanding({ at: 'known', key, facts });
        return null;
      } catch (thrown) {
        return thrown instanceof DeviceFailure ? thrown : LOST;
      }
    },
    [api],
  );

  return { standing, refresh, claim };
}
