/** T_B_D: the specification does not define it; a plain signed declaration in the customer's words. */
import { customerBoxes, customerFacts, customerPaper, fieldFacts, signaturesBlock, staffBoxes } from '../blocks.ts';
import { type PaperField, plainField, textOf } from '../fields.ts';
import { unusualWarnings, valueIssues } from '../loan-rules.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { SALE_TEXTS_IT } from '../texts/sale-it.ts';

const VEHICLE = [
  plainField('vehicle', 'VEHICLE_MODEL'),
  plainField('vehicle', 'VEHICLE_PLATE', 'plate'),
  plainField('vehicle', 'VEHICLE_VIN', 'vin'),
];
const SUBJECT = plainField('declaration', 'DECLARATION_SUBJECT', 'text', true);

export const DECLARATION_FIELDS: readonly PaperField[] = [
  ...VEHICLE,
  SUBJECT,
  plainField('declaration', 'DECLARATION', 'longText', true),
];

export const DECLARATION_CLAUSES = ['privacy'] as const;

export function composeDeclaration(data: PaperData, published?: ClauseTexts): Composed {
  const texts = withOverride(SALE_TEXTS_IT, published);
  const clauses = numberedClauses(texts, DECLARATION_CLAUSES, {});
  const title = 'Dichiarazione';
  const text = textOf(data.values, 'DECLARATION');
  return {
    paper: customerPaper(data, { title, version: texts.version, clauses }, [
      customerFacts(data.customer, 'it', 'Chi dichiara'),
      { kind: 'facts', heading: 'Veicolo', facts: fieldFacts(VEHICLE, data, 'it') },
      { kind: 'facts', heading: 'Dichiarazione', facts: fieldFacts([SUBJECT], data, 'it') },
      ...(text === '' ? [] : [{ kind: 'paragraph' as const, text }]),
      { kind: 'clauses', heading: 'Informazioni', clauses },
      signaturesBlock([
        ...customerBoxes(data, { party: 'Chi dichiara', caption: 'Confermo quanto dichiarato.' }),
        ...staffBoxes(data, 'Ricevo la dichiarazione.'),
      ]),
    ]),
    missing: valueIssues(DECLARATION_FIELDS, data.values),
    warnings: unusualWarnings(DECLARATION_FIELDS, data.values, data.messages),
  };
}
