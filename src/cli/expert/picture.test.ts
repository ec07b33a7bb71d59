/** The drawing in the document, the one named in the envelope and the strokes are compared; differences are reported. */
import { inflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, type PdfStream } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InkDrawing } from '#formats/ink/drawing.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { type SampleOptions, sampleCapture } from '#formats/ink/samples.suite.ts';
import { drawAppearance } from '#pdf/page/appearance.ts';
import { flate } from '#pdf/page/font.ts';
import { sampleLines } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import {
  type HandwrittenPaper,
  handRequest,
  handwriting,
  handwritingOfVersion1,
  makeHandwrittenPaper,
  sampleDrawing,
} from '#test/attacks/files/handwritten-paper.ts';
import { examine, type Finding } from './examine.ts';
import { drawingFacts, verdictOf } from './finding-texts.ts';
import { readPicture } from './picture.ts';
import { replayPage } from './replay-page.ts';

let paper: HandwrittenPaper;
beforeAll(async () => {
  paper = await makeHandwrittenPaper();
});

/** Another person's handwriting: the sample mirrored, of the same size. */
const another = ({ width, height, lines }: InkDrawing): InkDrawing => ({
  width,
  height,
  lines: lines.map((line) => line.map(([x, y]) => [width - x, y] as const)),
});

/** The finding for a file signed once with this envelope and this drawing. */
async function found(envelope: Uint8Array, drawing = sampleDrawing()): Promise<Finding> {
  const request = await handRequest(paper.authority, 'Firma1', envelope, drawing);
  const { bytes } = await applySignature(paper.revisions[0], { ...request, certify: true });
  const trusted = { anchors: paper.anchors, timestampAnchors: paper.anchors };
  const { findings } = await examine(bytes, paper.custodian.privateKey, trusted);
  const [finding] = findings;
  if (!finding || findings.length > 1) throw new Error('one handwriting was expected');
  return finding;
}

const sealed = (options?: SampleOptions & { drawn?: Uint8Array }): Promise<Uint8Array> =>
  handwriting(paper.revisions[0], paper.custodian, 'Firma1', options);
const facts = ({ opened }: Finding): Record<string, string> => Object.fromEntries(opened ? drawingFacts(opened) : []);
const comparison = 'Confronto delle impronte del disegno';

describe('an envelope of version 2', () => {
  it('names the drawing in the document, which matches its strokes', async () => {
    const finding = await found(await sealed());
    expect(finding.faults).toEqual([]);
    expect(finding.notes).toEqual([]);
    expect(verdictOf(finding)).toBe('legata al documento e alla firma');
    expect(facts(finding)[comparison]).toBe('tutte e tre coincidono');
    expect(new Set(Object.values(finding.opened?.drawing ?? {})).size).toBe(1);
  });

  it('reveals a document with the drawing of another person', async () => {
    const finding = await found(await sealed(), another(sampleDrawing()));
    expect(finding.faults).toEqual(['picture.other']);
    expect(verdictOf(finding)).toBe('legata al documento e alla firma, ma non al disegno che si vede');
    expect(facts(finding)[comparison]).toBe('non coincidono');
  });

  it('reveals a modified drawing: one point moved by a hundredth of a millimetre', async () => {
    const { lines, ...sides } = sampleDrawing();
    const moved = lines.map((line, n) => line.map(([x, y], m) => [x, n === 1 && m === 3 ? y + 0.01 : y] as const));
    expect((await found(await sealed(), { ...sides, lines: moved })).faults).toEqual(['picture.other']);
  });

  it('reveals strokes that do not match the named drawing', async () => {
    const finding = await found(await sealed({ size: 0.8, drawn: inkOf(sampleCapture()) }));
    expect(finding.faults).toEqual(['picture.strokes']);
    expect(facts(finding)[comparison]).toBe('non coincidono');
    expect(finding.opened?.drawing.envelope).toBe(finding.opened?.drawing.document);
  });

  it('shows in the replay the document’s drawing below the strokes', async () => {
    const finding = await found(await sealed());
    const html = replayPage(finding, finding.opened as NonNullable<Finding['opened']>, 'firmato.pdf');
    const lines = sampleDrawing().lines;
    const [, path = ''] = /<svg class="drawn"[^>]*><path d="([^"]*)"/.exec(html) ?? [];
    expect(path.match(/M/g)).toHaveLength(lines.length);
    expect(path.match(/[ML]/g)).toHaveLength(lines.flat().length);
  });
});

describe('an envelope of version 1', () => {
  const old = (options?: SampleOptions) =>
    handwritingOfVersion1(paper.revisions[0], paper.custodian, 'Firma1', options);

  it('opens as before, and states that it names no drawing', async () => {
    const finding = await found(await old());
    expect({ faults: finding.faults, notes: finding.notes }).toEqual({ faults: [], notes: ['picture.unbound'] });
    expect(facts(finding)[comparison]).toBe('non possibile: la busta non la contiene');
  });

  it('is compared by shape: another person’s drawing is reported', async () => {
    const finding = await found(await old(), another(sampleDrawing()));
    expect(finding.faults).toEqual(['picture.unlike']);
    expect((await found(await old({ length: 90 }), sampleDrawing())).faults).toEqual([]);
  });
});

