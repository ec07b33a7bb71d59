/** What of a form becomes part of the page: its own appearances, or its values redrawn. */
import { describe, expect, it } from 'vitest';
import { printedText } from '#test/papers/printed-text.ts';
import { rowsOf } from '#test/rows.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { streamOf } from '../papers.suite.ts';
import { drawing, type FormOptions, formPaper, HELVETICA, utf16, words } from './form-papers.suite.ts';

/** The words of the stored file, as read by Poppler. */
async function stored(widgets: readonly string[], options: FormOptions = {}): Promise<string> {
  const result = await inspectPdf(formPaper(widgets, options));
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return (await printedText(result.bytes)).replace('Contratto', '').trim();
}

const judged = (widgets: readonly string[], options: FormOptions = {}) => inspectPdf(formPaper(widgets, options));

const withDrawing = (bytes: Buffer, anew?: boolean): FormOptions => ({ anew, objects: { 50: bytes } });
const text = (value: string, more = ''): string => `/FT /Tx /T (campo) /V ${value} ${more}`;
const DRAWN = '/AP <</N 50 0 R>>';

describe('an appearance in the file', () => {
  it('is kept if it shows the value, even with NeedAppearances', async () => {
    // The colour is from the file's own appearance: one drawn here would be black.
    const blue = drawing('BT /Helv 10 Tf 0 0 1 rg 2 6 Td (Mario) Tj 0 -1 Td ( Rossi) Tj ET');
    const result = await judged([text('(Mario Rossi)', DRAWN)], withDrawing(blue));
    expect(result.ok && Buffer.from(result.bytes).includes(deflatedPart(blue))).toBe(true);
  });

  it.each([
    ['shows other words', words('Seleziona')],
    ['shows nothing', drawing('/Tx BMC EMC')],
    ['shows a part of them', words('Mario')],
    ['shows them outside its box', drawing('BT /Helv 10 Tf 2 -30 Td (Mario Rossi) Tj ET')],
    ['shows them invisibly', drawing('BT /Helv 10 Tf 3 Tr 2 6 Td (Mario Rossi) Tj ET')],
    ['lacks the font that it names', drawing('BT /Helv 10 Tf 2 6 Td (Mario Rossi) Tj ET', '')],
    ['draws itself again and again', drawing('/Fm Do /Fm Do', '/XObject <</Fm 50 0 R>>')],
    ['cannot be read', drawing('BT /Helv 10 Tf 2 6 Td (Mario Ro')],
    ['shows them with a letter exchanged', words('Mario Rosci')],
  ])('that %s is replaced by the value with NeedAppearances', async (_, bytes) => {
    expect(await stored([text('(Mario Rossi)', DRAWN)], withDrawing(bytes))).toBe('Mario Rossi');
  });

  it('without a value in its field is removed with NeedAppearances, otherwise kept', async () => {
    const total = withDrawing(words('Totale 30.000,00'));
    expect(await stored(['/FT /Tx /T (campo)', `/FT /Tx /T (totale) ${DRAWN}`], total)).toBe('');
    expect(await stored([`/FT /Tx /T (totale) /V null ${DRAWN}`], { ...total, anew: false })).toBe('Totale 30.000,00');
  });

  it('is kept without NeedAppearances as readers show it: a formatted number is not outdated', async () => {
    expect(await stored([text('(1234.5)', DRAWN)], withDrawing(words('1.234,50 EUR'), false))).toBe('1.234,50 EUR');
  });

  it('is read in its own encoding, with ligatures and letters of a subset', async () => {
    const map = streamOf(
      '',
      '1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0001> <0160> <0002> <00660069> endbfchar 1 beginbfrange <0003> <0004> <0061> endbfrange',
    );
    const subset =
      '/Font <</Helv <</Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 51 0 R /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor <</Type /FontDescriptor /FontName /X /FontFile2 52 0 R>> /W [1 [500 500 500 500]]>>]>>>>';
    const bytes = drawing('BT /Helv 10 Tf 0 0.5 0 rg 2 6 Td <0001000200030004> Tj ET', subset);
    const options = { objects: { 50: bytes, 51: map, 52: streamOf('', 'a typeface') } };
    const result = await judged([text(utf16('Šfiab'), DRAWN)], options);
    expect(result.ok && Buffer.from(result.bytes).includes(deflatedPart(bytes))).toBe(true);
    expect(await stored([text(utf16('Šfiaa'), DRAWN)], options)).toBe('Šfiaa');
  });
});

