/**
 * A document timestamp and an empty field may be added after a signature because they are invisible: anything that
 * makes them visible is a change.
 */
import { PdfArray, type PdfDict, type PdfObject, type PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePdf, samplePlan, signerKey, stampWith } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { testNow } from '#test/clock.ts';
import { dict, list, name, number, stream, text, Update } from '../files/append-update.ts';
import { addDocumentTimestamp } from '../files/rewrite-signatures.ts';
import { makeSignedPaper, type SignedPaper } from '../files/signed-paper.ts';

let paper: SignedPaper;
let plain: Uint8Array;

beforeAll(async () => {
  paper = await makeSignedPaper();
  const { bytes } = await prepareForSigning(await samplePdf(), samplePlan);
  const request = { key: await signerKey(paper.authority), stamp: stampWith(paper.authority), signedAt: testNow() };
  plain = (await applySignature(bytes, { ...request, field: 'Firma1' })).bytes;
});

async function inspect(bytes: Uint8Array) {
  const verification = await verifyPdf(bytes, { anchors: paper.anchors });
  const verdict = verdictOf(verification);
  return { verdict, certainty: CERTAINTY[verdict], changes: verification.signatures.flatMap((s) => s.changesAfter) };
}

/** Additions to a field: change its dictionary, may add objects, may be on the first page. */
type Addition = (entries: PdfDict, update: Update, field: PdfRef) => void;

const numbers = (...values: number[]): PdfArray => list(...values.map(number));
const AREA = [40, 500, 540, 700] as const;
const look = (content: string, ...box: number[]) =>
  stream({ Type: name('XObject'), Subtype: name('Form'), BBox: numbers(...box) }, content);
const COVER_CONTENT = '1 g 0 0 1000 1000 re f';
const set =
  (values: Record<string, PdfObject | ((update: Update) => PdfObject)>): Addition =>
  (entries, update) => {
    for (const [key, value] of Object.entries(values))
      entries.set(key, typeof value === 'function' ? value(update) : value);
  };
const drawn = (content: string, ...box: number[]) => ({
  AP: (update: Update) => dict({ N: update.add(look(content, ...box)) }),
});
const raw = (source: string) => (update: Update) => {
  const ref = update.add(dict({}));
  update.put(ref, Buffer.from(source));
  return ref;
};
/** A number in a notation that `PdfNumber` would not write. */
const placeholder = 918_273_645;
const withSpelling = (bytes: Uint8Array, spelling: string): Uint8Array => {
  const file = Buffer.from(bytes);
  const offset = file.indexOf(String(placeholder));
  file.write(spelling.padEnd(9), offset, 'latin1');
  return new Uint8Array(file);
};

const SEEN: readonly (readonly [title: string, plant: Addition])[] = [
  ['a drawing', set(drawn(COVER_CONTENT, ...AREA))],
  ['a drawing in a box without area', set(drawn(COVER_CONTENT, 0, 0, 0, 0))],
  ['a drawing that the verifier does not read', set({ AP: raw('<</N 1 0 R>>') })],
  ['a drawing only for the mouse', set({ AP: (update) => dict({ R: update.add(look(COVER_CONTENT, ...AREA)) }) })],
  ['an appearance of states', set({ AP: (update) => dict({ N: dict({ Off: update.add(look('', 0, 0, 0, 0)) }) }) })],
  ['a background', set({ MK: dict({ BG: list(number(1)) }) })],
  ['a border in its appearance characteristics', set({ MK: dict({ BC: list(number(0)) }) })],
  [
    'appearance characteristics in a separate object',
    set({ MK: (update) => update.add(dict({ BG: list(number(1)) })) }),
  ],
  ['a separate border', set({ Border: numbers(0, 0, 900) })],
  ['a style of border', set({ BS: dict({ W: number(900) }) })],
  ['a default appearance', set({ DA: text('/Helv 40 Tf (Euro 1) Tj') })],
  ['default resources', set({ DR: dict({ Font: dict({}) }) })],
  ['a highlight', set({ H: name('O') })],
  ['an action', set({ A: dict({ S: name('JavaScript'), JS: text('x') }) })],
  ['more actions', set({ AA: dict({}) })],
  ['a layer', set({ OC: dict({}) })],
  ['a box', set({ Rect: numbers(...AREA) })],
  ['a hidden box', set({ Rect: numbers(...AREA), F: number(2) })],
  ['a box of no width', set({ Rect: numbers(40, 500, 40, 700) })],
  ['a box of five numbers', set({ Rect: numbers(0, 0, 0, 0, 9) })],
  ['a box in another object', set({ Rect: (update) => update.add(numbers(0, 0, 0, 0)) })],
  [
    'a box with a number in another object',
    set({ Rect: (u) => list(number(0), number(0), u.add(number(0)), number(0)) }),
  ],
  ['a hidden box whose flag is beyond 32 bits', set({ Rect: numbers(...AREA), F: number(4_294_967_298) })],
  ['flags beyond 32 bits', set({ F: number(4_294_967_300) })],
  ['flags beyond 31 bits', set({ F: number(2_147_483_780) })],
  ['negative flags', set({ F: number(-2_147_483_644) })],
  ['flags with a fraction', set({ F: number(132.5) })],
  ['flags in another object', set({ F: (update) => update.add(number(132)) })],
  ['flags that are a name', set({ F: name('132') })],
  ['the flag of a view for itself', set({ F: number(36) })],
  ['a flag that toggles', set({ F: number(256 + 132) })],
  ['widgets below it', set({ Kids: (u) => list(u.add(dict({ Subtype: name('Widget'), Rect: numbers(...AREA) }))) })],
  ['the type of a text', set({ FT: name('Tx') })],
  ['the name of a signed field', set({ T: text('Firma1') })],
];

