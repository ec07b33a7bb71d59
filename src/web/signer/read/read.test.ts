/** The viewer shows the exact bytes, and they can be read as text. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paragraphsOf, type TextPiece } from '#domain/reading/paragraphs.ts';
import { rowsOf } from '../../shared/rows.suite.ts';
import { sha256Of } from '../../shared/sha256.ts';
import type { SignDocument } from '../api/types.ts';
import { fetchDocument, ReadFailure } from './fetch-document.ts';
import { clampZoom, fittingWidth, MAX_ZOOM, MIN_ZOOM, zoomedIn, zoomedOut } from './zoom.ts';

const bytes = new TextEncoder().encode('%PDF-1.7 prova');
const sha256 = await sha256Of(bytes);
const paper: SignDocument = { id: 1, label: 'Preventivo', sha256, pages: 1, size: bytes.length };
const never = new AbortController().signal;

function stubFetch(answer: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async () => answer());
}

async function troubleOf(document: SignDocument): Promise<string> {
  const thrown = await fetchDocument('/x', document, never, () => {}).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(ReadFailure);
  return (thrown as ReadFailure).trouble;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the displayed document', () => {
  it('is exactly the announced one, with progress', async () => {
    const percentages: number[] = [];
    stubFetch(() => new Response(bytes));
    const result = await fetchDocument('/x', paper, never, (percent) => percentages.push(percent));
    expect(result).toEqual({ bytes, sha256 });
    expect(percentages.at(-1)).toBe(100);
  });

  it('is accepted with the hash in upper case', async () => {
    stubFetch(() => new Response(bytes));
    await expect(fetchDocument('/x', { ...paper, sha256: sha256.toUpperCase() }, never, () => {})).resolves.toEqual({
      bytes,
      sha256,
    });
  });

  it('is refused when one byte differs', async () => {
    const changed = Uint8Array.from(bytes);
    changed[3] = (changed[3] ?? 0) ^ 1;
    stubFetch(() => new Response(changed));
    expect(await troubleOf(paper)).toBe('hash');
  });

  it('that arrives partially is a lost connection, not a wrong file', async () => {
    stubFetch(() => new Response(bytes.slice(0, 5)));
    expect(await troubleOf(paper)).toBe('network');
  });

  it('is also refused on a page without a secure connection, which computes the hash itself', async () => {
    vi.stubGlobal('crypto', {});
    stubFetch(() => new Response(bytes));
    expect(await fetchDocument('/x', paper, never, () => {})).toEqual({ bytes, sha256 });
    expect(await troubleOf({ ...paper, sha256: 'f'.repeat(64) })).toBe('hash');
  });

  it.each([404, 409])('of an inactive link, or one continued elsewhere, is gone (%i)', async (status) => {
    stubFetch(() => new Response('{}', { status }));
    expect(await troubleOf(paper)).toBe('gone');
  });

  it.each([429, 500, 503])('answered with %i can be requested again', async (status) => {
    stubFetch(() => new Response('{}', { status }));
    expect(await troubleOf(paper)).toBe('network');
  });

  it('that is unreachable can be requested again', async () => {
    stubFetch(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await troubleOf(paper)).toBe('network');
  });
});

describe('the zoom', () => {
  it('is between fit and four times', () => {
    expect(zoomedOut(MIN_ZOOM)).toBe(MIN_ZOOM);
    expect(zoomedIn(MAX_ZOOM)).toBe(MAX_ZOOM);
    expect(clampZoom(99)).toBe(MAX_ZOOM);
    expect(zoomedIn(1)).toBe(1.25);
  });

  it('fits the narrowest phone and does not fill a desktop', () => {
    expect(fittingWidth(320)).toBe(296);
    expect(fittingWidth(1440)).toBe(760);
  });
});

function piece(text: string, x: number, y: number, part: Partial<TextPiece> = {}): TextPiece {
  return { text, x, y, width: text.length * 5, height: 10, endsLine: false, ...part };
}

describe('the document as text', () => {
  it('joins the lines of a paragraph and separates distant ones', () => {
    const read = paragraphsOf([
      piece('Il Cliente propone', 50, 700, { endsLine: true }),
      piece('l’acquisto.', 50, 688, { endsLine: true }),
      piece('Seconda condizione.', 50, 650, { endsLine: true }),
    ]);
    expect(read.map(({ text }) => text)).toEqual(['Il Cliente propone l’acquisto.', 'Seconda condizione.']);
  });

  it('keeps a line that ended early, the rows of a table and the items of a list', () => {
    const read = paragraphsOf([
      piece('Autoesempio S.p.A.', 50, 700, { endsLine: true }),
      piece('Via delle Prove 1', 50, 688, { endsLine: true }),
      piece('Il Cliente propone l’acquisto del veicolo', 50, 676, { endsLine: true }),
      piece('descritto qui sotto.', 50, 664, { endsLine: true }),
      piece('1. Il prezzo resta fermo fino alla consegna', 50, 652, { endsLine: true }),
      piece('del veicolo.', 50, 640, { endsLine: true }),
      piece('Colore', 50, 628, { endsLine: true }),
      piece('Verde', 300, 628, { endsLine: true }),
      piece('Motore', 50, 616, { endsLine: true }),
      piece('Elettrico', 300, 616, { endsLine: true }),
    ]);
    expect(read.map(({ text }) => [text])).toEqual(
      rowsOf(`
        Autoesempio S.p.A.
        Via delle Prove 1
        Il Cliente propone l’acquisto del veicolo descritto qui sotto.
        1. Il prezzo resta fermo fino alla consegna del veicolo.
        Colore\u2003Verde
        Motore\u2003Elettrico
      `),
    );
  });

  it('joins a hyphenated word, but keeps a real hyphen', () => {
    const divided = paragraphsOf([piece('la propo-', 50, 700, { endsLine: true }), piece('sta vale', 50, 688)]);
    expect(divided[0]?.text).toBe('la proposta vale');
    const real = paragraphsOf([piece('classe B-', 50, 700, { endsLine: true }), piece('LT nuova', 50, 688)]);
    expect(real[0]?.text).toBe('classe B- LT nuova');
  });

  it('keeps the columns of a table separate on their line, in any order of the file', () => {
    const row = paragraphsOf([
      piece('Nome', 50, 700, { endsLine: true }),
      piece('Colore', 310, 700, { endsLine: true }),
      piece('Verde', 394, 700, { endsLine: true }),
    ]);
    expect(row).toHaveLength(1);
    expect(row[0]?.text).toBe('Nome\u2003Colore\u2003Verde');
  });

  it('reads two columns of running text one after the other', () => {
    const columns = paragraphsOf([
      piece('uno', 50, 700, { endsLine: true }),
      piece('due', 50, 688, { endsLine: true }),
      piece('tre', 300, 700, { endsLine: true }),
      piece('quattro', 300, 688, { endsLine: true }),
    ]);
    expect(columns.map(({ text }) => text)).toEqual(['uno due', 'tre quattro']);
  });

  it('marks clearly larger lines', () => {
    const read = paragraphsOf([
      piece('Proposta d’acquisto', 50, 740, { height: 16, endsLine: true }),
      piece('Il Cliente propone alla Concessionaria.', 50, 720, { endsLine: true }),
    ]);
    expect(read.map(({ large }) => large)).toEqual([true, false]);
  });

  it('does not join words separated only by a gap', () => {
    expect(paragraphsOf([piece('IVA', 50, 700, { width: 15 }), piece('22', 68, 700)])[0]?.text).toBe('IVA 22');
  });

  it('of a page without text is empty', () => {
    expect(paragraphsOf([])).toEqual([]);
    expect(paragraphsOf([piece(' ', 50, 700, { endsLine: true }), piece('', 0, 0)])).toEqual([]);
  });
});
