/** The tablet's queue, polled every few seconds, and opening one document for the customer. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceQueue } from '#contract/signing/tablets.ts';
import type { DeviceKey } from '../../shared/device-key/tablet-key.ts';
import type { DeviceApi } from '../api/device-api.ts';
import { CONNECTION_LOST, DeviceFailure } from '../api/failure.ts';

export type QueuedDocument = DeviceQueue['documents'][number];

const POLL_MS = 4_000;
const PREPARING_MS = 1_200;
/** Longer than preparing any file takes. */
const PREPARING_TIMEOUT_MS = 60_000;

export interface Queue {
  /** Null until first loaded. */
  readonly documents: readonly QueuedDocument[] | null;
  /** The last poll failed. */
  readonly isConnectionLost: boolean;
  /** The document that is being opened. */
  readonly openingId: number | null;
  readonly failure: DeviceFailure | null;
  open(documentId: number): Promise<void>;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param onInactive called when the tablet may no longer query. @param go navigates to the signer's page. */
export function useQueue(api: DeviceApi, key: DeviceKey, onInactive: () => void, go: (path: string) => void): Queue {
  const [documents, setDocuments] = useState<readonly QueuedDocument[] | null>(null);
  const [isConnectionLost, setConnectionLost] = useState(false);
  const [openingId, setOpeningId] = useState<number | null>(null);
  const [failure, setFailure] = useState<DeviceFailure | null>(null);

  const poll = useCallback(async () => {
    try {
      setDocuments((await api.loadQueue(key)).documents);
      setConnectionLost(false);
    } catch (error) {
      const status = error instanceof DeviceFailure ? error.status : 0;
      if (status === 401 || status === 403) onInactive();
      else setConnectionLost(true);
    }
  }, [api, key, onInactive]);

  useEffect(() => {
    void poll();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void poll();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [poll]);

  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const open = useCallback(
    async (documentId: number) => {
      setOpeningId(documentId);
      setFailure(null);
      try {
        for (const deadline = Date.now() + PREPARING_TIMEOUT_MS; Date.now() < deadline; await sleep(PREPARING_MS)) {
          // The tablet may have been disabled meanwhile: no document opens over its page.
          if (!isShown.current) return;
          const signUrl = await api.openDocument(key, documentId);
          if (signUrl !== null && isShown.current) {
            go(new URL(signUrl).pathname);
            return;
          }
        }
        setFailure(CONNECTION_LOST);
      } catch (error) {
        setFailure(error instanceof DeviceFailure ? error : CONNECTION_LOST);
        void poll();
      }
      setOpeningId(null);
    },
    [api, key, go, poll],
  );
  return { documents, isConnectionLost, openingId, failure, open };
}
