/** The search of the viewer: reads page by page, counts matches as it progresses, and keeps the current one. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadablePdf } from './page-text.ts';
import { type FoldedText, findMatches, foldItems, foldQuery, type MatchPart } from './search.ts';

/** More matches are not worth stepping through. */
export const MOST_MATCHES = 1_000;
/** Shorter text matches everywhere. */
export const SHORTEST = 2;
/** ms after the last keystroke. */
const PAUSE_MS = 150;

export interface Match {
  page: number;
  parts: readonly MatchPart[];
}

export interface Found {
  matches: readonly Match[];
  /** Index of the current match; null when there is none. */
  active: number | null;
  /** Number of pages read. */
  read: number;
  done: boolean;
  /** The document has no text, for example a scan. */
  textless: boolean;
}

const NOTHING: Found = { matches: [], active: null, read: 0, done: true, textless: false };

export interface Search extends Found {
  query: string;
  setQuery: (query: string) => void;
  step: (by: 1 | -1) => void;
}

interface PageMatches {
  /** Number of letters in the page's text. */
  length: number;
  found: readonly (readonly MatchPart[])[];
}

/**
 * Finds text page by page. To exclude hidden text, a page is rendered, but only when its text has the words: rendering
 * takes many times as long as reading. Results are cached.
 */
function pageReader(): (pdf: ReadablePdf, page: number, wanted: string) => Promise<PageMatches> {
  const claimed = new Map<number, FoldedText>();
  const seen = new Map<number, FoldedText>();
  return async (pdf, page, wanted) => {
    const all = claimed.get(page) ?? foldItems(await pdf.readClaimedText(page));
    claimed.set(page, all);
    const { length } = all.text;
    if (findMatches(all, wanted).length === 0) return { length, found: [] };
    const text = seen.get(page) ?? foldItems(await pdf.readText(page));
    seen.set(page, text);
    return { length, found: findMatches(text, wanted) };
  };
}

/** @param startPage the current page of the reader: the first match from there is shown first. */
export function useSearch(pdf: ReadablePdf, open: boolean, startPage: () => number): Search {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>(NOTHING);
  const [readPage] = useState(pageReader);
  const start = useRef(startPage);
  useEffect(() => {
    start.current = startPage;
  });

  useEffect(() => {
    const wanted = open ? foldQuery(query) : '';
    if (wanted.length < SHORTEST) {
      setFound(NOTHING);
      return;
    }
    let gone = false;
    const run = async () => {
      const from = start.current();
      const matches: Match[] = [];
      let active: number | null = null;
      let characters = 0;
      for (let page = 1; page <= pdf.pages && matches.length < MOST_MATCHES; page += 1) {
        const { length, found: onPage } = await readPage(pdf, page, wanted);
        if (gone) return;
        characters += length;
        matches.push(...onPage.map((parts) => ({ page, parts })));
        matches.splice(MOST_MATCHES);
        const isFirst = active === null;
        if (active === null && matches.length > 0 && page >= from) {
          active = matches.findIndex((match) => match.page >= from);
          if (active === -1) active = null;
        }
        if (page % 10 === 0 || (isFirst && active !== null)) {
          const [soFar, shown] = [[...matches], active];
          setFound((before) => ({ ...before, matches: soFar, active: before.active ?? shown, read: page }));
        }
      }
      if (active === null && matches.length > 0) active = 0;
      setFound((before) => ({
        matches,
        // A user who moved on while the rest was being read keeps the current match.
        active: before.active ?? active,
        read: pdf.pages,
        done: true,
        textless: characters === 0,
      }));
    };
    setFound({ ...NOTHING, done: false });
    const timer = setTimeout(() => {
      // An unreadable page ends the search with the matches so far; the viewer itself reports a lost file.
      run().catch(() => {
        if (!gone) setFound((before) => ({ ...before, done: true }));
      });
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [pdf, open, query, readPage]);

  const step = useCallback((by: 1 | -1) => {
    setFound((before) => {
      const total = before.matches.length;
      if (total === 0) return before;
      return { ...before, active: ((before.active ?? (by === 1 ? -1 : 0)) + by + total) % total };
    });
  }, []);
  return { ...found, query, setQuery, step };
}
