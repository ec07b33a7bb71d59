/** The FEA adherence module, composed from the dossier: erogatore, signer, identity document, process, limits, insurance, revocation. */

import { feaDataIssues } from '../../documents/fea.ts';
import { isCompany, personName } from '../../dossiers/customer-name.ts';
import type { FieldIssue } from '../../errors.ts';
import { addressOf, customerBoxes, customerPaper, printedCode, signaturesBlock } from '../blocks.ts';
import { IDENTITY_FIELDS, printedValue, shortDay, textOf } from '../fields.ts';
import { printedLabel } from '../labels/own-fields.ts';
import { futureIssues, valueIssues } from '../loan-rules.ts';
import type { BlockOf, Fact } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { FEA_TEXTS_IT } from '../texts/fea-it.ts';
import { feaValues, issuedByNational, registeredOfficeOf } from '../versions/placeholders.ts';

export const FEA_CLAUSES = [
  ...['declaration', 'process', 'exclusive', 'limits', 'effects', 'copies', 'revocation', 'insurance'],
  ...['technology', 'assistance', 'privacy'],
];

export const FEA_FIELDS = IDENTITY_FIELDS;

export function composeFeaModule(data: PaperData, published?: ClauseTexts): Composed {
  const texts = withOverride(FEA_TEXTS_IT, published);
  const clauses = numberedClauses(texts, FEA_CLAUSES, feaValues(data.fea, 'it'));
  return {
    paper: customerPaper(
      data,
      { title: 'Adesione alla firma elettronica avanzata', subject: 'Modulo FEA', version: texts.version, clauses },
      [
        issuerBlock(data),
        signerBlock(data),
        { kind: 'facts', heading: 'Documento d’identità', facts: identityFacts(data) },
        { kind: 'clauses', heading: 'Condizioni del servizio', clauses },
        signaturesBlock(
          customerBoxes(data, {
            party: 'Chi aderisce',
            caption: 'Aderisco al servizio di firma elettronica avanzata e ne accetto le condizioni.',
          }),
        ),
      ],
    ),
    missing: [...feaDataIssues(data.customer), ...identityIssues(data)],
    warnings: [],
  };
}

function issuerBlock(data: PaperData): BlockOf<'facts'> {
  const { letterhead, fea } = data;
  const national = issuedByNational(data).letterhead;
  return {
    kind: 'facts',
    heading: 'Erogatore del servizio',
    facts: [
      { label: 'Erogatore', value: letterhead.company },
      { label: 'Partita IVA', value: letterhead.vatNumber || '[partita IVA]' },
      { label: 'Sede', value: registeredOfficeOf(letterhead) },
      // Both are named, so that one adherence also covers the national company's privacy form.
      { label: 'Erogatore dei moduli nazionali', value: `${national.company}, ${registeredOfficeOf(national)}` },
      { label: 'Realizzatore', value: fea.provider ?? '[realizzatore]' },
    ],
  };
}

function signerBlock({ customer }: PaperData): BlockOf<'facts'> {
  const born = customer.birthDate === null ? '' : shortDay(customer.birthDate);
  const company: Fact[] = isCompany(customer)
    ? [{ label: 'Per conto di', value: customer.organizationName ?? '' }]
    : [];
  return {
    kind: 'facts',
    heading: 'Chi aderisce',
    facts: [
      { label: 'Nome e cognome', value: personName(customer) },
      { label: 'Codice fiscale', value: printedCode(customer) },
      { label: 'Data di nascita', value: born },
      { label: 'Luogo di nascita', value: customer.birthPlace ?? '' },
      { label: 'Cellulare per i codici', value: customer.mobilePhone },
      { label: 'Indirizzo', value: addressOf(customer) },
      { label: 'E-mail', value: customer.email },
      ...company,
    ],
  };
}

function identityFacts(data: PaperData): Fact[] {
  return IDENTITY_FIELDS.map((field) => {
    const text = textOf(data.values, field.name);
    return { label: printedLabel(field.name, 'it'), value: printedValue(field, text, 'it') };
  });
}

/** Nothing is missing, but the identity document has expired: a separate refusal, because the remedy is different. */
export const hasOnlyExpired = (issues: readonly FieldIssue[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => code === 'expiredPaper');

/** An expired document is not valid identification. */
function identityIssues(data: PaperData): FieldIssue[] {
  const issues = [
    ...valueIssues(IDENTITY_FIELDS, data.values),
    ...futureIssues(IDENTITY_FIELDS, data.values, data.date),
  ];
  const expiry = textOf(data.values, 'ID_EXPIRY');
  const expired = /^\d{4}-\d{2}-\d{2}$/.test(expiry) && expiry < data.date;
  return expired ? [...issues, { objectName: 'document', field: 'ID_EXPIRY', code: 'expiredPaper' }] : issues;
}
