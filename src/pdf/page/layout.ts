/** Reads what determines where an upload is signed: its pages, its empty signature fields, the positions of configured texts. */
import { PDF } from '@libpdf/core';
import { fieldFault } from '#domain/signing/fields/field-fault.ts';
import {
  boxAt,
  type FileLayout,
  type PageRectangle,
  type PageShape,
  type ViewBox,
  viewAt,
} from '#domain/signing/places.ts';
import { cropOf, rotationOf, unitOf } from '../named-fields.ts';
import { existingFields } from '../signature-fields/inventory.ts';

/** Anchor texts are on the last pages; a manual with hundreds of pages is not read from the start. */
const PAGES_READ = 40;
/** Characters examined per page: ten times a full one. */
const MAX_GLYPHS_PER_PAGE = 50_000;

/**
 * Reads a file that passed the intake gate.
 * @param texts searched from the end; the last occurrence of each is returned.
 */
export async function readLayout(bytes: Uint8Array, texts: readonly string[]): Promise<FileLayout> {
  const pdf = await PDF.load(bytes);
  const refs = pdf.context.pages.getPages();
  const pages = refs.map((ref) => {
    const rotation = rotationOf(pdf, ref);
    const unit = unitOf(pdf, ref);
    return { crop: cropOf(pdf, ref), rotation: rotation % 90 === 0 ? rotation : 0, ...(unit === 1 ? {} : { unit }) };
  });
  const fields = existingFields(pdf).flatMap((field) => {
    const { name, tip, page, box, signed } = field;
    return signed ? [] : [{ name, tip, page, box, fault: fieldFault(field, pages[page - 1]) }];
  });
  return { pages, fields, hits: findTexts(pdf, pages, texts) };
}

function findTexts(pdf: PDF, pages: readonly PageShape[], texts: readonly string[]): (PageRectangle | null)[] {
  const hits: (PageRectangle | null)[] = texts.map(() => null);
  const from = Math.max(0, pages.length - PAGES_READ);
  for (let index = pages.length - 1; index >= from && hits.includes(null); index -= 1) {
    const [page, shape] = [pdf.getPage(index), pages[index]];
    if (page === null || shape === undefined) continue;
    const lines = linesOf(page, shape);
    for (const [textIndex, text] of texts.entries()) {
      const position = hits[textIndex] ? null : lastIn(lines, text);
      if (position) hits[textIndex] = { page: index + 1, box: boxAt(shape, position) };
    }
  }
  return hits;
}

type LoadedPage = NonNullable<ReturnType<PDF['getPage']>>;

interface Glyph {
  readonly char: string;
  readonly seen: ViewBox;
}

interface Line {
  readonly text: string;
  /** For each character of the text; null for a gap read as a space. */
  readonly glyphs: readonly (Glyph | null)[];
}

/**
 * The lines of a page as displayed, from the top. Built here, because the library joins characters adjacent in the
 * page's own coordinates, which on a rotated sheet belong to different lines.
 */
function linesOf(page: LoadedPage, shape: PageShape): Line[] {
  const glyphs = page
    .extractText()
    .lines.flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
    .slice(0, MAX_GLYPHS_PER_PAGE)
    .map(({ char, bbox: { x, y, width, height } }): Glyph => {
      return { char, seen: viewAt(shape, [x, y, x + width, y + height]) };
    })
    .sort((a, b) => b.seen.y - a.seen.y);
  const rows: Glyph[][] = [];
  for (const glyph of glyphs) {
    const [first] = rows.at(-1) ?? [];
    if (first && first.seen.y - glyph.seen.y < first.seen.height / 2) rows.at(-1)?.push(glyph);
    else rows.push([glyph]);
  }
  return rows.map((row) => lineOf(row.sort((a, b) => a.seen.x - b.seen.x)));
}

function lineOf(row: readonly Glyph[]): Line {
  const glyphs: (Glyph | null)[] = [];
  let text = '';
  let end = Number.POSITIVE_INFINITY;
  for (const glyph of row) {
    const { x, width, height } = glyph.seen;
    if (x - end > height / 4) {
      text += ' ';
      glyphs.push(null);
    }
    text += glyph.char;
    // A ligature is one glyph with several characters.
    for (let unit = 0; unit < glyph.char.length; unit += 1) glyphs.push(glyph);
    end = x + width;
  }
  return { text, glyphs };
}

/** The last in reading order. */
function lastIn(lines: readonly Line[], text: string): ViewBox | null {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(words.join('\\s+'), 'gi');
  for (const line of lines.toReversed()) {
    const match = [...line.text.matchAll(pattern)].at(-1);
    const matchedGlyphs = line.glyphs.slice(match?.index, (match?.index ?? 0) + (match?.[0].length ?? 0));
    const [first, last] = [matchedGlyphs.at(0)?.seen, matchedGlyphs.at(-1)?.seen];
    if (match && first && last) return { ...first, width: last.x + last.width - first.x };
  }
  return null;
}