/** Notations that readers take for different integers. */
const SPELLINGS = ['132.0', '+132', '132.', '0132.00', '-0.0'];

/** Adds an empty field in a separate update. */
async function addEmptyField(bytes: Uint8Array, addition: Addition): Promise<Uint8Array> {
  const update = await Update.of(bytes);
  const entries = dict({
    ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), T: text('Posto') },
    ...{ F: number(132), Rect: numbers(0, 0, 0, 0), P: update.page() },
  });
  const field = update.add(entries);
  addition(entries, update, field);
  const form = update.form();
  form.set('Fields', PdfArray.of(...(form.getArray('Fields', update.resolve) ?? []), field));
  return update.putForm(form).write();
}

const stamped = (bytes: Uint8Array, addition: Addition = () => {}): Promise<Uint8Array> =>
  addDocumentTimestamp(bytes, stampWith(paper.authority), 'Marca', (update, field, entries) => {
    addition(entries, update, field);
    // All readers draw what this array lists.
    update.change(update.page(), (page) =>
      page.set('Annots', PdfArray.of(...(page.getArray('Annots', update.resolve) ?? []), field)),
    );
  });

describe('a document timestamp', () => {
  it.each([0, 2, 4, 6, 128, 130, 132, 134, 196, 644])('passes with the flags %i', async (flags) => {
    for (const bytes of [paper.revisions[3], paper.revisions[1], plain])
      expect(await inspect(await stamped(bytes, set({ F: number(flags) })))).toMatchObject({
        verdict: 'valid',
        changes: [],
      });
  });

  it('passes with the invisible appearances that toolkits write', async () => {
    const nothing = set({ ...drawn('', 0, 0, 0, 0), MK: dict({}), DR: dict({}), Border: numbers(0, 0, 0) });
    for (const bytes of [paper.revisions[3], plain])
      expect(await inspect(await stamped(bytes, nothing))).toMatchObject({ verdict: 'valid', changes: [] });
  });

  it.each(SEEN)('with %s is a change, and altered where the document is closed', async (_, addition) => {
    expect((await inspect(await stamped(paper.revisions[3], addition))).certainty).toBe('altered');
    for (const bytes of [paper.revisions[1], plain])
      expect((await inspect(await stamped(bytes, addition))).certainty).not.toBe('intact');
  });

  it.each(SPELLINGS)('with the flags written %s is a change', async (spelling) => {
    expect(await inspect(await stampedWith(plain, '132'))).toMatchObject({ verdict: 'valid', changes: [] });
    for (const bytes of [paper.revisions[3], paper.revisions[1], plain]) {
      const marked = await stampedWith(bytes, spelling);
      expect((await inspect(marked)).certainty).not.toBe('intact');
    }
  });
});

/** The timestamp covers the unusual notation. */
async function stampedWith(bytes: Uint8Array, spelling: string): Promise<Uint8Array> {
  return stamped(bytes, (entries, update, field) => {
    entries.set('F', number(placeholder));
    const source = Buffer.from(sourceOf(entries));
    update.put(field, Buffer.from(withSpelling(source, spelling)));
  });
}

const sourceOf = (entries: PdfDict): string => {
  const v = entries.getRef('V');
  const page = entries.getRef('P');
  return `<</Type /Annot /Subtype /Widget /FT /Sig /T (Marca) /F ${placeholder} /Rect [0 0 0 0] /P ${page} /V ${v}>>`;
};

describe('an empty field', () => {
  it('is reported and not an alteration in an uncertified document', async () => {
    const result = await inspect(await addEmptyField(plain, () => {}));
    expect(result).toMatchObject({ verdict: 'extended', changes: ['later.emptyField'] });
    for (const bytes of [paper.revisions[3], paper.revisions[1]])
      expect((await inspect(await addEmptyField(bytes, () => {}))).certainty).toBe('altered');
  });

  it.each(SEEN)('with %s is a change', async (_, addition) => {
    for (const bytes of [paper.revisions[3], paper.revisions[1], plain])
      expect((await inspect(await addEmptyField(bytes, addition))).certainty).not.toBe('intact');
  });
});

describe('an existing field', () => {
  const stampPlace = (values: Record<string, PdfObject>) =>
    addDocumentTimestamp(
      paper.revisions[1],
      stampWith(paper.authority),
      'Firma2',
      (update, _, entries) => set(values)(entries, update, update.root),
      'existing',
    );

  it('can take a timestamp that changes nothing else', async () => {
    expect(await inspect(await stampPlace({}))).toMatchObject({ verdict: 'valid', changes: [] });
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['moved', { Rect: numbers(...AREA) }],
    ['with flags beyond 32 bits', { F: number(4_294_967_300) }],
    ['hidden', { F: number(134) }],
    ['with an appearance', { MK: dict({ BG: list(number(1)) }) }],
    ['with a border', { Border: numbers(0, 0, 9) }],
    ['renamed', { T: text('Altro') }],
  ])('that is stamped and %s is altered', async (_, values) => {
    expect((await inspect(await stampPlace(values))).certainty).toBe('altered');
  });
});
