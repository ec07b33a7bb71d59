/** What other toolkits may write along with a signature, and how a document could be prepared to abuse it. */
import { PdfArray, PdfBool, type PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { verdictOf } from '#formats/verify/verdict.ts';
import {
  samplePdfWithFields,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { CERTAINTY } from '#test/certainty.ts';
import { testNow } from '#test/clock.ts';
import { withCatalog, withPage } from '../attacks.ts';
import { dict, list, name, number, overlay, stream, text, Update } from '../files/append-update.ts';
import { addDocumentTimestamp } from '../files/rewrite-signatures.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await testAuthority();
});

type Change = (update: Update) => void;

/** Prepares a document, has it signed, and adds a document timestamp together with another change. */
async function story(prepare: Change, alsoChange: Change, certify = false) {
  const innocent = await Update.of(await samplePdfWithFields(['Firma1', 'Firma2']));
  prepare(innocent);
  const request = {
    field: 'Firma1',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: testNow(),
  };
  const { bytes } = await applySignature(innocent.write(), { ...request, certify });
  const stamped = await addDocumentTimestamp(bytes, stampWith(authority), 'Marca', (update) => alsoChange(update));
  const anchors = [authority.root.certificate];
  const [before, after] = [await verifyPdf(bytes, { anchors }), await verifyPdf(stamped, { anchors })];
  return {
    before: verdictOf(before),
    certainty: CERTAINTY[verdictOf(after)],
    changes: [...new Set(after.signatures.flatMap(({ changesAfter }) => changesAfter))],
  };
}

const nothing: Change = () => {};
const PLANTED = PdfRef.of(900, 0);
const form =
  (change: (form: PdfDict, update: Update) => void): Change =>
  (update) => {
    const held = update.form();
    change(held, update);
    update.putForm(held);
  };
const helvetica = () => dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
const firstItem = (value: PdfObject | undefined): PdfObject =>
  (value instanceof PdfArray ? value.at(0) : value) ?? list();

/** The timestamp's writer changes the form last, so the other change may touch the form only through the catalog. */
const HARMLESS_CHANGES: readonly (readonly [title: string, prepare: Change, beside: Change])[] = [
  ['extensions', nothing, withCatalog((c) => c.set('Extensions', dict({ ESIC: dict({ ExtensionLevel: number(5) }) })))],
  ['a raised version', nothing, withCatalog((c) => c.set('Version', name('1.9')))],
  [
    'a page with its boxes in rounded numbers',
    withPage((page) => page.set('MediaBox', list(number(0), number(0), number(595.303_937_007_9), number(841.89)))),
    withPage((page) => page.set('MediaBox', list(number(0), number(0), number(595.303_94), number(841.89)))),
  ],
  [
    'new document information with dates only',
    (update) => void update.trailer.delete('Info'),
    (update) => {
      update.trailer.set('Info', update.add(dict({ ModDate: text('D:2026'), Producer: text('Altro') })));
    },
  ],
  ['an unused standard font', nothing, (update) => void update.add(helvetica())],
];

describe('with a timestamp', () => {
  it.each(HARMLESS_CHANGES)('%s is not a change', async (_, prepare, alsoChange) => {
    for (const certify of [false, true])
      expect(await story(prepare, alsoChange, certify)).toEqual({ before: 'valid', certainty: 'intact', changes: [] });
  });

  it.each<[string, Change, Change]>([
    [
      'a lowered version',
      withCatalog((c) => c.set('Version', name('1.9'))),
      withCatalog((c) => c.set('Version', name('1.2'))),
    ],
    [
      'a page a little larger',
      nothing,
      withPage((p) => p.set('MediaBox', list(number(0), number(0), number(596), number(842)))),
    ],
    ['a rotated page', nothing, withPage((page) => page.set('Rotate', number(90)))],
    ['another language', nothing, withCatalog((c) => c.set('Lang', text('xx')))],
    ['a user unit', nothing, withPage((page) => page.set('UserUnit', number(2)))],
  ])('%s is altered', async (_, prepare, alsoChange) => {
    expect(await story(prepare, alsoChange)).toMatchObject({ before: 'valid', certainty: 'altered' });
  });
});

/** A separate update, without a timestamp. */
async function withUpdate(prepare: Change, change: Change, certify = false) {
  const innocent = await Update.of(await samplePdfWithFields(['Firma1', 'Firma2']));
  prepare(innocent);
  const request = {
    field: 'Firma1',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: testNow(),
  };
  const { bytes } = await applySignature(innocent.write(), { ...request, certify });
  const update = await Update.of(bytes);
  change(update);
  const verification = await verifyPdf(update.write(), { anchors: [authority.root.certificate] });
  const changes = [...new Set(verification.signatures.flatMap(({ changesAfter }) => changesAfter))];
  return { certainty: CERTAINTY[verdictOf(verification)], changes };
}

