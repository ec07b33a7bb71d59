/** Fetches the text of a document's pages in portions, from the first page on. */
import { useCallback, useEffect, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { PageSize } from '../../shared/pdf/page-positions.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { TextPage } from '../api/types.ts';

export interface DocumentText {
  pages: readonly PageText[];
  hasFailed: boolean;
  retry: () => void;
}

/** A page as text, with the size of its picture if that is shown too. */
export interface PageText extends TextPage {
  picture: PageSize | null;
}

/** True if the text is everything the page shows. A page without text is always shown as a picture. */
const isTextOnly = ({ whole, paragraphs }: TextPage): boolean => whole && paragraphs.length > 0;

/**
 * The note before a page's text: none; the page also has pictures; text may be missing; the page cannot be read as
 * text; it has no text.
 */
export type PageNote = 'none' | 'pictures' | 'partly' | 'unread' | 'blank';

export function noteFor({ paragraphs, certain, whole }: TextPage): PageNote {
  if (paragraphs.length === 0) return whole ? 'blank' : 'unread';
  if (whole) return 'none';
  return certain ? 'pictures' : 'partly';
}

/** Load the sizes with the text: a picture without its height would let the signer reach the end too early. */
const withPictureSizes = (pdf: OpenPdf, pages: readonly TextPage[]): Promise<PageText[]> =>
  Promise.all(pages.map(async (page) => ({ ...page, picture: isTextOnly(page) ? null : await pdf.sizeOf(page.page) })));

/** Keeps the pages already loaded when the connection is lost. */
export function useDocumentText(api: SignApi, documentId: number, pdf: OpenPdf): DocumentText {
  const [pages, setPages] = useState<readonly PageText[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const loadedCount = pages.length;
  const count = pdf.pageCount;

  useEffect(() => {
    if (hasFailed || loadedCount >= count) return;
    let stopped = false;
    const request = api.readText(documentId, loadedCount + 1).then((newPages) => withPictureSizes(pdf, newPages));
    request.then(
      (newPages) => {
        if (stopped) return;
        // The server counts fewer pages than the file has; no more will be returned.
        if (newPages.length === 0) setHasFailed(true);
        else setPages((previous) => [...previous, ...newPages].slice(0, count));
      },
      () => {
        if (!stopped) setHasFailed(true);
      },
    );
    return () => {
      stopped = true;
    };
  }, [api, documentId, pdf, count, loadedCount, hasFailed]);

  const retry = useCallback(() => setHasFailed(false), []);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);

  return { pages, hasFailed, retry };
}
