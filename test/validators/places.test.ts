/**
 * Signatures in chosen fields, judged by third-party programs: valid, trusted, and drawn inside their rectangle for
 * every rotation and crop of the page.
 */

// Real time: third-party validators judge the signatures, and use no other clock.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoAuthority, openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { PdfGate } from '#pdf/gate.ts';
import { readLayout } from '#pdf/page/layout.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { sampleLines, samplePlan } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { realNow } from '#test/clock.ts';
import { boxAt, type PageRectangle, placeIssue, type ViewBox, viewSize } from '../../src/domain/signing/places.ts';
import { corporaFolder, corpusPdfs, readCorpusFile } from '../corpora/corpus.ts';
import { turnedPaper } from '../papers/placed-papers.ts';
import { foreignProblems, pdftoppm, run } from './foreign-validators.ts';

const clock = { now: realNow };
let folder: string;
let demo: DemoAuthority;
let anchors: readonly Uint8Array[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-test-'));
  demo = await openDemoAuthority(folder, clock);
  anchors = await demo.authority.anchors();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A single signature field at a given rectangle, signed and sealed. @returns the prepared file and the finished one. */
async function signAt(original: Uint8Array, place: PageRectangle) {
  const [point] = samplePlan.points;
  if (!point) throw new Error('the plan has no point');
  const prepared = await prepareForSigning(original, { ...samplePlan, points: [{ ...point, place }] });
  const stamp = (digest: Uint8Array) => demo.timestamp.stamp(digest);
  const signedAt = clock.now();
  const key = await demo.authority.issueSignerKey(
    {
      commonName: 'Ginevra Provetti',
      givenName: 'Ginevra',
      surname: 'Provetti',
      organization: 'Autoesempio S.p.A.',
      actId: 'prova/posto',
    },
    signedAt,
  );
  const appearance = { kind: 'signature', demo: true, lines: sampleLines('Ginevra Provetti') } as const;
  const signed = await applySignature(prepared.bytes, {
    ...{ field: point.id, key, stamp, certify: true, signedAt, appearance },
  });
  key.destroy();
  const sealed = await applySignature(signed.bytes, {
    field: samplePlan.sealField,
    key: await demo.sealer.sealingKey(),
    stamp,
    lock: true,
    signedAt: clock.now(),
    appearance: { kind: 'seal', demo: true, lines: ['Autoesempio S.p.A.'] },
  });
  return { prepared, bytes: sealed.bytes };
}

/** Grey values of a page as drawn by a third-party program, one per point, from the top left. */
async function picture(bytes: Uint8Array, page: number): Promise<{ width: number; height: number; grey: Uint8Array }> {
  const [path, out] = [join(folder, 'page.pdf'), join(folder, 'page')];
  await writeFile(path, bytes);
  const options = ['-r', '72', '-gray', '-cropbox', '-singlefile', '-f', String(page), '-l', String(page)];
  const said = await run('pdftoppm', [...options, path, out]);
  expect(said.code, said.text).toBe(0);
  const file = await readFile(`${out}.pgm`);
  const [head = '', width = '0', height = '0'] = /^P5\s(\d+) (\d+)\s255\s/.exec(file.toString('latin1', 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), grey: file.subarray(head.length) };
}

/** The rectangle in which two pictures differ, in points from the bottom left. */
async function changedPart(before: Uint8Array, after: Uint8Array, page: number): Promise<ViewBox> {
  const [beforePicture, afterPicture] = [await picture(before, page), await picture(after, page)];
  expect([afterPicture.width, afterPicture.height]).toEqual([beforePicture.width, beforePicture.height]);
  let [left, top, right, bottom] = [beforePicture.width, beforePicture.height, -1, -1];
  for (let y = 0; y < beforePicture.height; y += 1) {
    for (let x = 0; x < beforePicture.width; x += 1) {
      if (beforePicture.grey[y * beforePicture.width + x] === afterPicture.grey[y * beforePicture.width + x]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  return { x: left, y: beforePicture.height - bottom, width: right - left, height: bottom - top };
}

describe('a signature at a chosen position', () => {
  const crops: ([number, number, number, number] | undefined)[] = [undefined, [20, 30, 500, 800]];
  const cases = [0, 90, 180, 270].flatMap((rotation) => crops.map((crop) => ({ rotation, crop })));

  it.each(cases)(
    'is valid, trusted and drawn in its rectangle on a page rotated by $rotation, cropped to $crop',
    async (turned) => {
      const { rotation, crop } = turned;
      const original = await turnedPaper({ rotation, pages: 2, ...(crop ? { crop } : {}) });
      const layout = await readLayout(original, []);
      const page = layout.pages[1];
      if (!page) throw new Error('the paper has no second page');
      const seen = { x: 210, y: 70, width: 190, height: 60 };
      const place: PageRectangle = { page: 2, box: boxAt(page, seen) };
      expect(placeIssue(place, layout)).toBeNull();
      const { prepared, bytes } = await signAt(original, place);
      expect(prepared.pages).toBe(2);
      expect(await foreignProblems(bytes, anchors, 2)).toEqual([]);
      expect(await verifyPdf(bytes, { anchors })).toMatchObject({ intact: true });
      const changed = await changedPart(prepared.bytes, bytes, 2);
      // A drawn line may touch the neighbouring pixel.
      expect(changed.x).toBeGreaterThanOrEqual(seen.x - 1);
      expect(changed.y).toBeGreaterThanOrEqual(seen.y - 1);
      expect(changed.x + changed.width).toBeLessThanOrEqual(seen.x + seen.width + 1);
      expect(changed.y + changed.height).toBeLessThanOrEqual(seen.y + seen.height + 1);
      // It fills the rectangle: wider than tall as displayed, so its text is upright.
      expect(changed.width).toBeGreaterThan(seen.width - 4);
      expect(changed.height).toBeGreaterThan(seen.height - 4);
      const before = await changedPart(original, prepared.bytes, 1);
      expect(before.width).toBeLessThan(0);
    },
  );
});

/** Takes every twelfth file of the corpora. */
const SAMPLE_EVERY = 12;

if (corporaFolder !== null) {
  const corpora = corporaFolder;
  describe('foreign files', () => {
    const gate = new PdfGate({ children: 1 });
    afterAll(() => gate.close());

    it('can be signed at a position on their last page like our own', async () => {
      const kinds = ['pdf-general', 'pdf-misc', 'pdf-form', 'pdfa-pass'];
      const files = corpusPdfs(corpora).filter(({ kind }) => kinds.includes(kind));
      const problems: string[] = [];
      let signed = 0;
      for (const { path } of files.filter((_, index) => index % SAMPLE_EVERY === 0)) {
        const judged = await gate.inspect(readCorpusFile(corpora, path));
        if (!judged.ok) continue;
        const layout = await readLayout(judged.bytes, ['firma']);
        const page = layout.pages.at(-1);
        if (!page) throw new Error(`${path} has no page`);
        const { width, height } = viewSize(page);
        const seen = { x: width / 10, y: height / 10, width: Math.min(190, width), height: Math.min(60, height) };
        const place: PageRectangle = { page: layout.pages.length, box: boxAt(page, seen) };
        if (placeIssue(place, layout) !== null) continue;
        const { bytes } = await signAt(judged.bytes, place);
        signed += 1;
        const { intact } = await verifyPdf(bytes, { anchors });
        // Third-party complaints about drawing the original file do not concern its signatures.
        const drawn = (await pdftoppm(judged.bytes)).text === '';
        const foreign = (await foreignProblems(bytes, anchors, 2)).filter(
          (said) => drawn || !said.startsWith('pdftoppm'),
        );
        if (!intact || foreign.length > 0) problems.push(`${path}: ${intact} ${foreign.join('; ')}`);
      }
      expect(problems).toEqual([]);
      expect(signed).toBeGreaterThan(20);
    }, 300_000);
  });
}
