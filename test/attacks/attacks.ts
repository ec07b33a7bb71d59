/** Attacks on a signed PDF by means of updates; each produces bytes that must not pass verification. */
import { PdfArray, type PdfDict, PdfRef } from '@libpdf/core';
import { stampWith, testAuthority } from '#pdf/signing/samples.suite.ts';
import { dict, list, name, number, overlay, startxrefOf, stream, text, Update } from './files/append-update.ts';
import { addDocumentTimestamp } from './files/rewrite-signatures.ts';

export interface Attack {
  /** Completes the sentence "the verifier sees …". */
  title: string;
  apply: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The code expected among the problems or changes. */
  code: string;
}

const changed = (title: string, code: string, change: (update: Update) => void): Attack => ({
  title,
  code,
  apply: async (bytes) => {
    const update = await Update.of(bytes);
    change(update);
    return update.write();
  },
});

export const withPage = (change: (page: PdfDict, update: Update) => void) => (update: Update) =>
  void update.change(update.page(), (page) => change(page, update));

export const withCatalog = (change: (catalog: PdfDict, update: Update) => void) => (update: Update) =>
  void update.change(update.root, (catalog) => change(catalog, update));

const withField = (title: string, change: (field: PdfDict, update: Update) => void) => (update: Update) =>
  void update.change(update.field(title), (field) => change(field, update));

const signatureOf = (update: Update, title: string): PdfRef => {
  const ref = update.copy(update.field(title)).get('V');
  if (!(ref instanceof PdfRef)) throw new Error('not signed');
  return ref;
};

const annotation = (update: Update, entries: Record<string, PdfRef | PdfDict> = {}): PdfRef => {
  const look = update.add(
    stream(
      { Type: name('XObject'), Subtype: name('Form'), BBox: list(number(0), number(0), number(500), number(200)) },
      '1 g 0 0 500 200 re f',
    ),
  );
  return update.add(
    dict({
      Type: name('Annot'),
      Subtype: name('FreeText'),
      Rect: list(number(40), number(500), number(540), number(700)),
      Contents: text('Importo: 1 euro'),
      AP: dict({ N: look }),
      ...entries,
    }),
  );
};

const addAnnotation = (page: PdfDict, update: Update, ref: PdfRef): void => {
  page.set('Annots', PdfArray.of(...(page.getArray('Annots', update.resolve) ?? []), ref));
};

const firstContents = (update: Update): PdfRef => {
  const contents = update.copy(update.page()).get('Contents');
  const ref = contents instanceof PdfArray ? contents.at(0) : contents;
  if (!(ref instanceof PdfRef)) throw new Error('no content');
  return ref;
};

const scriptAction = dict({ S: name('JavaScript'), JS: text('app.alert(1)') });

