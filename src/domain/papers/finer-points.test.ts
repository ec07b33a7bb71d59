/** Further content of generated papers: work authorised later, invoice addresses, the folder's trail, other languages. */
import { describe, expect, it } from 'vitest';
import { composePaper, paperFields } from './compose-paper.ts';
import type { PaperValues } from './fields.ts';
import type { Paper } from './paper.ts';
import type { PaperData } from './paper-data.ts';
import { SAMPLE_DATA, sampleData } from './sample-data.ts';

const compose = (type: string, values: PaperValues = {}, change: Partial<PaperData> = {}) =>
  composePaper(type, { ...sampleData(paperFields(type), values), ...change });
const tables = ({ blocks }: Paper) => blocks.filter((block) => block.kind === 'table');
const facts = ({ blocks }: Paper) => blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
const printedAs = (paper: Paper, label: string) => facts(paper).find((fact) => fact.label === label)?.value;
const codes = (found: readonly { field: string; code: string }[]) => found.map(({ field, code }) => `${field} ${code}`);

const EXTRA = {
  EXTRA_1_NAME: 'Filtro abitacolo',
  EXTRA_1_AMOUNT: '48,8',
  EXTRA_1_TIME: '2026-11-21T10:15',
  EXTRA_1_MEANS: 'Ginevra Provetti, per telefono',
};

describe('work authorised after the order', () => {
  it.each(['SERVICE_ODL', 'SERVICE_RICONSEGNA'])('is printed on %s with time, means and amount', (type) => {
    const { paper, missing } = compose(type, { ...EXTRA, EXTRA_2_NAME: 'Spazzole', EXTRA_2_AMOUNT: '31,20' });
    expect(tables(paper).find(({ heading }) => heading === 'Lavori aggiuntivi autorizzati')).toMatchObject({
      rows: [
        ['Filtro abitacolo', '21/11/2026 10:15', 'Ginevra Provetti, per telefono', '€\u00a048,80'],
        ['Spazzole', '', '', '€\u00a031,20'],
      ],
      totals: [{ value: '€\u00a080,00' }],
    });
    expect(codes(missing)).toEqual(['EXTRA_2_TIME required', 'EXTRA_2_MEANS required']);
  });

  it('takes no space when there is none', () => {
    expect(tables(compose('SERVICE_ODL').paper).map(({ heading }) => heading)).toEqual([
      'Lavori, ricambi e preventivo',
    ]);
  });
});

describe('the invoice address', () => {
  it.each(['SALE_NEW_PROPOSAL', 'SALE_USED_CONTRACT', 'SERVICE_ODL', 'LOAN_RENTAL'])('is printed on %s', (type) => {
    const { paper, warnings, missing } = compose(type, { INVOICE_CODE: 'ABC1234', INVOICE_PEC: 'a@pec.example.com' });
    expect(printedAs(paper, 'Codice destinatario SDI')).toBe('ABC1234');
    expect(printedAs(paper, 'PEC per la fattura')).toBe('a@pec.example.com');
    expect([...codes(warnings), ...codes(missing)]).toEqual([]);
  });

  it('gets a warning for an invalid code, and is refused for an invalid address', () => {
    const { warnings, missing } = compose('SERVICE_ODL', { INVOICE_CODE: 'ABC', INVOICE_PEC: 'pec' });
    expect([...codes(warnings), ...codes(missing)]).toEqual(['INVOICE_CODE invoice.code', 'INVOICE_PEC email']);
  });

  it('is not required without an invoice', () => {
    const asked = ['LOAN_COURTESY_VEHICLE', 'SALE_NEW_RFO', 'PRIVACY_DEALER'].flatMap((type) => paperFields(type));
    expect(asked.filter(({ group }) => group === 'invoice')).toEqual([]);
  });
});

describe('the trail of a folder', () => {
  it('prints the file, its outcome and every event, and no user input', () => {
    expect(paperFields('AUDIT')).toEqual([]);
    const { paper } = compose('AUDIT');
    expect(printedAs(paper, 'SHA-256 del file originale')).toBe('a1'.repeat(32));
    expect(printedAs(paper, 'SHA-256 del file firmato e sigillato')).toBe('b2'.repeat(32));
    expect(printedAs(paper, 'Impronta dell’ultimo evento (n. 9)')).toBe('09'.repeat(32));
    const [events] = tables(paper);
    expect(events?.rows.map(([, , what, who]) => `${what}: ${who}`)).toEqual([
      'Documento creato: Dario Provini',
      'Firma avviata: Dario Provini',
      'Link di firma inviato: Fascicolo',
      'Link di firma aperto: Ginevra Provetti',
      'Documento ricevuto per intero: Ginevra Provetti',
      'Codice inviato per SMS: Fascicolo',
      'Codice verificato: Ginevra Provetti',
      'Firma apposta: Fascicolo',
      'Documento firmato: Fascicolo',
    ]);
  });

  it('states when nothing was ever started', () => {
    const text = JSON.stringify(compose('AUDIT', {}, { trails: [] }).paper.blocks);
    expect(text).toContain('ha ancora una firma avviata');
  });
});

describe('a paper in German', () => {
  const german = (change: Partial<PaperData> = {}) =>
    compose('LOAN_TEST_PRODUCT_FOREIGN', { PAPER_LANGUAGE: 'de' }, change).paper;

  it('prints dates in German format', () => {
    expect(printedAs(german(), 'Übergabe')).toBe('20.11.2026 09:00');
    expect(printedAs(german(), 'Geburtsdatum und -ort')).toBe('01.01.1980, Roma');
  });

  it('labels the dealer’s signer in German, too', () => {
    const paper = german({ signers: [{ role: 'dealer', name: null }] });
    const boxes = paper.blocks.flatMap((block) => (block.kind === 'signatures' ? block.signatures : []));
    expect(boxes.at(-1)).toMatchObject({ party: 'Für den Händler', caption: expect.stringMatching(/^Ich übergebe/) });
  });
});

describe('the national company', () => {
  it('is named once its data exist, and printed as brackets before', () => {
    expect(printedAs(compose('PRIVACY_NSC').paper, 'Titolare')).toBe('[società nazionale]');
    const national = {
      ...SAMPLE_DATA.national,
      legalName: 'Nazionale S.p.A.',
      registeredOffice: 'Via Prova 9, Milano',
    };
    const { paper } = compose('PRIVACY_NSC', {}, { national });
    expect([printedAs(paper, 'Titolare'), printedAs(paper, 'Sede')]).toEqual([
      'Nazionale S.p.A.',
      'Via Prova 9, Milano',
    ]);
    const module = compose('FEA_MODULE', {}, { national }).paper;
    expect(printedAs(module, 'Erogatore dei moduli nazionali')).toBe('Nazionale S.p.A., Via Prova 9, Milano');
  });
});

describe('a reference', () => {
  it('never wraps before its number or law', () => {
    const clauses = compose('PRIVACY_SERVICE').paper.blocks.flatMap((block) =>
      block.kind === 'clauses' ? block.clauses : [],
    );
    const text = clauses.map((clause) => clause.text).join(' ');
    for (const whole of ['art.\u00a06', 'par.\u00a01', 'lett.\u00a0b', 'lett.\u00a0a)', '28\u00a0GDPR']) {
      expect(text).toContain(whole);
    }
  });
});
