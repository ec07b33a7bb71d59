/** Shadow attacks: the maker of the document hides content before the signature and reveals it afterwards. */

import { PdfArray, type PdfObject, PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import {
  samplePdfWithFields,
  signerKey,
  stampWith,
  type TestAuthority,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { withCatalog, withPage } from '../attacks.ts';
import { dict, list, name, overlay, replaceBytes, stream, text, Update } from './append-update.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await testAuthority();
});

/** Hides something in an unsigned file, has the file signed, and then reveals it. @returns the verifier's findings. */
async function shadow(
  plant: (update: Update) => void,
  reveal: (update: Update) => void,
  certify = true,
): Promise<{ intact: boolean; changes: string[]; before: boolean }> {
  const innocent = await Update.of(await samplePdfWithFields(['Firma1', 'Firma2']));
  plant(innocent);
  const request = {
    field: 'Firma1',
    key: await signerKey(authority),
    stamp: stampWith(authority),
    signedAt: testNow(),
  };
  const { bytes } = await applySignature(innocent.write(), { ...request, certify });
  const anchors = [authority.root.certificate];
  const before = await verifyPdf(bytes, { anchors });
  const update = await Update.of(bytes);
  reveal(update);
  const { intact, signatures } = await verifyPdf(update.write(), { anchors });
  return { intact, changes: signatures.flatMap(({ changesAfter }) => changesAfter), before: before.intact };
}

const refOf = (value: PdfObject | undefined): PdfRef => {
  if (!(value instanceof PdfRef)) throw new Error('no reference');
  return value;
};

const PLANTED = PdfRef.of(900, 0);

describe('a shadow in the document', () => {
  it('that fills an object used by the page is detected', async () => {
    const { before, intact, changes } = await shadow(
      withPage((page) => page.set('Contents', list(refOf(page.get('Contents')), PLANTED))),
      (update) => void update.put(PLANTED, stream({}, overlay('Euro 1'))),
    );
    expect({ before, intact, changes }).toEqual({ before: true, intact: false, changes: ['change.filledIn: 900'] });
  });

  it('that hides content under a picture removed later is detected', async () => {
    const { before, intact, changes } = await shadow(
      withPage((page, update) =>
        page.set(
          'Contents',
          list(refOf(page.get('Contents')), update.put(PLANTED, stream({}, overlay('A'))) && PLANTED),
        ),
      ),
      (update) => void update.free(PLANTED),
    );
    expect({ before, intact, changes }).toEqual({ before: true, intact: false, changes: ['change.object: 900'] });
  });

  it('that replaces a hidden drawing is detected', async () => {
    const { before, intact, changes } = await shadow(
      withPage((page, update) => {
        update.put(PLANTED, stream({ Subtype: name('Form') }, ''));
        page.set('Contents', list(refOf(page.get('Contents')), update.add(stream({}, '/Hidden Do'))));
      }),
      (update) => void update.put(PLANTED, stream({ Subtype: name('Form') }, overlay('Euro 1'))),
    );
    expect({ before, intact }).toEqual({ before: true, intact: false });
    expect(changes).toEqual(['change.object: 900']);
  });

  it('with its list of validation data as page content is detected', async () => {
    const { before, intact, changes } = await shadow(
      (update) => {
        update.change(update.page(), (page) => {
          update.put(PLANTED, list(refOf(page.get('Contents'))));
          page.set('Contents', PLANTED);
        });
        withCatalog((catalog) => catalog.set('DSS', dict({ Certs: PLANTED })))(update);
      },
      (update) => {
        const old = update.resolve(PLANTED);
        if (!(old instanceof PdfArray)) throw new Error('not planted');
        update.put(PLANTED, list(...old, update.add(stream({}, overlay('Euro 1')))));
      },
    );
    expect({ before, intact, changes }).toEqual({ before: true, intact: false, changes: ['change.object: 900'] });
  });

  it('with its extensions as the encoding of a font is detected', async () => {
    const { before, intact, changes } = await shadow(
      (update) => {
        update.put(PLANTED, dict({ Differences: list() }));
        update.add(dict({ Type: name('Font'), Encoding: PLANTED }));
        withCatalog((catalog) => catalog.set('Extensions', PLANTED))(update);
      },
      (update) => void update.put(PLANTED, dict({ Differences: list(name('nine')) })),
    );
    expect({ before, intact, changes }).toEqual({ before: true, intact: false, changes: ['change.object: 900'] });
  });

  it.each([true, false])('with its metadata as page content is detected (certified: %s)', async (certify) => {
    const words = (euro: string) => overlay(`xmp:ModifyDate="${euro}"`);
    const metadata = (euro: string) => stream({ Type: name('Metadata'), Subtype: name('XML') }, words(euro));
    const { before, intact } = await shadow(
      (update) => {
        update.put(PLANTED, metadata('100'));
        update.change(update.page(), (page) => page.set('Contents', PLANTED));
        withCatalog((catalog) => catalog.set('Metadata', PLANTED))(update);
      },
      (update) => void update.put(PLANTED, metadata('999')),
      certify,
    );
    expect({ before, intact }).toEqual({ before: true, intact: false });
  });

  it('with a stream length in a changed object is detected', async () => {
    const { before, intact, changes } = await shadow(
      withPage((page, update) => {
        update.put(PLANTED, Buffer.from('20'));
        const content = update.add(dict({}));
        update.put(content, Buffer.from(`<</Length 900 0 R>>\nstream\n${'q Q '.repeat(5)}\nendstream`));
        page.set('Contents', content);
      }),
      (update) => void update.put(PLANTED, Buffer.from('2')),
    );
    expect({ before, intact, changes }).toEqual({ before: true, intact: false, changes: ['change.object: 900'] });
  });
});

describe('a change made by other products', () => {
  const titled = (update: Update, producer: string, title: string): void => {
    update.trailer.set('Info', PLANTED);
    update.put(PLANTED, dict({ Title: text(title), Producer: text(producer) }));
  };
  const note = (update: Update): void => titled(update, 'Altro programma', 'Contratto');

  it('passes in uncertified documents: the modification date', async () => {
    const result = await shadow((update) => titled(update, 'Programma', 'Contratto'), note, false);
    expect(result).toEqual({ before: true, intact: true, changes: [] });
  });

  it('is detected in a certified document', async () => {
    const result = await shadow((update) => titled(update, 'Programma', 'Contratto'), note, true);
    expect(result).toEqual({ before: true, intact: false, changes: ['change.catalog: Info'] });
  });

  it('is detected when it changes the title', async () => {
    const result = await shadow(
      (update) => titled(update, 'X', 'A'),
      (update) => titled(update, 'X', 'B'),
      false,
    );
    expect(result).toMatchObject({ before: true, intact: false });
  });
});

it('the test patch keeps the length', () => {
  expect(() => replaceBytes(new Uint8Array(Buffer.from('abc')), 'b', 'xx')).toThrow('length');
});
