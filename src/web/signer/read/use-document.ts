/** Fetches, verifies and opens one document at a time, and keeps it open while the signer looks at the signature fields and returns. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument } from '../api/types.ts';
import { fetchDocument, ReadFailure, type ReadTrouble } from './fetch-document.ts';

/** The viewer, fetched together with the document. */
type Viewer = typeof import('./lazy-viewer.ts');

export type DocumentState =
  | { status: 'loading'; percent: number }
  | { status: 'failed'; trouble: ReadTrouble }
  /** `sha256` is the hash that this page computed over the bytes it gave to the viewer. */
  | { status: 'open'; pdf: OpenPdf; sha256: string; viewer: Viewer };

export type OpenDocument = Extract<DocumentState, { status: 'open' }>;

/** Holds the last opened document across steps, so that "see page 3" costs no second download. */
export class OpenDocumentCache {
  #open: OpenDocument | null = null;

  find(announced: string): OpenDocument | null {
    return this.#open?.sha256 === announced.toLowerCase() ? this.#open : null;
  }

  store(open: OpenDocument): void {
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
): { opened: DocumentState; retry: () => void } {
  const cachedDocument = cache.find(document.sha256);
  const [opened, setOpened] = useState<DocumentState>(cachedDocument ?? { status: 'loading', percent: 0 });
  const [attempt, setAttempt] = useState(0);
  const hasFailed = useRef(false);
  const { id, sha256, size } = document;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts retries; id, hash and size identify the document.
  useEffect(() => {
    const cached = cache.find(sha256);
    if (cached) {
      setOpened(cached);
      return;
    }
    const controller = new AbortController();
    hasFailed.current = false;
    setOpened({ status: 'loading', percent: 0 });
    (async () => {
      // Fetch the viewer and the document in parallel.
      const viewerImport = import('./lazy-viewer.ts');
      viewerImport.then(({ start }) => start()).catch(() => {});
      const { bytes, sha256: computed } = await fetchDocument(
        api.documentUrl(id),
        document,
        controller.signal,
        (percent) => {
          if (!controller.signal.aborted) setOpened({ status: 'loading', percent });
        },
      );
      const viewer = await viewerImport.catch(() => {
        throw new ReadFailure('network');
      });
      const pdf = await viewer.openDocument(bytes);
      if (controller.signal.aborted) return pdf.close();
      const open: OpenDocument = { status: 'open', pdf, sha256: computed, viewer };
      cache.store(open);
      setOpened(open);
    })().catch((error: unknown) => {
      if (controller.signal.aborted) return;
      hasFailed.current = true;
      setOpened({ status: 'failed', trouble: error instanceof ReadFailure ? error.trouble : 'viewer' });
    });
    return () => controller.abort();
  }, [api, cache, id, sha256, size, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    const onOnline = () => {
      if (hasFailed.current) retry();
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [retry]);

  return { opened, retry };
}