describe('a value', () => {
  it.each([
    ['in PDFDocEncoding', '(Nicol\\362 \\240 25.000,00)', 'Nicolò € 25.000,00'],
    ['in UTF-16', utf16('Šarić-Žižek Łódź'), 'Šarić-Žižek Łódź'],
    ['in UTF-16 of the other byte order', `<fffe${Buffer.from('Forlì è', 'utf16le').toString('hex')}>`, 'Forlì è'],
    ['in UTF-8', `<efbbbf${Buffer.from('più già').toString('hex')}>`, 'più già'],
    ['with the code of a language', utf16('\u001bit\u001bcosì'), 'così'],
    ['with decomposed accents', utf16('perche\u0301'), 'perché'],
    ['with blanks and characters that have no shape', utf16('A\u00a0B\u200bC\u00adD'), 'A BCD'],
    ['as a stream', '51 0 R', 'Testo in uno stream'],
  ])('%s is drawn', async (_, value, shown) => {
    const objects = { 51: streamOf('', 'Testo in uno stream') };
    expect(await stored([text(value)], { objects })).toBe(shown);
  });

  it.each(
    rowsOf(`
      names a font that the form lacks    | /DA (/ArialMT 10 Tf 0 g)
      names no size                       | /DA (/Helv 0 Tf 0 g)
      is missing                          | /DA ()
      is not well-formed                  | /DA (Helv 10 Tf 1 g 0 0 rg)
      asks for a bold letter and a colour | /DA (/Arial,Bold 9 Tf 0.2 0.3 0.4 rg)
    `),
  )('is drawn when the default appearance %s', async (_, more) => {
    expect(await stored([text('(gi\\340 cos\\354)', more)])).toBe('già così');
  });

  it.each([0, 90, 180, 270])('is drawn upright in a field rotated by %i degrees', async (turn) => {
    const rect = turn % 180 === 0 ? '/Rect [40 600 240 620]' : '/Rect [40 400 60 600]';
    expect(await stored([text('(Girato)', `/MK <</R ${turn}>> ${rect}`)])).toBe('Girato');
  });

  it.each([0, 1, 2])('is drawn inside its box with quadding %i', async (quadding) => {
    expect(await stored([text('(Allineato)', `/Q ${quadding}`)])).toBe('Allineato');
  });

  it('is inherited, with all related entries', async () => {
    const parents = [`/FT /Tx /T (padre) /V (Ereditato) /Ff 4096 /Q 1 /DA (/Helv 8 Tf 1 0 0 rg) /Kids [10 0 R 11 0 R]`];
    expect(await stored(['/Parent 40 0 R', '/Parent 40 0 R'], { parents })).toBe('Ereditato Ereditato');
  });

  it('of several lines is wrapped, keeping its line breaks and every line', async () => {
    const lines = 'Il veicolo \\350 consegnato cos\\354.\\rPer\\362 il prezzo\\r\\n\\r\\n\\240 25.000.\\nF\\344hre';
    const shown = await stored([text(`(${lines})`, '/Ff 4096 /Rect [40 500 140 620]')]);
    expect(shown).toBe('Il veicolo è consegnato così. Però il prezzo € 25.000. Fähre');
  });

  it('of many words is shrunk until it fits its box', async () => {
    const note = Array.from({ length: 60 }, (_, index) => `parola${index}`).join(' ');
    for (const size of [0, 12]) {
      const shown = await stored([text(`(${note})`, `/Ff 4096 /DA (/Helv ${size} Tf 0 g) /Rect [40 500 240 580]`)]);
      expect(shown).toBe(note);
    }
  });

  it('on one line too long for its size is shrunk, not cut', async () => {
    const name = 'Associazione Sportiva Dilettantistica Polisportiva di Castelfranco Emilia';
    expect(await stored([text(`(${name})`, '/DA (/Helv 12 Tf 0 g)')])).toBe(name);
  });

  it('of a comb field is drawn in cells, or without them if there are more letters than cells', async () => {
    const comb = `/Ff ${1 << 24} /MaxLen 7 /MK <</BC [0]>>`;
    expect((await stored([text('(AB123CD)', comb)])).replace(/ /g, '')).toBe('AB123CD');
    expect(await stored([text('(AB123CD EF)', comb)])).toBe('AB123CD EF');
  });

  it('of a password is shown as asterisks, whatever its appearance', async () => {
    const field = [text('(segreto)', `/Ff 8192 ${DRAWN}`)];
    expect(await stored(field, withDrawing(words('segreto')))).toBe('*******');
    expect(await stored(field, withDrawing(words('segreto'), false))).toBe('*******');
  });

  it('of a hidden or empty field is not drawn', async () => {
    const fields = [text('(nascosto)', '/F 2'), text('(nullo)', '/Rect [0 0 0 0]'), text('(visto)', '/Ff 1')];
    expect(await stored(fields)).toBe('visto');
  });
});