/** A handwritten signature's appearance as the product draws it, with the given changes. */
function boxOf(change: {
  content?: (text: string) => string;
  hand?: (text: string) => string;
  keys?: (box: PdfStream, hand: PdfStream) => void;
  size?: { width: number; height: number };
}): ReturnType<typeof readPicture> {
  const objects: PdfObject[] = [];
  const register = (object: PdfObject) => {
    objects.push(object);
    return PdfRef.of(objects.length);
  };
  const font = register(PdfDict.of({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type0') }));
  const fonts = { regular: font, semibold: font, register };
  const appearance = {
    kind: 'signature',
    lines: sampleLines('Zażółć Ωmega'),
    drawing: sampleDrawing(),
    demo: true,
  } as const;
  const box = rewritten(
    drawAppearance(appearance, change.size ?? { width: 241, height: 72 }, 0, fonts),
    change.content,
  );
  const resolve = (ref: PdfRef) => objects[ref.objectNumber - 1] ?? null;
  const forms = box.getDict('Resources')?.getDict('XObject');
  const hand = forms?.getRef('Hand');
  if (hand) {
    const form = rewritten(resolve(hand) as PdfStream, change.hand);
    objects[hand.objectNumber - 1] = form;
    change.keys?.(box, form);
  }
  const dict = PdfDict.of({ AP: PdfDict.of({ N: register(box) }) });
  return readPicture({ name: 'Firma1', dict, number: 1, widgets: [{ dict, number: 1 }], type: 'Sig' }, resolve);
}

function rewritten(form: PdfStream, change: (text: string) => string = (text) => text): PdfStream {
  const text = change(inflateSync(form.data).toString('latin1'));
  const changed = flate({}, Buffer.from(text, 'latin1'));
  for (const [key, value] of form) if (key.value !== 'Filter') changed.set(key.value, value);
  return changed;
}

describe('the box of a signature', () => {
  it('is read with the product’s drawing, in every size', async () => {
    for (const size of [
      { width: 241, height: 72 },
      { width: 150, height: 90 },
      { width: 111, height: 20 },
    ]) {
      expect(await boxOf({ size })).toMatchObject({ form: expect.any(Uint8Array), lines: [{}, {}] });
    }
  });

  it('has no drawing if there is no room for one', async () => {
    expect(await boxOf({ size: { width: 100, height: 40 } })).toBe('none');
    expect(await boxOf({ size: { width: 20, height: 8 } })).toBe('none');
  });

  it('is read with the lines drawn by versions before 0067', async () => {
    const inline = 'q 0.106 0.165 0.42 RG 1 J 1 j 1.2 w 20 20 m 30 35.125 l 41 22 l S Q';
    const picture = await boxOf({ content: (text) => text.replace(/^.* Do Q$/m, inline) });
    expect(picture).toEqual({
      form: null,
      lines: [
        [
          [20, 20],
          [30, 35.125],
          [41, 22],
        ],
      ],
    });
  });

  const call = /^(q .* cm \/Hand Do Q)$/m;
  const set =
    (key: string, ...values: number[]) =>
    (form: PdfStream) =>
      form.set(key, PdfArray.of(...values.map((one) => PdfNumber.of(one))));
  it.each<[string, Parameters<typeof boxOf>[0]]>([
    ['draws beside it', { content: (text) => `${text}\nq 0 0 0 RG 1 J 1 j 1 w 20 20 m 60 50 l S Q` }],
    ['fills a dark area', { content: (text) => `${text}\nq 0 0 0 rg 20 20 m 60 50 l 70 20 l h f Q` }],
    ['has a second frame', { content: (text) => `${text}\nq 0 0 0 RG 1 w 20 20 m 60 50 l S Q` }],
    ['has a frame across it', { content: (text) => text.replace(/^.*$/m, 'q 0 0 0 RG 1 w 20 20 m 60 50 l S Q') }],
    ['draws it twice', { content: (text) => text.replace(call, '$1\n$1') }],
    ['draws it in white', { content: (text) => text.replace(/[\d. ]+ RG 1 J/, ' 1 1 1 RG 1 J').replace('q  ', 'q ') }],
    ['draws it as thin as nothing', { content: (text) => text.replace(/j [\d.]+ w/, 'j 0 w') }],
    ['stretches it', { content: (text) => text.replace(/(0 0) [\d.]+ /, '$1 0.001 ') }],
    ['turns it over', { content: (text) => text.replace(/w ([\d.]+) 0 0/, 'w -$1 0 0') }],
    ['puts it outside', { content: (text) => text.replace(/ [\d.]+ ([\d.]+) cm/, ' 239 $1 cm') }],
    ['cuts it off', { content: (text) => text.replace(call, 'q 0 0 1 1 re W n $1 Q') }],
    ['draws another form', { content: (text) => text.replace('/Hand', '/Other') }],
    ['writes other operators', { hand: (text) => `${text}0 0 m\n5 5 l\nf\n` }],
    ['writes decimals', { hand: (text) => text.replace(/^\d+/, '0.5') }],
    ['writes half a line', { hand: (text) => text.slice(0, -2) }],
    ['leaves a form that ends in blanks', { hand: (text) => `${text} ` }],
    ['cuts the form off', { keys: (_, hand) => set('BBox', 0, 0, 100, 100)(hand) }],
    ['turns the form', { keys: (_, hand) => set('Matrix', 0, 1, -1, 0, 0, 0)(hand) }],
    ['puts the form on a layer', { keys: (_, hand) => hand.set('OC', new PdfDict()) }],
    ['makes the form a group', { keys: (_, hand) => hand.set('Group', new PdfDict()) }],
    ['puts the box on a layer', { keys: (box) => box.set('OC', new PdfDict()) }],
    ['has letters that are drawings', { keys: (box) => drawnFont(box) }],
    ['has a second form', { keys: (box, hand) => box.getDict('Resources')?.getDict('XObject')?.set('Im1', hand) }],
  ])('is foreign when it %s', async (_, change) => {
    expect(await boxOf(change)).toBe('foreign');
  });
});

const drawnFont = (box: PdfStream): unknown =>
  box
    .getDict('Resources')
    ?.getDict('Font')
    ?.set('F9', PdfDict.of({ Subtype: PdfName.of('Type3') }));
