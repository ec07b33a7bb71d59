/** Fetches the text of a document's pages in portions, from the first page on. */
import { useCallback, useEffect, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { PageSize } from '../../shared/pdf/sheets.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { TextPage } from '../api/types.ts';

export interface DocumentText {
  pages: readonly PageText[];
  failed: boolean;
  retry: () => void;
}

/** A page as text, with the size of its picture if that is shown too. */
export interface PageText extends TextPage {
  picture: PageSize | null;
}

/** True if the text is everything the page shows. A page without text is always shown as a picture. */
const isText = ({ whole, paragraphs }: TextPage): boolean => whole && paragraphs.length > 0;

/**
 * The note before a page's text: none; pictures are shown with it; text may be missing; the page cannot be read as
 * text; it has no text.
 */
export type PageNote = 'none' | 'pictures' | 'partly' | 'unread' | 'blank';

export function noteOn({ paragraphs, certain, whole }: TextPage): PageNote {
  if (paragraphs.length === 0) return whole ? 'blank' : 'unread';
  if (whole) return 'none';
  return certain ? 'pictures' : 'partly';
}

/** Load the sizes with the text: a picture without its height would let the signer reach the end too early. */
const withPictures = (pdf: OpenPdf, pages: readonly TextPage[]): Promise<PageText[]> =>
  Promise.all(pages.map(async (page) => ({ ...page, picture: isText(page) ? null : await pdf.sizeOf(page.page) })));

/** Keeps the pages already loaded when the connection is lost. */
export function useDocumentText(api: SignApi, documentId: number, pdf: OpenPdf): DocumentText {
  const [pages, setPages] = useState<readonly PageText[]>([]);
  const [failed, setFailed] = useState(false);
  const known = pages.length;
  const count = pdf.pages;

  useEffect(() => {
    if (failed || known >= count) return;
    let stopped = false;
    const portion = api.readText(documentId, known + 1).then((more) => withPictures(pdf, more));
    portion.then(
      (more) => {
        if (stopped) return;
        // The server counts fewer pages than the file has; no more will be returned.
        if (more.length === 0) setFailed(true);
        else setPages((before) => [...before, ...more].slice(0, count));
      },
      () => {
        if (!stopped) setFailed(true);
      },
    );
    return () => {
      stopped = true;
    };
  }, [api, documentId, pdf, count, known, failed]);

  const retry = useCallback(() => setFailed(false), []);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);

  return { pages, failed, retry };
}
