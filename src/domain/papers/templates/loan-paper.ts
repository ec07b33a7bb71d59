/** Composes a loan's paper: parties, vehicle, times, drivers, price, condition, clauses, signatures. */

import { normalisePlate } from '../../codes/vehicle.ts';
import { personName } from '../../dossiers/customer-name.ts';
import { includedVat, VAT_RATE } from '../amounts.ts';
import { daysOf } from '../article-94.ts';
import {
  addressOf,
  customerFacts,
  customerPaper,
  fieldFacts,
  invoicedCustomer,
  printedCode,
  signaturesBlock,
  staffBoxes,
} from '../blocks.ts';
import { damageBlock, damageIssues } from '../damages/damage-block.ts';
import { centsOf, money, type PaperField, printedValue, RETURN_FIELDS, textOf } from '../fields.ts';
import { driverFieldName, MAX_DRIVERS } from '../labels/driver-fields.ts';
import { DRIVER_LABELS, type DriverField } from '../labels/driver-labels.ts';
import { printedLabel } from '../labels/own-fields.ts';
import { listIssues, PHOTOS } from '../lists.ts';
import {
  cargosWarnings,
  futureIssues,
  type LoanFacts,
  loanIssues,
  loanWarnings,
  namedDrivers,
  requiredLicence,
  unusualWarnings,
  valueIssues,
} from '../loan-rules.ts';
import type { Block, BlockOf, Fact, PaperLanguage, SignatureBox } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { photoBlock } from '../photos.ts';
import { type Clauses, type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { LOAN_TEXTS_DE, LOAN_TEXTS_EN } from '../texts/loan-foreign.ts';
import { LOAN_TEXTS_IT } from '../texts/loan-it.ts';
import { enumeration, PAPER_TEXTS } from '../texts/paper-texts.ts';
import { type LoanTemplate, loanFields } from './loan.ts';

export const LOAN_TEXTS: Record<PaperLanguage, ClauseTexts> = {
  it: LOAN_TEXTS_IT,
  en: LOAN_TEXTS_EN,
  de: LOAN_TEXTS_DE,
};

export function composeLoan(template: LoanTemplate, data: PaperData, published?: ClauseTexts): Composed {
  const language = languageOf(template, data);
  const texts = withOverride(LOAN_TEXTS[language], published);
  const fields = loanFields(template);
  const facts = factsOf(template, data);
  const clauses = numberedClauses(texts, template.clauses, clauseValues(data, language));
  const party = template.parties.customer[language] ?? template.parties.customer.it;
  const title = template.title[language] ?? template.title.it;
  return {
    paper: customerPaper(data, { language, title, version: texts.version, clauses }, [
      template.isRental ? invoicedCustomer(data, party) : customerFacts(data.customer, language, party),
      ...vehicleBlocks(template, data, language),
      loanBlock(fields, data, language),
      ...facts.drivers.map((driver) => driverBlock(driver, template, data, language)),
      ...priceBlocks(template, data, language),
      ...conditionBlocks(fields, data, language),
      ...(template.isForeign ? [] : [damageBlock(data, 'Danni presenti'), photoBlock(data, 'Fotografie')]),
      { kind: 'clauses', heading: PAPER_TEXTS[language].conditions, clauses },
      signatureBlock({ template, data, language, party, clauses, drivers: facts.drivers }),
    ]),
    missing: [
      ...valueIssues(fields, data.values),
      ...futureIssues(fields, data.values, data.date),
      ...loanIssues(facts),
      ...(template.isForeign ? [] : [...damageIssues(data), ...listIssues(PHOTOS, data.values)]),
    ],
    warnings: [
      ...unusualWarnings(fields, data.values, data.messages),
      ...loanWarnings(facts, data.messages),
      ...(template.isRental ? cargosWarnings(data.values, data.letterhead.brand, data.messages) : []),
    ],
  };
}

/** Italian, except for papers for foreigners, which have a choice of language; English by default there. */
export function languageOf(template: LoanTemplate, data: PaperData): PaperLanguage {
  if (!template.isForeign) return 'it';
  return textOf(data.values, 'PAPER_LANGUAGE') === 'de' ? 'de' : 'en';
}

function factsOf(template: LoanTemplate, data: PaperData): LoanFacts {
  return {
    values: data.values,
    brand: data.letterhead.brand,
    drivers: template.isJoint ? namedDrivers(data.values, MAX_DRIVERS).concat(emptySecondDriver(data)) : [1],
    birthDate: data.customer.birthDate,
    mobilePhone: data.customer.mobilePhone ?? '',
    rules: data.rules,
  };
}

/** A paper for several drivers shows the second driver's block even while empty. */
const emptySecondDriver = (data: PaperData): number[] => (namedDrivers(data.values, MAX_DRIVERS).length > 1 ? [] : [2]);

function clauseValues(data: PaperData, language: PaperLanguage): Record<string, string> {
  const texts = PAPER_TEXTS[language];
  const cents = centsOf(textOf(data.values, 'DEDUCTIBLE'));
  return {
    insurer: data.insurance.insurer ?? texts.insurer,
    policy: data.insurance.policy ?? texts.policy,
    deductible: cents === undefined ? texts.deductible : money(cents, language),
  };
}

function vehicleBlocks(template: LoanTemplate, data: PaperData, language: PaperLanguage): (Block | undefined)[] {
  const heading = PAPER_TEXTS[language].vehicle;
  const fields = loanFields(template).filter(({ group, name }) => group === 'vehicle' && !name.startsWith('REPLACED_'));
  const printed = fieldFacts(
    fields.filter(({ name }) => name !== 'VEHICLE_LICENCE'),
    data,
    language,
  );
  return [
    { kind: 'facts', heading, facts: printed },
    template.hasReplacedVehicle ? replacedVehicle(data, language) : undefined,
  ];
}

/** The customer's own vehicle: the folder's plate and chassis number, and the workshop job. */
function replacedVehicle(data: PaperData, language: PaperLanguage): BlockOf<'facts'> {
  const { plate, vin } = data.folder;
  const facts = [
    { label: printedLabel('REPLACED_MODEL', language), value: textOf(data.values, 'REPLACED_MODEL') },
    { label: printedLabel('VEHICLE_PLATE', language), value: plate === null ? '' : normalisePlate(plate) },
    { label: printedLabel('VEHICLE_VIN', language), value: vin ?? '' },
  ];
  return { kind: 'facts', heading: 'Veicolo del cliente', facts: facts.filter(({ value }) => value !== '') };
}

function loanBlock(fields: readonly PaperField[], data: PaperData, language: PaperLanguage): BlockOf<'facts'> {
  const printed = fieldFacts(
    fields.filter(({ group }) => group === 'loan'),
    data,
    language,
  );
  return { kind: 'facts', heading: PAPER_TEXTS[language].loan, facts: printed };
}

/** The customer is the driver unless another is named. */
function driverValue(part: DriverField, driver: number, data: PaperData): string {
  const typedValue = textOf(data.values, driverFieldName(driver, part));
  const customerDrives = driver === 1 && textOf(data.values, driverFieldName(1, 'NAME')) === '';
  if (typedValue !== '' || !customerDrives) return typedValue;
  const { customer } = data;
  switch (part) {
    case 'NAME':
      return personName(customer);
    case 'BIRTH_DATE':
      return customer.birthDate ?? '';
    case 'BIRTH_PLACE':
      return customer.birthPlace ?? '';
    case 'FISCAL_CODE':
      return printedCode(customer);
    case 'ADDRESS':
      return customer.organizationName === null ? addressOf(customer) : '';
    default:
      return '';
  }
}

function driverBlock(
  driver: number,
  template: LoanTemplate,
  data: PaperData,
  language: PaperLanguage,
): BlockOf<'facts'> {
  const fields = loanFields(template).filter((field) => field.driver === driver);
  const facts = fields.flatMap((field, index): Fact[] => {
    const part = Object.keys(DRIVER_LABELS)[index] as DriverField;
    const value = printedValue(field, driverValue(part, driver, data), language);
    const isPrinted = value !== '' || field.required;
    return isPrinted ? [{ label: printedLabel(field.name, language), value }] : [];
  });
  // The licence that the vehicle requires, printed next to the first driver's.
  const needed: Fact = {
    label: printedLabel('VEHICLE_LICENCE', language),
    value: requiredLicence(data.values, data.letterhead.brand),
  };
  const heading = PAPER_TEXTS[language].driver(driver, template.isJoint);
  return { kind: 'facts', heading, facts: driver === 1 ? [...facts, needed] : facts };
}

function priceBlocks(template: LoanTemplate, data: PaperData, language: PaperLanguage): Block[] {
  if (!template.isRental) return [];
  const amount = (name: string) => centsOf(textOf(data.values, name));
  const rate = amount('DAILY_RATE') ?? 0;
  const days = daysOf(data.values);
  const total = rate * days;
  const vat = includedVat(total);
  const deposit = amount('DEPOSIT');
  const rules = fieldsOfPrice(template, data, language);
  return [
    {
      kind: 'table',
      heading: 'Corrispettivo',
      columns: [
        { head: 'Descrizione', share: 5 },
        { head: 'Giorni', share: 1, align: 'right' },
        { head: 'Tariffa', share: 2, align: 'right' },
        { head: 'Importo', share: 2, align: 'right' },
      ],
      rows: [['Noleggio del veicolo', String(days), money(rate, language), money(total, language)]],
      totals: [
        { label: `di cui IVA ${VAT_RATE}\u00a0%`, value: money(vat, language) },
        { label: 'Totale IVA inclusa', value: money(total, language) },
      ],
    },
    {
      kind: 'facts',
      heading: 'Deposito e pagamento',
      facts: [
        ...(deposit === undefined
          ? []
          : [{ label: printedLabel('DEPOSIT', language), value: money(deposit, language) }]),
        ...rules,
      ],
    },
  ];
}

const PRINTED_IN_TABLE = ['DAILY_RATE', 'DEPOSIT'];

function fieldsOfPrice(template: LoanTemplate, data: PaperData, language: PaperLanguage): Fact[] {
  const fields = template.extraFields.filter(
    ({ group, kind, name }) => group === 'price' && kind !== 'flag' && !PRINTED_IN_TABLE.includes(name),
  );
  return fieldFacts(fields, data, language);
}

function conditionBlocks(fields: readonly PaperField[], data: PaperData, language: PaperLanguage): Block[] {
  const texts = PAPER_TEXTS[language];
  const condition = fields.filter(({ group }) => group === 'condition');
  const handoverFields = condition.filter(({ name }) => !RETURN_FIELDS.includes(name));
  const returnFields = condition.filter(({ name }) => RETURN_FIELDS.includes(name));
  return [
    { kind: 'facts', heading: texts.condition, facts: fieldFacts(handoverFields, data, language) },
    { kind: 'facts', heading: texts.back, facts: fieldFacts(returnFields, data, language) },
  ];
}

interface SignatureContext {
  template: LoanTemplate;
  data: PaperData;
  language: PaperLanguage;
  party: string;
  clauses: Clauses;
  drivers: readonly number[];
}

/** Signature fields for the agreement, then for the clauses that need separate approval, for each borrower. */
function signatureBlock(signing: SignatureContext): BlockOf<'signatures'> {
  const { template, data, language, party, drivers } = signing;
  const texts = PAPER_TEXTS[language];
  const numbers = template.approved.map((id) => template.clauses.indexOf(id) + 1).sort((a, b) => a - b);
  const approval = texts.approval(enumeration(numbers, language));
  const acceptance = BORROWER_CAPTIONS[language];
  const borrowers = [
    { id: '', party, name: personName(data.customer) },
    // The first driver may be another person named by the customer; the borrower is still the customer.
    ...drivers
      .filter((driver) => driver > 1)
      .map((driver) => ({
        id: `_${driver}`,
        borrower: driver,
        party: texts.driver(driver, true),
        name: driverValue('NAME', driver, data),
      })),
  ];
  const signatures = borrowers.flatMap(({ id, ...signer }): SignatureBox[] => [
    { id: `Firma_cliente${id}`, role: 'customer', caption: acceptance, ...signer },
    { id: `Approvazione_cliente${id}`, role: 'customer', caption: approval, ...signer },
  ]);
  return signaturesBlock([...signatures, ...staffBoxes(data, LENDER_CAPTIONS[language], language)], language);
}

const LENDER_CAPTIONS: Record<PaperLanguage, string> = {
  it: 'Consegno il veicolo nello stato descritto e concludo l’accordo.',
  en: 'I hand over the vehicle in the condition described and conclude the agreement.',
  de: 'Ich übergebe das Fahrzeug im beschriebenen Zustand und schließe die Vereinbarung.',
};

const BORROWER_CAPTIONS: Record<PaperLanguage, string> = {
  it: 'Ricevo il veicolo nello stato descritto e accetto le condizioni.',
  en: 'I receive the vehicle in the condition described and accept the conditions.',
  de: 'Ich übernehme das Fahrzeug im beschriebenen Zustand und akzeptiere die Bedingungen.',
};
