/** Field actions disappear with their fields; anything else that runs is refused as before. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { formPaper, utf16, words } from './appearances/form-papers.suite.ts';
import { inspectPdf } from './inspect-pdf.ts';
import type { Bodies } from './papers.suite.ts';

const NUMBER = '/S /JavaScript /JS (AFNumber_Format\\(2, 1, 0, 0, "\\200 ", true\\);)';
const KEYS = '/S /JavaScript /JS (AFNumber_Keystroke\\(2, 1, 0, 0, "", true\\);)';
const TEXT = '/FT /Tx /T (prezzo) /V (25000) /AP <</N 50 0 R>>';
const BUTTON = '/FT /Btn /Ff 65536 /T (tasto) /MK <</CA (Azzera)>>';

const form = (entries: string, objects: Bodies = {}): Uint8Array =>
  formPaper([entries], { anew: false, objects: { 50: words('25.000'), ...objects } });

describe('an action of a flattened field', () => {
  it.each<[string, string, Bodies?]>([
    ['a format and its keys', `${TEXT} /AA <</F <<${NUMBER}>> /K <<${KEYS}>>>>`],
    ['a format kept elsewhere', `${TEXT} /AA 51 0 R`, { 51: '<</F 52 0 R /K 52 0 R>>', 52: `<<${NUMBER}>>` }],
    ['a date', `${TEXT} /AA <</F <</S /JavaScript /JS (AFDate_FormatEx\\("dd/mm/yyyy"\\);)>>>>`],
    [
      'a time in UTF-16',
      `${TEXT} /AA <</F <</S /JavaScript /JS 51 0 R>>>>`,
      { 51: utf16('AFTime_FormatEx("HH:MM");') },
    ],
    ['a sum', `${TEXT} /AA <</C <</S /JavaScript /JS (AFSimple_Calculate\\("SUM", new Array \\("a", "b"\\)\\);)>>>>`],
    ['a range', `${TEXT} /AA <</V <</S /JavaScript /JS (AFRange_Validate\\(true, 0, false, -1.5\\);)>>>>`],
    ['a button that empties the form', `${BUTTON} /AA <</D <</Type /Action /S /ResetForm>>>>`],
    ['a button that opens an address', `${BUTTON} /AA <</D <</S /URI /URI (https://example.org/)>>>>`],
    ['a button that prints', `${BUTTON} /A <</S /JavaScript /JS (this.print\\(\\);)>>`],
  ])('is removed with the field: %s', async (_, entries, objects) => {
    const result = await inspectPdf(form(entries, objects));
    expect(result).toMatchObject({ ok: true, normalised: true });
    expect(result.ok && Buffer.from(result.bytes).toString('latin1')).not.toMatch(
      /JavaScript|AF[A-Z][a-z]+_|ResetForm|\/AA\b|\/URI/,
    );
  });

  it.each(
    rowsOf(`
      a script of its own                 | ${TEXT} /AA <</F <</S /JavaScript /JS (event.value = "99.000")>>>>
      a format and more                   | ${TEXT} /AA <</F <</S /JavaScript /JS (AFNumber_Format\\(2\\); x = 1)>>>>
      a format of a computed number       | ${TEXT} /AA <</F <</S /JavaScript /JS (AFNumber_Format\\(f\\(\\)\\))>>>>
      a script at the opening of the page | ${TEXT} /AA <</PO <<${NUMBER}>>>>
      a script behind a reset             | ${BUTTON} /A <</S /ResetForm /Next <</S /JavaScript /JS (x)>>>>
      a form that is sent                 | ${BUTTON} /AA <</D <</S /SubmitForm /F (https://example.org)>>>>
      one bad action beside a good one    | ${TEXT} /AA <</F <<${NUMBER}>> /K <</S /JavaScript /JS (x)>>>>
      a signature field                   | /FT /Sig /T (FirmaCliente) /AA <</F <<${NUMBER}>>>>
    `),
  )('is refused: %s', async (_, entries = '') => {
    expect(await inspectPdf(form(entries))).toMatchObject({ ok: false, code: 'pdf.active' });
  });

  it('is refused when no field uses it as its format', async () => {
    const bytes = form('/FT /Tx /T (a) /V (b)', { 51: `<<${NUMBER}>>` });
    expect(await inspectPdf(bytes)).toMatchObject({ ok: false, code: 'pdf.active' });
  });

  it('does not excuse the same action of the page or the document', async () => {
    const bytes = Buffer.from(form(`${TEXT} /AA <</F 51 0 R>>`, { 51: `<<${NUMBER}>>` })).toString('latin1');
    const withEntry = (place: string, entry: string) => {
      expect(bytes).toContain(place);
      return new Uint8Array(Buffer.from(bytes.replace(place, `${entry} ${place}`), 'latin1'));
    };
    for (const file of [withEntry('/MediaBox', '/AA <</O 51 0 R>>'), withEntry('/Pages 2 0 R', '/OpenAction 51 0 R')])
      expect(await inspectPdf(file)).toMatchObject({ code: 'pdf.active' });
  });

  it.each([
    ['a signature field', '/AcroForm <</Fields [', '/AcroForm <</Fields [<</FT /Sig /T (FirmaCliente) /AA 51 0 R>> '],
    ['a link', '/Annots [', '/Annots [<</Type /Annot /Subtype /Link /Rect [0 0 50 50] /A 52 0 R>> '],
    ['an entry of the outline', '/Pages 2 0 R', '/Outlines <</First <</Title (a) /A 52 0 R>>>> /Pages 2 0 R'],
  ])('is not kept by other references: %s', async (_, place, shared) => {
    const objects = { 51: '<</F 52 0 R>>', 52: `<<${NUMBER}>>` };
    const upload = Buffer.from(form(`${TEXT} /AA 51 0 R`, objects)).toString('latin1');
    expect(upload).toContain(place);
    const result = await inspectPdf(new Uint8Array(Buffer.from(upload.replace(place, shared), 'latin1')));
    expect(result.ok && Buffer.from(result.bytes).toString('latin1')).not.toMatch(/JavaScript|AFNumber|\/AA\b/);
    expect(result).toMatchObject({ ok: true, normalised: true });
  });
});