/** Updates that anyone can append without a key. */
export const updates: readonly Attack[] = [
  changed(
    'text laid over a page',
    'change.page',
    withPage((page, update) => {
      page.set('Contents', list(firstContents(update), update.add(stream({}, overlay('Euro 1')))));
    }),
  ),
  changed('the content of a page exchanged', 'change.object', (update) => {
    update.put(firstContents(update), stream({}, overlay('Euro 1')));
  }),
  changed('a font exchanged, so that digits look different', 'change.object', (update) => {
    const fonts = update.copy(update.page()).getDict('Resources', update.resolve)?.getDict('Font', update.resolve);
    const [first] = fonts ? [...fonts] : [];
    if (!(first?.[1] instanceof PdfRef)) throw new Error('no font');
    update.put(first[1], dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('ZapfDingbats') }));
  }),
  changed('a page added', 'change.pages', (update) => {
    const pages = update.copy(update.pagesRoot());
    const page = update.copy(update.page());
    page.delete('Annots');
    pages.set('Kids', PdfArray.of(...(pages.getArray('Kids', update.resolve) ?? []), update.add(page)));
    pages.set('Count', number((pages.getNumber('Count')?.value ?? 0) + 1));
    update.put(update.pagesRoot(), pages);
  }),
  changed('a page taken out', 'change.pages', (update) => {
    const pages = update.copy(update.pagesRoot());
    pages.set('Kids', PdfArray.of(...[...(pages.getArray('Kids', update.resolve) ?? [])].slice(1)));
    update.put(update.pagesRoot(), pages);
  }),
  changed(
    'the catalog led to other pages',
    'change.pages',
    withCatalog((catalog, update) => {
      catalog.set('Pages', update.add(update.copy(update.pagesRoot())));
    }),
  ),
  changed(
    'a page turned',
    'change.page',
    withPage((page) => page.set('Rotate', number(180))),
  ),
  changed(
    'a page cropped',
    'change.page',
    withPage((page) => {
      page.set('CropBox', list(number(0), number(0), number(100), number(100)));
    }),
  ),
  changed(
    'an annotation that covers the text',
    'change.annotation',
    withPage((page, update) => {
      addAnnotation(page, update, annotation(update));
    }),
  ),
  changed(
    'a link added to a page',
    'change.annotation',
    withPage((page, update) => {
      addAnnotation(page, update, update.add(dict({ Subtype: name('Link'), A: scriptAction })));
    }),
  ),
  changed('the annotations of the signature page taken away', 'change.annotation', (update) => {
    const ref = update.copy(update.field('Firma1')).get('P');
    if (!(ref instanceof PdfRef)) throw new Error('no page');
    update.change(ref, (page) => page.set('Annots', list()));
  }),
  changed(
    'a moved signature box',
    'change.field',
    withField('Firma1', (field) => {
      field.set('Rect', list(number(10), number(10), number(300), number(300)));
    }),
  ),
  changed(
    'a hidden signature box',
    'change.field',
    withField('Firma1', (field) => field.set('F', number(2))),
  ),
  changed(
    'a renamed signature field',
    'change.field',
    withField('Firma1', (field) => field.set('T', text('Altro'))),
  ),
  changed(
    'another look of a signature',
    'change.field',
    withField('Firma1', (field, update) => {
      const look = stream(
        { Subtype: name('Form'), BBox: list(number(0), number(0), number(9), number(9)) },
        overlay('X'),
      );
      field.set('AP', dict({ N: update.add(look) }));
    }),
  ),
  changed('the drawing of a signature exchanged', 'change.object', (update) => {
    const ref = update.copy(update.field('Firma1')).getDict('AP')?.get('N');
    if (!(ref instanceof PdfRef)) throw new Error('no drawing');
    const look = update.copy(ref);
    update.put(ref, stream(Object.fromEntries([...look].map(([key, value]) => [key.value, value])), overlay('Mario')));
  }),
  changed(
    'an action on a signature box',
    'change.field',
    withField('Firma1', (field) => field.set('A', scriptAction)),
  ),
  changed(
    'a script at opening',
    'change.catalog',
    withCatalog((catalog) => catalog.set('OpenAction', scriptAction)),
  ),
  changed(
    'scripts in the names',
    'change.catalog',
    withCatalog((catalog) => {
      catalog.set('Names', dict({ JavaScript: dict({ Names: list(text('x'), scriptAction) }) }));
    }),
  ),
  changed(
    'an action when a page opens',
    'change.page',
    withPage((page) => page.set('AA', dict({ O: scriptAction }))),
  ),
  changed(
    'layers',
    'change.catalog',
    withCatalog((catalog) => catalog.set('OCProperties', dict({ OCGs: list() }))),
  ),
  changed(
    'the permissions of the certification taken away',
    'change.catalog',
    withCatalog((catalog) => {
      catalog.delete('Perms');
    }),
  ),
  changed('a changed entry of a signature dictionary', 'change.object', (update) => {
    const ref = signatureOf(update, 'Firma1');
    update.change(ref, (signature) => signature.set('Name', text('Mario Altri')));
  }),
  changed(
    'a field pointed to a copy of its signature',
    'change.signature',
    withField('Firma1', (field, update) => {
      const signature = update.copy(signatureOf(update, 'Firma1'));
      signature.set('Name', text('Mario Altri'));
      field.set('V', update.add(signature));
    }),
  ),
  changed(
    'a signature taken out of its field',
    'change.signature',
    withField('Firma2', (field) => field.delete('V')),
  ),
  changed('a field taken out of the form', 'change.form', (update) => {
    const form = update.form();
    form.set('Fields', PdfArray.of(...[...(form.getArray('Fields', update.resolve) ?? [])].slice(1)));
    update.putForm(form);
  }),
  changed('a text field added', 'change.form', (update) => {
    const form = update.form();
    const field = dict({
      FT: name('Tx'),
      T: text('x'),
      Subtype: name('Widget'),
      Rect: list(number(0), number(0), number(99), number(99)),
    });
    form.set('Fields', PdfArray.of(...(form.getArray('Fields', update.resolve) ?? []), update.add(field)));
    update.putForm(form);
  }),
  changed('an XFA form added', 'change.form', (update) => {
    const form = update.form();
    form.set('XFA', update.add(stream({}, '<xdp/>')));
    update.putForm(form);
  }),
  changed('appearances asked to be drawn anew', 'change.form', (update) => {
    const form = update.form();
    form.set('NeedAppearances', name('true'));
    update.putForm(form);
  }),
  changed('an object set free', 'change.object', (update) => void update.free(firstContents(update))),
  changed('another title in the document information', 'change.catalog', (update) => {
    const ref = update.trailer.get('Info');
    if (!(ref instanceof PdfRef)) throw new Error('no information');
    update.change(ref, (information) => information.set('Title', text('Altro contratto')));
  }),
  changed('another root of the document', 'change.trailer', (update) => {
    update.trailer.set('Root', update.add(update.copy(update.root)));
  }),
  changed(
    'validation data with a foreign entry',
    'change.validationData',
    withCatalog((catalog, update) => {
      catalog.set('DSS', update.add(dict({ Type: name('DSS'), Certs: list(), JS: text('x') })));
    }),
  ),
  changed(
    'validation data that holds a page',
    'change.validationData',
    withCatalog((catalog, update) => {
      catalog.set('DSS', update.add(dict({ Certs: list(update.page()) })));
    }),
  ),
  changed(
    'validation data whose streams carry more than data',
    'change.validationData',
    withCatalog((catalog, update) => {
      const odd = update.add(stream({ Subtype: name('Form'), BBox: list() }, '1 g'));
      catalog.set('DSS', dict({ CRLs: list(odd) }));
    }),
  ),
  changed(
    'validation data for something that is no signature',
    'change.validationData',
    withCatalog((catalog) => {
      catalog.set('DSS', dict({ VRI: dict({ altro: dict({}) }) }));
    }),
  ),
  changed(
    'extensions that hold a stream',
    'change.catalog',
    withCatalog((catalog, update) => {
      catalog.set('Extensions', dict({ X: update.add(stream({}, 'x')) }));
    }),
  ),
  {
    title: 'a cover drawn by a timestamp field that hides behind a widget below it',
    code: 'change.annotation',
    apply: async (bytes) =>
      addDocumentTimestamp(bytes, stampWith(await testAuthority()), 'Copertura', (update, field, entries) => {
        const area = list(number(40), number(500), number(540), number(700));
        const cover = stream({ Type: name('XObject'), Subtype: name('Form'), BBox: area }, '1 g 40 500 500 200 re f');
        entries.delete('F');
        entries.set('Rect', area);
        entries.set('AP', dict({ N: update.add(cover) }));
        const hidden = dict({ Type: name('Annot'), Subtype: name('Widget'), F: number(2), Parent: field });
        entries.set('Kids', list(update.add(hidden)));
        withPage((page) => addAnnotation(page, update, field))(update);
      }),
  },
  {
    title: 'a page content exchanged inside an object stream',
    code: 'change.page',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      const content = update.add(dict({}));
      const page = update.copy(update.page());
      page.set('Contents', content);
      return update.put(update.page(), page).writeCompressed();
    },
  },
  {
    title: 'bytes between objects that belong to none',
    code: 'change.stray',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      update.add(dict({}));
      return update.write(`${update.page().objectNumber} 0 obj\n<</Type /Page>>\nendobj\n`);
    },
  },
  {
    title: 'an update that starts from an older revision',
    code: 'change.stray',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      const before = update.file.revisions[update.file.last - 1];
      const section = before?.spans[0]?.start ?? 0;
      update.trailer.set('Prev', number(section));
      update.add(dict({}));
      return update.write();
    },
  },
  {
    title: 'a second cross-reference that ignores the first',
    code: 'coverage.end',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      const { file } = update;
      const rows = file.numbersAt(file.last).map((ref) => {
        const entry = file.entryAt(file.last, ref)?.entry;
        return entry?.type === 'offset' ? `${ref} 1\n${String(entry.offset).padStart(10, '0')} 00000 n\r\n` : '';
      });
      const trailer = `trailer\n<</Root ${update.root} /Size 999>>\nstartxref\n${bytes.length + 1}\n%%EOF\n`;
      return new Uint8Array(Buffer.concat([bytes, Buffer.from(`\nxref\n${rows.join('')}${trailer}`)]));
    },
  },
  {
    title: 'a startxref that points back to an older revision',
    code: 'file.unreadable',
    apply: async (bytes) => {
      const { file } = await Update.of(bytes);
      const section = file.revisions[file.last - 1]?.spans[0]?.start ?? 0;
      return new Uint8Array(Buffer.concat([bytes, Buffer.from(`startxref\n${section}\n%%EOF\n`)]));
    },
  },
  {
    title: 'an update that points an object back into signed bytes',
    code: 'change.stray',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      const { file } = update;
      // The second signature's field in its earlier state: the signature would vanish from view.
      const ref = update.field('Firma2');
      const old = file.revisions.find(({ entries }) => entries.has(ref.objectNumber))?.entries.get(ref.objectNumber);
      if (old?.type !== 'offset') throw new Error('not as expected');
      const table = `xref\n${ref.objectNumber} 1\n${String(old.offset).padStart(10, '0')} 00000 n\r\n`;
      const trailer = `trailer\n<</Root ${update.root} /Size 999 /Prev ${startxrefOf(bytes)}>>\n`;
      const end = `startxref\n${bytes.length + 1}\n%%EOF\n`;
      return new Uint8Array(Buffer.concat([bytes, Buffer.from(`\n${table}${trailer}${end}`)]));
    },
  },
  {
    title: 'a hybrid update whose stream contradicts its table',
    code: 'file.unreadable',
    apply: async (bytes) => {
      const update = await Update.of(bytes);
      const page = update.copy(update.page());
      const hidden = (await Update.of(bytes)).put(update.page(), page).writeCompressed();
      const second = await Update.of(hidden);
      second.trailer.set('XRefStm', number(startxrefOf(hidden)));
      second.trailer.set('Prev', number(startxrefOf(bytes)));
      return second.put(second.page(), page).write();
    },
  },
];
