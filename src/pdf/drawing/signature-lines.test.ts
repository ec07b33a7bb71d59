/** Signature lines in documents written by thirteen programs, found and used as at the start of a signing session. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SIGNER_ROLES, type SignerRole } from '#domain/folders/folder-types.ts';
import { inkBoxes, isPrintedOn } from '#domain/signing/fields/covered-print.ts';
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import { type PageShape, viewAt } from '#domain/signing/places.ts';
import { onePage, pdfOf, streamOf } from '../gate/papers.suite.ts';
import { readLayout } from '../page/layout.ts';
import { PageChecker } from './page-checker.ts';

const FILES = join(import.meta.dirname, '../../../test/validators/signature-lines/files');

interface FormAnswer {
  readonly name: string;
  readonly program: string;
  /** `region`: where the centre of the signature belongs; left, bottom, right, top on the displayed page. */
  readonly signs: readonly { role: SignerRole; page: number; region: [number, number, number, number] }[];
}

const checker = new PageChecker();
afterAll(() => checker.close());

const shapeOf = (pages: readonly PageShape[], { page }: SignatureLine): PageShape => pages[page - 1] as PageShape;

/** Lines that are not filled in. */
async function freeLines(file: Uint8Array): Promise<{ line: SignatureLine; x: number; y: number }[]> {
  const { pages } = await readLayout(file.slice(), []);
  const lines = await checker.signatureLines(file, pages);
  const boxes = lines.flatMap((line) => inkBoxes(line, shapeOf(pages, line)).map((box) => ({ page: line.page, box })));
  const ink = boxes.length === 0 ? [] : await checker.inkIn(file, boxes);
  return lines.flatMap((line, index) => {
    const [whole = 0, core = 0] = ink.slice(2 * index, 2 * index + 2);
    if (isPrintedOn(inkBoxes(line, shapeOf(pages, line)), [whole, core])) return [];
    const { x, y, width, height } = viewAt(shapeOf(pages, line), line.box);
    return [{ line, x: x + width / 2, y: y + height / 2 }];
  });
}

describe('signature lines', () => {
  it('are found on the papers of thirteen programs, and never in a wrong place', async () => {
    const answers = JSON.parse(readFileSync(join(FILES, 'answers.json'), 'utf8')) as FormAnswer[];
    expect(readdirSync(FILES).filter((name) => name.endsWith('.pdf'))).toHaveLength(answers.length);
    const [found, offered, missed, wrong]: [string[], string[], string[], string[]] = [[], [], [], []];
    for (const { name, signs } of answers) {
      const lines = await freeLines(new Uint8Array(readFileSync(join(FILES, `${name}.pdf`))));
      for (const role of SIGNER_ROLES) {
        const position = signs.find((sign) => sign.role === role);
        const isRight = ({ line, x, y }: (typeof lines)[number]): boolean => {
          const [left, bottom, right, top] = position?.region ?? [0, 0, 0, 0];
          return line.page === position?.page && x > left && x < right && y > bottom && y < top;
        };
        const ofRole = lines.filter(({ line }) => line.role === role);
        const sure = ofRole.filter(({ line }) => line.isSure);
        const label = `${name}: ${role}`;
        if (sure.some((one) => !isRight(one))) wrong.push(label);
        else if (position) (sure.length > 0 ? found : ofRole.some(isRight) ? offered : missed).push(label);
      }
    }
    const customers = (list: readonly string[]): number => list.filter((one) => one.endsWith(': customer')).length;
    const papers = customers([...found, ...offered, ...missed]);
    console.log(
      `Signature lines: the customer's on ${customers(found)} of ${papers} papers, ${customers(offered)} offered, ` +
        `${customers(missed)} missed; ${found.length - customers(found)} of staff; ${wrong.length} wrong of ${answers.length} files`,
    );
    expect(wrong).toEqual([]);
    expect(papers).toBeGreaterThanOrEqual(50);
    expect(customers(found) / papers).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});

/** Text at a position in points from the bottom left. */
const textAt = (x: number, y: number, size: number, text: string): string =>
  `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[()]/g, '\\$&')}) Tj ET`;

/** A signature line with 30 points of room above it, and its surroundings. */
function crowded(...surroundings: readonly string[]): Uint8Array {
  const line = '0.6 w 135 298 m 315 298 l S';
  const above = textAt(
    50,
    330,
    10,
    'Il compratore dichiara di avere letto le condizioni generali di vendita e di averle accettate.',
  );
  return pdfOf({
    ...onePage,
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>>',
    4: streamOf('', [line, above, ...surroundings].join('\n')),
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
  });
}

describe('small print below a line', () => {
  const foundLines = async (...surroundings: readonly string[]) => {
    const lines = await freeLines(crowded(...surroundings));
    return lines.filter(({ line }) => line.isSure).map(({ line, x, y }) => [line.role, Math.round(x), Math.round(y)]);
  };
  const customers = textAt(50, 300, 10, 'Firma del cliente');

  const small = '(firma leggibile); (timbro e firma leggibile); (per esteso e leggibile); Mario Rossi; (barrare se no)';

  it.each(small.split('; '))('does not override the text beside it: %s', async (words) => {
    const bare = await foundLines(customers);
    expect(bare).toEqual([['customer', 225, 310]]);
    expect(await foundLines(customers, textAt(170, 290, 7, words))).toEqual(bare);
    expect(await foundLines(customers, textAt(170, 290, 8, words))).toEqual(bare);
  });

  it('identifies the signer of a bare “Firma”', async () => {
    const firma = textAt(95, 300, 10, 'Firma');
    expect(await foundLines(firma, textAt(205, 290, 8, 'Il Cliente'))).toEqual([['customer', 225, 310]]);
    expect(await foundLines(firma, textAt(205, 290, 8, 'Il Venditore'))).toEqual([['dealer', 225, 310]]);
  });

  it('excludes the customer where it names a witness or another signer', async () => {
    expect(await foundLines(textAt(95, 300, 10, 'Firma'), textAt(205, 290, 8, 'Il testimone'))).toEqual([]);
    expect(await foundLines(textAt(95, 300, 10, 'Firma'), textAt(205, 290, 8, 'Il garante'))).toEqual([]);
  });

  it('is no reason to cover a paragraph', async () => {
    const paragraph = textAt(
      60,
      290,
      8,
      'Il presente modulo e stampato in due copie, di cui una resta al cliente e una al venditore.',
    );
    expect(await foundLines(customers, paragraph)).toEqual([]);
  });
});
