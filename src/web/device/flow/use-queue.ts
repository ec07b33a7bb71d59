/** The tablet's queue, polled every few seconds, and opening one document for the customer. */
import { useCallback, useEffect, useState } from 'react';
import type { DeviceQueue } from '#contract/signing/tablets.ts';
import type { DeviceKey } from '../../shared/device-key/key.ts';
import type { DeviceApi } from '../api/device-api.ts';
import { DeviceFailure, LOST } from '../api/failure.ts';

export type Queued = DeviceQueue['documents'][number];

const LOOK_AGAIN_MS = 4_000;
const PREPARING_MS = 1_200;
/** Longer than preparing any file takes. */
const LONGEST_PREPARING_MS = 60_000;

export interface Queue {
  /** Null until first loaded. */
  readonly documents: readonly Queued[] | null;
  /** The last poll failed. */
  readonly lost: boolean;
  /** The document that is being opened. */
  readonly opening: number | null;
  readonly failure: DeviceFailure | null;
  open(documentId: number): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param onInactive called when the tablet may no longer query. @param go navigates to the signer's page. */
export function useQueue(api: DeviceApi, key: DeviceKey, onInactive: () => void, go: (path: string) => void): Queue {
  const [documents, setDocuments] = useState<readonly Queued[] | null>(null);
  const [lost, setLost] = useState(false);
  const [opening, setOpening] = useState<number | null>(null);
  const [failure, setFailure] = useState<DeviceFailure | null>(null);

  const look = useCallback(async () => {
    try {
      setDocuments((await api.queue(key)).documents);
      setLost(false);
    } catch (thrown) {
      const status = thrown instanceof DeviceFailure ? thrown.status : 0;
      if (status === 401 || status === 403) onInactive();
      else setLost(true);
    }
  }, [api, key, onInactive]);

  useEffect(() => {
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [look]);

  const open = useCallback(
    async (documentId: number) => {
      setOpening(documentId);
      setFailure(null);
      try {
        for (const until = Date.now() + LONGEST_PREPARING_MS; Date.now() < until; await pause(PREPARING_MS)) {
          const signUrl = await api.open(key, documentId);
          if (signUrl !== null) {
            go(new URL(signUrl).pathname);
            return;
          }
        }
        setFailure(LOST);
      } catch (thrown) {
        setFailure(thrown instanceof DeviceFailure ? thrown : LOST);
        void look();
      }
      setOpening(null);
    },
    [api, key, go, look],
  );
  return { documents, lost, opening, failure, open };
}
