/** The handover form of a new vehicle, "Verbale di consegna": what is handed over, explained and checked. */
import { customerBoxes, customerFacts, customerPaper, fieldFacts, signaturesBlock, staffBoxes } from '../blocks.ts';
import { isTicked, type PaperField, plainField, VEHICLE_FIELDS } from '../fields.ts';
import { PAPER_LABELS } from '../labels/own-fields.ts';
import { unusualWarnings, valueIssues } from '../loan-rules.ts';
import type { BlockOf } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { LOAN_TEXTS_IT } from '../texts/loan-it.ts';

export const HANDOVER_CLAUSES = ['handoverState', 'handoverDocuments', 'handoverRisk', 'handoverWarranty', 'privacy'];

const HANDED = [
  'REGISTRATION_DOCUMENT',
  'CONFORMITY_CERTIFICATE',
  'OWNER_MANUAL',
  'EMERGENCY_KIT',
  'CHARGING_CABLE',
] as const;
const EXPLAINED = ['EXPLAINED_CONTROLS', 'EXPLAINED_SERVICE', 'EXPLAINED_APP'] as const;

/** A new vehicle is identified by its chassis number; the plate may follow later. */
const VEHICLE = VEHICLE_FIELDS.filter(({ name }) => name !== 'VEHICLE_LICENCE').map((field) => ({
  ...field,
  required: field.name === 'VEHICLE_MODEL' || field.name === 'VEHICLE_VIN',
}));
const MOMENT = [plainField('loan', 'LOAN_START', 'dateTime', true)];
const CONDITION = [
  plainField('condition', 'KM_OUT', 'km', true),
  plainField('condition', 'FUEL_OUT', 'percent'),
  plainField('condition', 'DAMAGES_OUT', 'longText'),
  plainField('condition', 'LOAN_NOTES', 'longText'),
];
const DELIVERED = [plainField('handover', 'KEYS', 'integer', true), plainField('handover', 'ACCESSORIES', 'longText')];

const flags = (names: readonly (typeof HANDED | typeof EXPLAINED)[number][]): PaperField[] =>
  names.map((name) => plainField('handover', name, 'flag'));

export const HANDOVER_FIELDS: readonly PaperField[] = [
  ...VEHICLE,
  ...MOMENT,
  ...DELIVERED,
  ...flags(HANDED),
  ...flags(EXPLAINED),
  ...CONDITION,
];

export function composeHandover(data: PaperData, published?: ClauseTexts): Composed {
  const texts = withOverride(LOAN_TEXTS_IT, published);
  const clauses = numberedClauses(texts, HANDOVER_CLAUSES, {});
  const options = (heading: string, names: readonly (keyof typeof PAPER_LABELS)[]): BlockOf<'options'> => ({
    kind: 'options',
    heading,
    options: names.map((name) => ({ label: PAPER_LABELS[name]?.it ?? name, checked: isTicked(data.values, name) })),
  });
  return {
    paper: customerPaper(data, { title: 'Verbale di consegna', version: texts.version, clauses }, [
      customerFacts(data.customer, 'it', 'Cliente'),
      { kind: 'facts', heading: 'Veicolo consegnato', facts: fieldFacts(VEHICLE, data, 'it') },
      {
        kind: 'facts',
        heading: 'Consegna',
        facts: [...fieldFacts([...MOMENT, ...DELIVERED], data, 'it'), ...fieldFacts(CONDITION, data, 'it')],
      },
      options('Documenti e dotazioni consegnati', HANDED),
      options('Spiegazioni', EXPLAINED),
      { kind: 'clauses', heading: 'Dichiarazioni', clauses },
      signaturesBlock([
        ...customerBoxes(data, {
          party: 'Cliente',
          caption: 'Ricevo il veicolo, i documenti e le dotazioni contrassegnate.',
        }),
        ...staffBoxes(data, 'Consegno il veicolo.'),
      ]),
    ]),
    missing: valueIssues(HANDOVER_FIELDS, data.values),
    warnings: unusualWarnings(HANDOVER_FIELDS, data.values, data.messages),
  };
}
