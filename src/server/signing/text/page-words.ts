/** The text of what is signed, as far as its pages show it (record 0065): for screen readers, and to enlarge at will. */
import { TEXT_PAGES_AT_ONCE } from '#contract/signing.ts';
import type { PageText } from '#pdf/drawing/page-checker.ts';
import { loadForSigning } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import type { SessionDocument } from '../queries.ts';
import { preparedFile } from '../reading.ts';

export interface TextOfPages {
  pages: { page: number; paragraphs: { text: string; large: boolean }[]; whole: boolean }[];
}

/** Answers that are kept: a screen reader's user goes back and forth, and several read one document. */
const KEPT = 100;

const UNREAD: PageText = { paragraphs: [], whole: false };

export interface TextReader {
  /** @param from the first page, from 1. A page that cannot be read has no paragraphs and is not whole. */
  read(entry: SessionDocument, from: number): Promise<TextOfPages>;
}

export function textReader(world: World): TextReader {
  const kept = new Map<string, Promise<TextOfPages>>();
  return {
    read(entry, from) {
      const key = `${entry.prepared_sha256}:${from}`;
      const answer = kept.get(key) ?? readPages(world, entry, from);
      // The least recently asked one goes first.
      kept.delete(key);
      kept.set(key, answer);
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT))) kept.delete(oldest);
      answer.then(
        ({ pages }) => pages.some(({ paragraphs }) => paragraphs.length === 0) && kept.delete(key),
        () => kept.delete(key),
      );
      return answer;
    },
  };
}

async function readPages(world: World, entry: SessionDocument, from: number): Promise<TextOfPages> {
  const { sha256 } = preparedFile(entry);
  const to = Math.min(entry.pages ?? 0, from - 1 + TEXT_PAGES_AT_ONCE);
  if (to < from) return { pages: [] };
  const document = await loadForSigning(world.database.read, entry.document_id);
  const madeHere = (await document?.isGenerated()) ?? false;
  const file = await world.storage.get(sha256);
  const read = await world.pages.readPages(file, { from: from - 1, to, madeHere }, sha256).catch((error: unknown) => {
    // The pages themselves are shown instead.
    world.log.warn({ err: error, sha256 }, 'the text of pages could not be read');
    return [];
  });
  return {
    pages: Array.from({ length: to - from + 1 }, (_, index) => {
      const { paragraphs, whole } = read[index] ?? UNREAD;
      return { page: from + index, paragraphs: paragraphs.map(({ text, large }) => ({ text, large })), whole };
    }),
  };
}
