/** Lines for signatures on papers that thirteen programs wrote, found and taken as a start would take them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SIGNER_ROLES, type SignerRole } from '#domain/folders/folder-types.ts';
import { inkBoxes, isPrintedOn } from '#domain/signing/fields/ink.ts';
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import { type PageShape, seenAt } from '#domain/signing/places.ts';
import { readLayout } from '../layout.ts';
import { PageChecker } from './page-checker.ts';

const FILES = join(import.meta.dirname, '../../../test/validators/signature-lines/files');

interface Answer {
  readonly name: string;
  readonly program: string;
  /** `region`: where the middle of the signature belongs; left, bottom, right, top as the page is seen. */
  readonly signs: readonly { role: SignerRole; page: number; region: [number, number, number, number] }[];
}

const checker = new PageChecker();
afterAll(() => checker.close());

const shapeOf = (pages: readonly PageShape[], { page }: SignatureLine): PageShape => pages[page - 1] as PageShape;

/** Lines on which nothing is written yet. */
async function freeLines(file: Uint8Array): Promise<{ line: SignatureLine; x: number; y: number }[]> {
  const { pages } = await readLayout(file.slice(), []);
  const lines = await checker.signatureLines(file, pages);
  const boxes = lines.flatMap((line) => inkBoxes(line, shapeOf(pages, line)).map((box) => ({ page: line.page, box })));
  const ink = boxes.length === 0 ? [] : await checker.inkIn(file, boxes);
  return lines.flatMap((line, index) => {
    const [whole = 0, core = 0] = ink.slice(2 * index, 2 * index + 2);
    if (isPrintedOn(inkBoxes(line, shapeOf(pages, line)), [whole, core])) return [];
    const { x, y, width, height } = seenAt(shapeOf(pages, line), line.box);
    return [{ line, x: x + width / 2, y: y + height / 2 }];
  });
}

describe('lines for signatures', () => {
  it('are found on the papers of thirteen programs, and never on a wrong one', async () => {
    const answers = JSON.parse(readFileSync(join(FILES, 'answers.json'), 'utf8')) as Answer[];
    expect(readdirSync(FILES).filter((name) => name.endsWith('.pdf'))).toHaveLength(answers.length);
    const [found, offered, missed, wrong]: [string[], string[], string[], string[]] = [[], [], [], []];
    for (const { name, signs } of answers) {
      const lines = await freeLines(new Uint8Array(readFileSync(join(FILES, `${name}.pdf`))));
      for (const role of SIGNER_ROLES) {
        const place = signs.find((sign) => sign.role === role);
        const isRight = ({ line, x, y }: (typeof lines)[number]): boolean => {
          const [left, bottom, right, top] = place?.region ?? [0, 0, 0, 0];
          return line.page === place?.page && x > left && x < right && y > bottom && y < top;
        };
        const ofRole = lines.filter(({ line }) => line.role === role);
        const sure = ofRole.filter(({ line }) => line.isSure);
        const said = `${name}: ${role}`;
        if (sure.some((one) => !isRight(one))) wrong.push(said);
        else if (place) (sure.length > 0 ? found : ofRole.some(isRight) ? offered : missed).push(said);
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
