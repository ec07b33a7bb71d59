/** The search of the viewer: reads page by page, counts matches as it progresses, and keeps the current one. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadablePdf } from './page-text.ts';
import { type FoldedText, findMatches, foldItems, foldQuery, type MatchPart } from './search.ts';

/** More matches are not worth stepping through. */
export const MAX_MATCHES = 1_000;
/** Shorter text matches everywhere. */
export const MIN_LENGTH = 2;
/** ms after the last keystroke. */
const PAUSE_MS = 150;

export interface Match {
  page: number;
  parts: readonly MatchPart[];
}

export interface SearchResult {
  matches: readonly Match[];
  /** Index of the current match; null when there is none. */
  active: number | null;
  /** Number of pages read. */
  read: number;
  done: boolean;
  /** The document has no text, for example a scan. */
  textless: boolean;
}

const NO_RESULT: SearchResult = { matches: [], active: null, read: 0, done: true, textless: false };

export interface PdfSearch extends SearchResult {
  query: string;
  setQuery: (query: string) => void;
  step: (by: 1 | -1) => void;
}

interface PageMatches {
  /** Number of letters in the page's text. */
  length: number;
  matches: readonly (readonly MatchPart[])[];
}

/**
 * Finds text page by page. To exclude hidden text, a page is rendered, but only when its text has the words: rendering
 * takes many times as long as reading. Results are cached.
 */
function pageReader(): (pdf: ReadablePdf, page: number, folded: string) => Promise<PageMatches> {
  const rawTexts = new Map<number, FoldedText>();
  const visibleTexts = new Map<number, FoldedText>();
  return async (pdf, page, folded) => {
    const raw = rawTexts.get(page) ?? foldItems(await pdf.readClaimedText(page));
    rawTexts.set(page, raw);
    const { length } = raw.text;
    if (findMatches(raw, folded).length === 0) return { length, matches: [] };
    const text = visibleTexts.get(page) ?? foldItems(await pdf.readText(page));
    visibleTexts.set(page, text);
    return { length, matches: findMatches(text, folded) };
  };
}

/** @param startPage the current page of the reader: the first match from there is shown first. */
export function useSearch(pdf: ReadablePdf, open: boolean, startPage: () => number): PdfSearch {
  const [query, setQuery] = useState('');
  const [result, setResult] = useState<SearchResult>(NO_RESULT);
  const [readPage] = useState(pageReader);
  const start = useRef(startPage);
  useEffect(() => {
    start.current = startPage;
  });

  useEffect(() => {
    const folded = open ? foldQuery(query) : '';
    if (folded.length < MIN_LENGTH) {
      setResult(NO_RESULT);
      return;
    }
    let isCancelled = false;
    const run = async () => {
      const from = start.current();
      const matches: Match[] = [];
      let active: number | null = null;
      let characters = 0;
      for (let page = 1; page <= pdf.pageCount && matches.length < MAX_MATCHES; page += 1) {
        const { length, matches: onPage } = await readPage(pdf, page, folded);
        if (isCancelled) return;
        characters += length;
        matches.push(...onPage.map((parts) => ({ page, parts })));
        matches.splice(MAX_MATCHES);
        const isFirst = active === null;
        if (active === null && matches.length > 0 && page >= from) {
          active = matches.findIndex((match) => match.page >= from);
          if (active === -1) active = null;
        }
        if (page % 10 === 0 || (isFirst && active !== null)) {
          const [soFar, shown] = [[...matches], active];
          setResult((before) => ({ ...before, matches: soFar, active: before.active ?? shown, read: page }));
        }
      }
      if (active === null && matches.length > 0) active = 0;
      setResult((before) => ({
        matches,
        // A user who moved on while the rest was being read keeps the current match.
        active: before.active ?? active,
        read: pdf.pageCount,
        done: true,
        textless: characters === 0,
      }));
    };
    setResult({ ...NO_RESULT, done: false });
    const timer = setTimeout(() => {
      // An unreadable page ends the search with the matches so far; the viewer itself reports a lost file.
      run().catch(() => {
        if (!isCancelled) setResult((before) => ({ ...before, done: true }));
      });
    }, PAUSE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [pdf, open, query, readPage]);

  const step = useCallback((by: 1 | -1) => {
    setResult((before) => {
      const total = before.matches.length;
      if (total === 0) return before;
      return { ...before, active: ((before.active ?? (by === 1 ? -1 : 0)) + by + total) % total };
    });
  }, []);
  return { ...result, query, setQuery, step };
}