describe('a choice', () => {
  const options = '/Opt [(Seleziona) [(D) (Diesel)] [(B) (Benzina)] (Ibrida)]';

  it.each(
    rowsOf(`
      (Ibrida) | Ibrida
      (D)      | Diesel
      (Diesel) | Diesel
      (Metano) | Metano
    `),
  )('of %s shows the display text', async (value, shown) => {
    expect(await stored([`/FT /Ch /Ff ${1 << 17} /T (alim) /V ${value} ${options}`])).toBe(shown);
  });

  it('with an outdated appearance shows the value', async () => {
    const field = `/FT /Ch /Ff ${1 << 17} /T (alim) /V (D) ${options} ${DRAWN}`;
    expect(await stored([field], withDrawing(words('Seleziona')))).toBe('Diesel');
    expect(await stored([field], withDrawing(words('D')))).toBe('Diesel');
  });

  it('in a list shows the options, with the selected ones highlighted and visible', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `(Colore ${index})`).join(' ');
    const field = `/FT /Ch /T (lista) /V [(Colore 17) (Colore 18)] /Opt [${many}] /Rect [40 500 140 540]`;
    const result = await judged([field]);
    if (!result.ok) throw new Error(result.detail);
    expect(await printedText(result.bytes)).toContain('Colore 17 Colore 18');
  });

  it('in a list keeps an appearance only if it highlights the selected options', async () => {
    const list = (row: number) =>
      drawing(`q 0 0 1 rg 0 ${row} 200 6 re f Q BT /Helv 5 Tf 2 8 Td (Rosso) Tj 0 -6 Td (Blu) Tj ET`);
    const field = (value: string) => `/FT /Ch /T (lista) /V (${value}) /Opt [(Rosso) (Blu)] ${DRAWN}`;
    const kept = async (value: string, row: number) => {
      const bytes = list(row);
      const result = await judged([field(value)], withDrawing(bytes));
      return result.ok && Buffer.from(result.bytes).includes(deflatedPart(bytes));
    };
    expect(await kept('Rosso', 7)).toBe(true);
    expect(await kept('Rosso', 1)).toBe(false);
    expect(await kept('Blu', 7)).toBe(false);
  });
});

