/** One open document at a time: fetched, proved, opened; kept while the person looks at the points and comes back. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument } from '../api/types.ts';
import { fetchDocument, ReadFailure, type ReadTrouble } from './fetch-document.ts';
import type { OpenPdf } from './pdf-engine.ts';

export type Opened =
  | { status: 'loading'; percent: number }
  | { status: 'failed'; trouble: ReadTrouble }
  /** `sha256` is what this page computed over the bytes that it gave to the viewer. */
  | { status: 'open'; pdf: OpenPdf; sha256: string };

/** Holds the last opened document across steps, so that "see page 3" costs no second download. */
export class OpenDocumentCache {
  #sha256: string | null = null;
  #pdf: OpenPdf | null = null;

  find(announced: string): Extract<Opened, { status: 'open' }> | null {
    const [sha256, pdf] = [this.#sha256, this.#pdf];
    return pdf !== null && sha256 === announced.toLowerCase() ? { status: 'open', pdf, sha256 } : null;
  }

  keep(sha256: string, pdf: OpenPdf): void {
    this.forget();
    this.#sha256 = sha256;
    this.#pdf = pdf;
  }

  forget(): void {
    const old = this.#pdf;
    this.#sha256 = null;
    this.#pdf = null;
    void old?.close().catch(() => {});
  }
}

/** Opens the document; a lost connection is retried by itself when the network returns, or by `retry`. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is the retry; the document is its id, hash and size.
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
      // The engine, the pages as text and the document travel together.
      const engine = Promise.all([import('./pdf-engine.ts'), import('./text-pages.tsx')]);
      engine.catch(() => {});
      const { bytes, sha256: computed } = await fetchDocument(
        api.documentUrl(id),
        document,
        abort.signal,
        (percent) => {
          if (!abort.signal.aborted) setOpened({ status: 'loading', percent });
        },
      );
      const [{ openPdf }] = await engine.catch(() => {
        throw new ReadFailure('network');
      });
      const pdf = await openPdf(bytes);
      if (abort.signal.aborted) {
        await pdf.close();
        return;
      }
      cache.keep(computed, pdf);
      setOpened({ status: 'open', pdf, sha256: computed });
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
