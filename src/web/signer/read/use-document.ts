/** Fetches, verifies and opens one document at a time, and keeps it open while the signer looks at the signature fields and returns. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument } from '../api/types.ts';
import { fetchDocument, ReadFailure, type ReadTrouble } from './fetch-document.ts';

/** The viewer, fetched together with the document. */
type Viewer = typeof import('./viewer.ts');

export type Opened =
  | { status: 'loading'; percent: number }
  | { status: 'failed'; trouble: ReadTrouble }
  /** `sha256` is the hash that this page computed over the bytes it gave to the viewer. */
  | { status: 'open'; pdf: OpenPdf; sha256: string; viewer: Viewer };

export type OpenDocument = Extract<Opened, { status: 'open' }>;

/** Holds the last opened document across steps, so that "see page 3" costs no second download. */
export class OpenDocumentCache {
  #open: OpenDocument | null = null;

  find(announced: string): OpenDocument | null {
    return this.#open?.sha256 === announced.toLowerCase() ? this.#open : null;
  }

  keep(open: OpenDocument): void {
    this.forget();
    this.#open = open;
  }

  forget(): void {
    void this.#open?.pdf.close();
    this.#open = null;
  }
}

/** Opens the document. A lost connection is retried automatically when the network returns, or by `retry`. */
export function useDocument(
  api: SignApi,
  document: SignDocument,
  cache: OpenDocumentCache,
): { opened: Opened; retry: () => void } {
  const known = cache.find(document.sha256);
  const [opened, setOpened] = useState<Opened>(known ?? { status: 'loading', percent: 0 });
  const [turn, setTurn] = useState(0);
  const failed = useRef(false);
  const { id, sha256, size } = document;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts retries; id, hash and size identify the document.
  useEffect(() => {
    const kept = cache.find(sha256);
    if (kept) {
      setOpened(kept);
      return;
    }
    const abort = new AbortController();
    failed.current = false;
    setOpened({ status: 'loading', percent: 0 });
    (async () => {
      // Fetch the viewer and the document in parallel.
      const asked = import('./viewer.ts');
      asked.then(({ start }) => start()).catch(() => {});
      const { bytes, sha256: computed } = await fetchDocument(
        api.documentUrl(id),
        document,
        abort.signal,
        (percent) => {
          if (!abort.signal.aborted) setOpened({ status: 'loading', percent });
        },
      );
      const viewer = await asked.catch(() => {
        throw new ReadFailure('network');
      });
      const pdf = await viewer.openDocument(bytes);
      if (abort.signal.aborted) return pdf.close();
      const open: OpenDocument = { status: 'open', pdf, sha256: computed, viewer };
      cache.keep(open);
      setOpened(open);
    })().catch((thrown: unknown) => {
      if (abort.signal.aborted) return;
      failed.current = true;
      setOpened({ status: 'failed', trouble: thrown instanceof ReadFailure ? thrown.trouble : 'viewer' });
    });
    return () => abort.abort();
  }, [api, cache, id, sha256, size, turn]);

  const retry = useCallback(() => setTurn((count) => count + 1), []);
  useEffect(() => {
    const onOnline = () => {
      if (failed.current) retry();
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [retry]);

  return { opened, retry };
}