describe('checkboxes and radio buttons', () => {
  const box = (entries: string) => `/FT /Btn /T (box) /Rect [40 700 55 715] ${entries}`;
  const states = (on: string) => ({
    objects: { 50: words('X'), 51: words('O') },
    on: `/AP <</N <</${on} 50 0 R /Off 51 0 R>>>>`,
  });

  it.each(
    rowsOf(`
      4 | ✔
      8 | ✘
      l | ●
      u | ◆
      n | ■
      H | ★
    `),
  )('without an appearance show the mark of their style %s', async (caption, mark) => {
    expect(await stored([box(`/V /1 /AS /1 /MK <</CA (${caption}) /BC [0]>>`)])).toBe(mark);
  });

  it('without an appearance are checked by their value, and empty with Off', async () => {
    expect(await stored([box('/V /Yes')])).toBe('✔');
    expect(await stored([box('/AS /1')])).toBe('✔');
    expect(await stored([box('/V /Off /AS /Off /MK <</BC [0]>>')])).toBe('');
    expect(await stored([box('')])).toBe('');
  });

  it('without appearances show the selected one of several', async () => {
    const kid = (state: string, x: number) =>
      `/Parent 40 0 R /AS /${state} /MK <</CA (l) /BC [0]>> /Rect [${x} 700 ${x + 15} 715]`;
    const parents = ['/FT /Btn /Ff 49152 /T (r) /V /2 /Kids [10 0 R 11 0 R 12 0 R]'];
    expect(await stored([kid('Off', 40), kid('2', 80), kid('Off', 120)], { parents })).toBe('●');
  });

  it('keep the appearance of their state, whatever its name', async () => {
    const { on, objects } = states('1');
    expect(await stored([box(`/V /1 /AS /1 ${on}`)], { objects })).toBe('X');
    expect(await stored([box(`/V /Yes /AS /1 ${on}`)], { objects })).toBe('X');
    expect(await stored([box(`/V /Off /AS /Off ${on}`)], { objects })).toBe('O');
    expect(await stored([box(`/V /1 ${on}`)], { objects })).toBe('X');
    expect(await stored([box(`/V (Contanti) /Opt [(Rate) (Contanti)] /AS /1 ${on}`)], { objects })).toBe('X');
  });

  it('draw the state that their appearances lack', async () => {
    const { on, objects } = states('On');
    expect(await stored([box(`/V /Yes /AS /Yes ${on}`)], { objects })).toBe('✔');
  });

  it('with one appearance for all states keep it without NeedAppearances, else show their state', async () => {
    const field = [box(`/V /1 /AS /1 ${DRAWN}`)];
    expect(await stored(field, withDrawing(words('X'), false))).toBe('X');
    expect(await stored(field, withDrawing(words('X')))).toBe('✔');
  });

  it('whose appearance is empty, or lacks its font, show their mark', async () => {
    const { on } = states('1');
    const field = [box(`/V /1 /AS /1 ${on}`)];
    const off = drawing('0 0 1 1 re f');
    expect(await stored(field, { objects: { 50: drawing('/Tx BMC EMC'), 51: off } })).toBe('✔');
    const lacking = drawing('BT /ZaDb 12 Tf 2 4 Td (4) Tj ET');
    expect(await stored(field, { anew: false, objects: { 50: lacking, 51: off } })).toBe('✔');
  });

  it('with contradictory value and state are refused by name with NeedAppearances, otherwise kept as shown', async () => {
    const { on, objects } = states('1');
    const field = [box(`/V /1 /AS /Off ${on}`)];
    expect(await judged(field, { objects })).toMatchObject({ code: 'pdf.field', parameters: { field: 'box' } });
    expect(await stored(field, { objects, anew: false })).toBe('O');
  });

  it('whose value matches none are refused by name', async () => {
    const parents = ['/FT /Btn /Ff 49152 /T (pagamento) /V /2 /Kids [10 0 R 11 0 R]'];
    const kids = ['/Parent 40 0 R /Rect [40 700 55 715]', '/Parent 40 0 R /Rect [80 700 95 715]'];
    expect(await judged(kids, { parents })).toMatchObject({ code: 'pdf.field', parameters: { field: 'pagamento' } });
  });

  it('a push button shows its caption, or its own appearance', async () => {
    const button = `/FT /Btn /Ff ${1 << 16} /T (b) /MK <</CA (Stampa \\350) /BG [0.8] /BC [0]>> /BS <</W 2 /S /B>>`;
    expect(await stored([button])).toBe('Stampa è');
    expect(await stored([`${button} ${DRAWN}`], withDrawing(words('Logo')))).toBe('Logo');
  });
});

describe('a field that cannot be drawn correctly is refused by name', () => {
  it.each([
    ['letters that no typeface has', text(utf16('名前 \ue000'))],
    ['a text that would be illegible in its box', text(`(${'molte parole '.repeat(40)})`)],
    ['lines that would be illegible in their box', text(`(${'molte parole '.repeat(400)})`, '/Ff 4096')],
  ])('for %s', async (_, field) => {
    expect(await judged([field])).toMatchObject({ ok: false, code: 'pdf.field', parameters: { field: 'campo' } });
  });

  it('with the names of its parents, without control characters, at most 60 letters', async () => {
    const parents = [`/T ${utf16(`cliente\u0007\u202e ${'x'.repeat(80)}`)} /Kids [10 0 R]`];
    const result = await judged([`/Parent 40 0 R ${text(utf16('\ue000'))}`], { parents });
    expect(result.ok || result.parameters?.field).toBe(`cliente ${'x'.repeat(52)}`);
  });
});

it('the form is removed from the stored file, which is accepted unchanged when resubmitted', async () => {
  const result = await judged([text('(Mario)'), '/FT /Btn /V /1 /T (b)'], { fonts: `/Helv ${HELVETICA}` });
  if (!result.ok) throw new Error(result.detail);
  expect(Buffer.from(result.bytes).includes('/AcroForm')).toBe(false);
  expect(await inspectPdf(result.bytes)).toMatchObject({ ok: true, normalised: false });
});

/** The compressed data of an appearance, as found in a file that keeps it. */
function deflatedPart(bytes: Buffer): Buffer {
  const start = bytes.indexOf('stream\n') + 'stream\n'.length;
  return bytes.subarray(start, bytes.lastIndexOf('\nendstream'));
}
