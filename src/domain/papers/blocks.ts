/** Building blocks of all families of generated papers: the customer, groups of fields, signers. */
import { normalisePlate } from '../codes/vehicle.ts';
import { personalCode } from '../documents/fea.ts';
import { isCompany, personName } from '../dossiers/customer-name.ts';
import type { SignerRole } from '../folders/folder-types.ts';
import { INVOICE_FIELDS, type PaperField, printedValue, shortDay, textOf } from './fields.ts';
import { printedLabel } from './labels/own-fields.ts';
import type { Block, BlockOf, Fact, Paper, PaperLanguage, SignatureBox } from './paper.ts';
import type { PaperCustomer, PaperData } from './paper-data.ts';
import type { Clauses } from './texts/clause-texts.ts';
import { enumeration, PAPER_TEXTS } from './texts/paper-texts.ts';

/** The signer's own code, as printed. */
export const printedCode = (customer: PaperCustomer): string => personalCode(customer).value ?? '';

export const addressOf = ({ street, postalCode, city }: PaperCustomer): string =>
  [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Block with the customer's data. */
export function customerFacts(customer: PaperCustomer, language: PaperLanguage, heading: string): BlockOf<'facts'> {
  const labels = PAPER_TEXTS[language];
  const company = isCompany(customer);
  const born = customer.birthDate === null ? '' : shortDay(customer.birthDate, language);
  const facts: Fact[] = [
    ...(company
      ? [
          { label: labels.company, value: customer.organizationName ?? '' },
          { label: labels.vatNumber, value: customer.fiscalCode ?? '' },
        ]
      : []),
    { label: company ? labels.representative : labels.name, value: personName(customer) },
    { label: labels.fiscalCode, value: printedCode(customer) },
    { label: labels.born, value: [born, customer.birthPlace ?? ''].filter(Boolean).join(', ') },
    { label: labels.phone, value: customer.mobilePhone },
    { label: company ? labels.seat : labels.address, value: addressOf(customer) },
    { label: labels.email, value: customer.email },
  ];
  return { kind: 'facts', heading, facts: facts.filter(({ value }) => value !== '') };
}

/** The customer with the invoice address. */
export function invoicedCustomer(data: PaperData, heading: string): BlockOf<'facts'> {
  const block = customerFacts(data.customer, 'it', heading);
  return { ...block, facts: [...block.facts, ...fieldFacts(INVOICE_FIELDS, data, 'it')] };
}

/** Non-empty and required fields: an empty required field is printed as empty. */
export function fieldFacts(fields: readonly PaperField[], data: PaperData, language: PaperLanguage): Fact[] {
  return fields.flatMap((field) => {
    const text = textOf(data.values, field.name);
    if (text === '' && !field.required) return [];
    return [{ label: printedLabel(field.name, language), value: printedValue(field, text, language) }];
  });
}

/** The folder's vehicle: plate and chassis number default to the folder's. */
export function vehicleFacts(fields: readonly PaperField[], data: PaperData): BlockOf<'facts'> {
  const { plate, vin } = data.folder;
  const folderValues: Record<string, string> = {
    VEHICLE_PLATE: plate === null ? '' : normalisePlate(plate),
    VEHICLE_VIN: (vin ?? '').toUpperCase(),
  };
  const facts = fields.flatMap((field): Fact[] => {
    const value = printedValue(field, textOf(data.values, field.name), 'it') || (folderValues[field.name] ?? '');
    return value === '' && !field.required ? [] : [{ label: printedLabel(field.name, 'it'), value }];
  });
  return { kind: 'facts', heading: 'Veicolo', facts };
}

/**
 * The customer's signature fields: the agreement, then a separate one for the clauses that require specific approval.
 * @param approved the clauses' numbers on the paper.
 */
export function customerBoxes(
  data: PaperData,
  { party, caption, approved = [] }: { party: string; caption: string; approved?: readonly number[] },
): SignatureBox[] {
  const signer = { role: 'customer' as const, party, name: personName(data.customer) };
  const numbers = approved.toSorted((a, b) => a - b);
  const approval = { caption: PAPER_TEXTS.it.approval(enumeration(numbers, 'it')), ...signer };
  return [
    { id: 'Firma_cliente', caption, ...signer },
    ...(numbers.length === 0 ? [] : [{ id: 'Approvazione_cliente', ...approval }]),
  ];
}

export const nonEmptyBlocks = (blocks: readonly (Block | undefined)[]): Block[] =>
  blocks.filter((block) => block !== undefined).filter((block) => block.kind !== 'facts' || block.facts.length > 0);

const STAFF_PARTIES: Record<Exclude<SignerRole, 'customer'>, Record<PaperLanguage, string>> = {
  dealer: { it: 'Per la concessionaria', en: 'For the dealer', de: 'Für den Händler' },
  operatorDealer: { it: 'Caposervizio', en: 'Service manager', de: 'Serviceleitung' },
  salesManager: { it: 'Responsabile vendite', en: 'Sales manager', de: 'Verkaufsleitung' },
};

/** Signature fields of the dealer's signers, if configured. */
export function staffBoxes(data: PaperData, caption: string, language: PaperLanguage = 'it'): SignatureBox[] {
  return data.signers.flatMap(({ role, name }) => {
    if (role === 'customer') return [];
    return [{ id: `Firma_${role}`, role, caption, party: STAFF_PARTIES[role][language], name: name ?? '' }];
  });
}

/** Parts common to all papers of a legal entity. */
export function paperBase(
  data: PaperData,
  language: PaperLanguage,
  termsVersion: string,
  clauses: Clauses,
): Omit<Paper, 'title' | 'subject' | 'blocks'> {
  const labels = PAPER_TEXTS[language];
  return {
    language,
    number: data.number,
    place: data.place,
    date: data.date,
    letterhead: data.letterhead,
    termsVersion,
    placeholderMark: clauses.some(({ placeholder }) => placeholder) ? labels.placeholderMark : null,
    demoMark: data.demo ? labels.demoMark : null,
  };
}

/** A paper about the customer, who is named in its subject. @param text.subject if other than the title. */
export function customerPaper(
  data: PaperData,
  text: { language?: PaperLanguage; title: string; subject?: string; version: string; clauses: Clauses },
  blocks: readonly (Block | undefined)[],
): Paper {
  const { language = 'it', title, subject = title, version, clauses } = text;
  return {
    ...paperBase(data, language, version, clauses),
    title,
    subject: `${subject}, ${personName(data.customer)}`,
    blocks: nonEmptyBlocks(blocks),
  };
}

export const signaturesBlock = (
  signatures: readonly SignatureBox[],
  language: PaperLanguage = 'it',
): BlockOf<'signatures'> => ({ kind: 'signatures', heading: PAPER_TEXTS[language].signatures, signatures });