describe('defaults of a form without fields to fill in', () => {
  it.each<[string, Change, Change]>([
    ['appear', nothing, form((held) => held.set('DA', text('/Helv 0 Tf')))],
    ['change', form((held) => held.set('DA', text('/Helv 0 Tf'))), form((held) => held.set('DA', text('/Times 9 Tf')))],
    [
      'of resources appear',
      nothing,
      form((held, u) => held.set('DR', dict({ Font: dict({ Helv: u.add(helvetica()) }) }))),
    ],
    ['of the calculation order are empty', nothing, form((held) => held.set('CO', list()))],
    [
      'of redrawing are removed',
      form((held) => held.set('NeedAppearances', PdfBool.TRUE)),
      form((held) => held.delete('NeedAppearances')),
    ],
  ])('%s', async (_, prepare, change) => {
    expect(await withUpdate(prepare, change)).toEqual({ certainty: 'intact', changes: [] });
  });

  it('are altered where they would be drawn', async () => {
    const drawn = await withUpdate(
      nothing,
      form((held) => held.set('NeedAppearances', PdfBool.TRUE)),
    );
    expect(drawn.certainty).toBe('altered');
    const calculated = await withUpdate(
      nothing,
      form((held, update) => held.set('CO', list(update.field('Firma2')))),
    );
    expect(calculated.certainty).toBe('altered');
  });
});

const price = (update: Update, entries: Record<string, PdfObject>): PdfRef =>
  update.add(
    dict({
      ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Tx'), T: text('Prezzo'), V: text('100') },
      ...{ Rect: list(...[40, 90, 260, 120].map(number)), P: update.page(), ...entries },
    }),
  );

describe('a shadow behind an allowance', () => {
  it('with default resources of a page is detected', async () => {
    const use = stream({}, '/Nuovo Do');
    const result = await withUpdate(
      (update) => {
        const resources = update.copy(update.page()).getDict('Resources', update.resolve);
        update.put(PLANTED, dict(Object.fromEntries([...(resources ?? [])].map(([key, value]) => [key.value, value]))));
        withPage((page) => {
          page.set('Resources', PLANTED);
          page.set('Contents', list(firstItem(page.get('Contents')), update.add(use)));
        })(update);
        form((held) => held.set('DR', PLANTED))(update);
      },
      (update) => {
        const cover = stream({ Type: name('XObject'), Subtype: name('Form') }, overlay('Euro 1'));
        update.change(PLANTED, (resources) => resources.set('XObject', dict({ Nuovo: update.add(cover) })));
      },
    );
    expect(result).toMatchObject({ certainty: 'altered', changes: ['change.object: 900'] });
  });

  it('with a field that names a font added later is reported', async () => {
    const result = await withUpdate(
      form((held, update) => {
        const field = price(update, { DA: text('/Later 9 Tf') });
        held.set('Fields', PdfArray.of(...(held.getArray('Fields', update.resolve) ?? []), field));
      }),
      form((held, update) => held.set('DR', dict({ Font: dict({ Later: update.add(helvetica()) }) }))),
    );
    expect(result).toEqual({ certainty: 'undetermined', changes: ['later.filledIn'] });
  });

  it('with fields redrawn until they disappear is reported', async () => {
    const result = await withUpdate(
      form((held, update) => {
        held.set('NeedAppearances', PdfBool.TRUE);
        held.set('Fields', PdfArray.of(...(held.getArray('Fields', update.resolve) ?? []), price(update, {})));
      }),
      form((held) => held.delete('NeedAppearances')),
    );
    expect(result).toEqual({ certainty: 'undetermined', changes: ['later.filledIn'] });
  });

  it('with the structure tree as page content is detected', async () => {
    const result = await withUpdate(
      (update) => {
        update.put(PLANTED, stream({}, overlay('Euro 100')));
        withPage((page) => page.set('Contents', PLANTED))(update);
        const root = dict({ Type: name('StructTreeRoot'), ParentTree: PLANTED });
        withCatalog((catalog) => catalog.set('StructTreeRoot', update.add(root)))(update);
      },
      (update) => void update.put(PLANTED, stream({}, overlay('Euro 1'))),
    );
    expect(result).toMatchObject({ certainty: 'altered', changes: ['change.object: 900'] });
  });

  it('with the document information as graphics state is detected', async () => {
    const result = await withUpdate(
      (update) => {
        update.put(PLANTED, dict({ ca: number(0), Title: text('A') }));
        update.trailer.set('Info', PLANTED);
        withPage((page) => {
          const resources = page.getDict('Resources', update.resolve);
          resources?.set('ExtGState', dict({ G0: PLANTED }));
          if (resources) page.set('Resources', resources);
        })(update);
      },
      (update) => void update.put(PLANTED, dict({ ca: number(1), Title: text('A') })),
    );
    expect(result.certainty).toBe('altered');
    expect(result.changes).toContain('change.object: 900');
  });

  it('with a size that hides an object until it is raised is detected', async () => {
    const innocent = await Update.of(await samplePdfWithFields(['Firma1']));
    withPage((page) => {
      innocent.put(PLANTED, stream({}, overlay('Euro 1')));
      page.set('Contents', list(firstItem(page.get('Contents')), PLANTED));
    })(innocent);
    const small: Change = (update) => void update.trailer.set('Size', number(500));
    small(innocent);
    const stamped = await addDocumentTimestamp(innocent.write(), stampWith(authority), 'Marca', (update, field) => {
      expect(field.objectNumber).toBeGreaterThan(900);
      small(update);
    });
    const update = await Update.of(stamped);
    update.trailer.set('Size', number(2000));
    const { signatures } = await verifyPdf(update.write(), { anchors: [authority.root.certificate] });
    expect(signatures.flatMap(({ changesAfter }) => changesAfter)).toEqual([
      'change.reading: /Size brings out object 900',
    ]);
  });
});
