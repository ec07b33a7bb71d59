/** Generated papers report missing values, refuse a loan that the law forbids, and repeat the text that each driver signs. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '#test/rows.ts';
import { clauseLanguages, composePaper, draftTexts, hasTemplate, paperFields, paperTypes } from './compose-paper.ts';
import type { PaperValues } from './fields.ts';
import { fieldLabel } from './labels/field-label.ts';
import type { BlockOf, Paper } from './paper.ts';
import type { PaperData } from './paper-data.ts';
import { SAMPLE_DATA, sampleData } from './sample-data.ts';
import { LOAN_TEXTS_IT } from './texts/loan-it.ts';

const COURTESY = 'LOAN_COURTESY_VEHICLE';
const MULTI = 'LOAN_COURTESY_VEHICLE_MULTI';

const compose = (type: string, change: PaperValues = {}, data: Partial<PaperData> = {}) =>
  composePaper(type, { ...sampleData(paperFields(type), change), ...data });
const codes = (found: readonly { field: string; code: string }[]) => found.map(({ field, code }) => `${field} ${code}`);
const facts = (paper: Paper, heading: string) =>
  paper.blocks.find((block): block is BlockOf<'facts'> => block.kind === 'facts' && block.heading === heading)?.facts;
const boxes = (paper: Paper) => paper.blocks.flatMap((block) => (block.kind === 'signatures' ? block.signatures : []));

describe('templates', () => {
  it('exist for every type of the shipped configuration except copies of identity documents', () => {
    const folderTypes: { documentTypes: { slug: string }[] }[] = JSON.parse(
      readFileSync(new URL('../../../db/folder-types.json', import.meta.url), 'utf8'),
    );
    const slugs = folderTypes.flatMap(({ documentTypes }) => documentTypes.map(({ slug }) => slug));
    expect([...new Set(slugs)].filter((slug) => !hasTemplate(slug))).toEqual([
      'OTHER_IDENTITY',
      'OTHER_DRIVING_LICENSE',
    ]);
    expect(hasTemplate('constructor')).toBe(false);
  });

  it.each(paperTypes)('%s has a label in both languages for every field, and complete sample data', (type) => {
    const fields = paperFields(type);
    expect(fields.filter(({ name }) => !fieldLabel(name, 'it') || !fieldLabel(name, 'en'))).toEqual([]);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    expect(compose(type).missing).toEqual([]);
    expect(compose(type).warnings).toEqual([]);
  });

  it.each(paperTypes)('%s names every required field that is empty', (type) => {
    const required = paperFields(type).filter((field) => field.required);
    const { missing } = composePaper(type, { ...SAMPLE_DATA, values: {} });
    expect(codes(missing)).toEqual(expect.arrayContaining(required.map(({ name }) => `${name} required`)));
  });

  it.each(paperTypes)('%s marks every clause as unapproved, until the texts of a legal entity are approved', (type) => {
    const marked = (paper: Paper) =>
      paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses.map((one) => one.placeholder) : []));
    expect(new Set(marked(compose(type).paper))).toEqual(new Set([true]));
  });

  it.each(paperTypes)('%s has a text for every clause that it may print', (type) => {
    const empty = clauseLanguages(type).flatMap((language) =>
      (draftTexts(type, language)?.clauses ?? []).filter(({ heading, text }) => heading === '' || text === ''),
    );
    expect(empty).toEqual([]);
    expect(clauseLanguages(type).length).toBeGreaterThan(0);
  });

  it('print the texts and the version of a legal entity without the mark once they are approved', () => {
    const texts = { ...LOAN_TEXTS_IT, version: '2027/1', approved: true };
    const { paper } = composePaper(COURTESY, sampleData(paperFields(COURTESY)), { it: texts });
    expect(paper).toMatchObject({ termsVersion: '2027/1', placeholderMark: null });
    const clauses = paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses : []));
    expect(clauses.some((clause) => clause.placeholder)).toBe(false);
  });

  it('keep the mark beside clauses that a legal entity has not approved', () => {
    const texts = { version: '2027/1', approved: true, clauses: { use: { heading: 'Uso', text: 'Testo approvato.' } } };
    const { paper } = composePaper(COURTESY, sampleData(paperFields(COURTESY)), { it: texts });
    const clauses = paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses : []));
    expect(clauses.filter(({ placeholder }) => !placeholder).map(({ text }) => text)).toEqual(['Testo approvato.']);
    expect(paper.placeholderMark).toBe('[testo da approvare]');
  });

  it('never invent an insurer', () => {
    const text = JSON.stringify(compose(COURTESY, { DEDUCTIBLE: '' }).paper);
    expect(text).toContain('[compagnia], polizza [numero di polizza]');
    expect(text).toContain('franchigia di [importo]');
  });
});

describe('a loan', () => {
  it('is refused when a licence expires before the vehicle’s return', () => {
    expect(codes(compose(COURTESY, { DRIVER_LICENCE_EXPIRY: '2026-11-22' }).missing)).toEqual([
      'DRIVER_LICENCE_EXPIRY licenceExpires',
    ]);
    expect(compose(COURTESY, { DRIVER_LICENCE_EXPIRY: '2026-11-23' }).missing).toEqual([]);
  });

  it('is refused with a licence of the wrong category', () => {
    expect(codes(compose(COURTESY, { DRIVER_LICENCE_CATEGORY: 'A' }).missing)).toEqual([
      'DRIVER_LICENCE_CATEGORY licenceCategory',
    ]);
    expect(compose(COURTESY, { DRIVER_LICENCE_CATEGORY: 'C' }).missing).toEqual([]);
    const moto = { letterhead: { ...SAMPLE_DATA.letterhead, brand: 'moto' as const } };
    expect(codes(compose(COURTESY, {}, moto).missing)).toEqual(['DRIVER_LICENCE_CATEGORY licenceCategory']);
    expect(compose(COURTESY, { VEHICLE_LICENCE: 'A1', DRIVER_LICENCE_CATEGORY: 'A2' }, moto).missing).toEqual([]);
  });

  it('is refused when it ends before it starts, or with fewer kilometres than at handover', () => {
    const { missing } = compose(COURTESY, { LOAN_END: '2026-11-20T08:59', KM_IN: '12479' });
    expect(codes(missing)).toEqual(['LOAN_END beforeStart', 'KM_IN kmBack']);
  });

  it('of more than thirty days warns of article 94', () => {
    const until = (end: string) => codes(compose(COURTESY, { LOAN_END: end }).warnings);
    expect(until('2026-12-20T09:00')).toEqual([]);
    expect(until('2026-12-20T09:01')).toEqual(['LOAN_END loan.article94']);
  });

  it('warns of drivers below the dealer’s minimum age or licence period', () => {
    const rules = { minimumAge: 47, minimumHolding: 8 };
    expect(codes(compose(COURTESY, {}, { rules }).warnings)).toEqual([
      'DRIVER_BIRTH_DATE driver.tooYoung',
      'DRIVER_LICENCE_ISSUED licence.tooNew',
    ]);
  });

  it('warns of unusual plates and of letters that no VIN contains', () => {
    const { warnings } = compose(COURTESY, { VEHICLE_PLATE: 'ZZ 1', VEHICLE_VIN: 'WBAO0000000000001' });
    expect(codes(warnings)).toEqual(['VEHICLE_PLATE plate.format', 'VEHICLE_VIN vin.letters']);
    expect(codes(compose(COURTESY, { VEHICLE_VIN: 'WBA' }).missing)).toEqual(['VEHICLE_VIN vin']);
  });

  it('names unreadable values', () => {
    const broken = { LOAN_START: '20/11/2026', KM_OUT: 'molti', FUEL_OUT: '120', DEDUCTIBLE: '1.000,00' };
    expect(codes(compose(COURTESY, broken).missing)).toEqual([
      'LOAN_START date',
      'DEDUCTIBLE type',
      'KM_OUT integer',
      'FUEL_OUT numberMax',
    ]);
  });

  it('has the customer as driver unless another is named', () => {
    expect(facts(compose(COURTESY).paper, 'Conducente')?.[0]?.value).toBe('Ginevra Provetti');
    const other = facts(compose(COURTESY, { DRIVER_NAME: 'Leonardo Esempi' }).paper, 'Conducente');
    expect(other?.[0]?.value).toBe('Leonardo Esempi');
    expect(JSON.stringify(other)).not.toContain('PRVGVR80A41H501D');
  });

  it('requires a signature of the agreement and one of the separately approved clauses', () => {
    const [first, second, ...more] = boxes(compose(COURTESY).paper);
    expect([first?.id, second?.id]).toEqual(['Firma_cliente', 'Approvazione_cliente']);
    expect(second?.caption).toContain('artt. 1341 e 1342 c.c. approvo specificamente i punti 4, 5, 6, 8 e 9');
    expect(more).toEqual([]);
  });

  it('has a signature field for the dealer where configured', () => {
    const signers = [
      { role: 'customer', name: null },
      { role: 'dealer', name: 'Dario Provini' },
    ] as const;
    expect(boxes(compose(COURTESY, {}, { signers }).paper).at(-1)).toMatchObject({
      id: 'Firma_dealer',
      role: 'dealer',
      name: 'Dario Provini',
    });
  });
});

describe('a loan to several drivers', () => {
  it('repeats the block and both signatures for each', () => {
    const { paper } = compose(MULTI);
    expect(facts(paper, 'Conducente 1')?.[0]?.value).toBe('Ginevra Provetti');
    expect(facts(paper, 'Conducente 2')?.[0]?.value).toBe('Leonardo Esempi');
    expect(facts(paper, 'Conducente 3')).toBeUndefined();
    expect(boxes(paper).map(({ id }) => id)).toEqual([
      'Firma_cliente',
      'Approvazione_cliente',
      'Firma_cliente_2',
      'Approvazione_cliente_2',
    ]);
    expect(boxes(paper).every(({ role }) => role === 'customer')).toBe(true);
  });

  it('requires all data of a third driver once one value is given', () => {
    const { missing } = compose(MULTI, { DRIVER_3_NAME: 'Anna Finti' });
    const needed = wordsIn('LICENCE_NUMBER LICENCE_CATEGORY LICENCE_ISSUER LICENCE_ISSUED LICENCE_EXPIRY PHONE EMAIL');
    expect(codes(missing)).toEqual(needed.map((name) => `DRIVER_3_${name} required`));
  });

  it('requires a separate phone for each borrower, and a valid address', () => {
    const same = compose(MULTI, { DRIVER_2_PHONE: SAMPLE_DATA.customer.mobilePhone ?? '', DRIVER_2_EMAIL: 'no' });
    expect(codes(same.missing)).toEqual(['DRIVER_2_EMAIL email', 'DRIVER_2_PHONE phoneTwice']);
    expect(codes(compose(MULTI, { DRIVER_2_PHONE: '333' }).missing)).toEqual(['DRIVER_2_PHONE mobilePhone']);
  });

  it('checks the licence of each', () => {
    expect(codes(compose(MULTI, { DRIVER_2_LICENCE_EXPIRY: '2026-11-01' }).missing)).toEqual([
      'DRIVER_2_LICENCE_EXPIRY licenceExpires',
    ]);
  });
});

describe('a rental', () => {
  it('prints days, total and included VAT', () => {
    const { paper } = compose('LOAN_RENTAL');
    const table = paper.blocks.find((block) => block.kind === 'table');
    expect(table).toMatchObject({
      rows: [['Noleggio del veicolo', '4', '€\u00a048,00', '€\u00a0192,00']],
      totals: [{ value: '€\u00a034,62' }, { label: 'Totale IVA inclusa', value: '€\u00a0192,00' }],
    });
  });

  it('warns until the police platform was notified, except for motorcycles', () => {
    const open = { CARGOS_SENT: true, CARGOS_RECEIPT: '' };
    expect(codes(compose('LOAN_RENTAL', open).warnings)).toEqual(['CARGOS_SENT cargos.missing']);
    const moto = { letterhead: { ...SAMPLE_DATA.letterhead, brand: 'moto' as const } };
    const licence = { DRIVER_LICENCE_CATEGORY: 'A' };
    expect(compose('LOAN_RENTAL', { ...open, ...licence }, moto).warnings).toEqual([]);
  });
});

describe('a foreign test drive', () => {
  it.each([
    ['en', 'Test drive agreement', '[text to be approved]'],
    ['de', 'Probefahrtvereinbarung', '[Text noch nicht freigegeben]'],
  ])('is printed in %s', (language, title, placeholderMark) => {
    const { paper } = compose('LOAN_TEST_PRODUCT_FOREIGN', { PAPER_LANGUAGE: language });
    expect(paper).toMatchObject({ language, title, placeholderMark });
    const labels = paper.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    expect(labels.map(({ label }) => label)).not.toContain('Targa');
  });
});

describe('the FEA module', () => {
  it('prints the dealer, the signer, the identity document and the phone that receives the codes', () => {
    const text = JSON.stringify(compose('FEA_MODULE').paper);
    const { letterhead, customer } = SAMPLE_DATA;
    const wanted = [letterhead.company, letterhead.vatNumber, letterhead.address, customer.mobilePhone];
    for (const one of [...wanted, customer.fiscalCode, 'CA00000AA', 'Comune di Bologna', '01/01/2031', 'Roma']) {
      expect(text).toContain(one);
    }
    for (const clause of ['Limiti d’uso', 'Revoca', 'Copie', 'Assicurazione', 'Assistenza'])
      expect(text).toContain(clause);
  });

  it('names the missing fields of the dossier', () => {
    const customer = { ...SAMPLE_DATA.customer, birthDate: null, birthPlace: null, fiscalCode: null };
    const { missing } = compose('FEA_MODULE', {}, { customer });
    expect(missing.map(({ objectName, field }) => `${objectName}.${field}`)).toEqual([
      'dossier.birthDate',
      'dossier.birthPlace',
      'dossier.fiscalCode',
    ]);
  });

  it('refuses an expired identity document', () => {
    expect(codes(compose('FEA_MODULE', { ID_EXPIRY: '2026-11-19' }).missing)).toEqual(['ID_EXPIRY expiredPaper']);
    expect(compose('FEA_MODULE', { ID_EXPIRY: '2026-11-20' }).missing).toEqual([]);
  });
});

describe('the clauses written by an administrator', () => {
  it.each(paperTypes)('of %s are exactly those printed on its paper, with every available placeholder', (type) => {
    for (const language of clauseLanguages(type)) {
      const drafted = draftTexts(type, language)?.clauses ?? [];
      expect(new Set(drafted.map(({ id }) => id)).size).toBe(drafted.length);
      expect(drafted.filter(({ heading, text }) => heading === '' || text === '')).toEqual([]);
      const headings = drafted.map(({ heading }) => heading);
      const { paper } = compose(type, { PAPER_LANGUAGE: language });
      const printed = paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses : []));
      expect(printed.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
      expect(printed.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
    }
  });
});
