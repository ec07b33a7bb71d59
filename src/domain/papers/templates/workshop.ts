/** The workshop's papers: check-in, work order and return, with jobs, parts and their total. */

import type { FieldIssue } from '../../errors.ts';
import { paperName } from '../../signing/messages/paper-names.ts';
import { type OrderSum, orderSum, orderSumIssues, VAT_RATE } from '../amounts.ts';
import {
  customerBoxes,
  customerPaper,
  fieldFacts,
  invoicedCustomer,
  signaturesBlock,
  staffBoxes,
  vehicleFacts,
} from '../blocks.ts';
import { damageBlock, damageIssues } from '../damages/damage-block.ts';
import {
  centsOf,
  INVOICE_FIELDS,
  isTicked,
  money,
  type PaperField,
  plainField,
  printedValue,
  textOf,
} from '../fields.ts';
import { type OwnField, printedLabel } from '../labels/own-fields.ts';
import { DAMAGES, EXTRAS, JOBS, listFields, listIssues, listRows, PARTS, type PaperList, PHOTOS } from '../lists.ts';
import { unusualWarnings, valueIssues } from '../loan-rules.ts';
import type { Block, BlockOf } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { photoBlock } from '../photos.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { SERVICE_TEXTS_IT } from '../texts/service-it.ts';

interface ServiceTemplate {
  title: string;
  fields: readonly PaperField[];
  lists: readonly PaperList[];
  clauses: readonly string[];
  approved: readonly string[];
  caption: string;
  staffCaption: string;
  blocks(data: PaperData): (Block | undefined)[];
  issues(data: PaperData): FieldIssue[];
}

/** The customer's vehicle: plate and chassis number default to the folder's. */
const VEHICLE: readonly PaperField[] = [
  plainField('vehicle', 'VEHICLE_MODEL', 'text', true),
  plainField('vehicle', 'VEHICLE_PLATE', 'plate'),
  plainField('vehicle', 'VEHICLE_VIN', 'vin'),
  plainField('vehicle', 'VEHICLE_COLOUR'),
  plainField('vehicle', 'VEHICLE_KM', 'km', true),
];

const CHECK_IN: readonly PaperField[] = [
  plainField('checkIn', 'CHECK_IN_TIME', 'dateTime', true),
  plainField('checkIn', 'FUEL_LEVEL', 'percent', true),
  plainField('checkIn', 'KEYS', 'integer', true),
  plainField('checkIn', 'WARNING_LIGHTS'),
  plainField('checkIn', 'OBJECTS_ON_BOARD', 'longText'),
];
const COMPLAINT = plainField('checkIn', 'COMPLAINT', 'longText', true);
const AGREED: readonly PaperField[] = [
  plainField('checkIn', 'PROMISED_TIME', 'dateTime'),
  plainField('checkIn', 'AUTHORISATION_CONTACT', 'text', true),
];
const COURTESY = plainField('checkIn', 'COURTESY_WANTED', 'flag');
const NOTES = plainField('order', 'SERVICE_NOTES', 'longText');

const ORDER: readonly PaperField[] = [
  plainField('order', 'PROMISED_TIME', 'dateTime', true),
  plainField('order', 'AUTHORISATION_CONTACT', 'text', true),
  plainField('order', 'PAYMENT_MEANS'),
  plainField('order', 'STORAGE_RATE', 'money'),
];
const ORDER_FLAGS = ['DIAGNOSIS_ONLY', 'ROAD_TEST', 'OLD_PARTS_RETURNED'] as const;

const RELEASE: readonly PaperField[] = [
  plainField('release', 'RELEASE_TIME', 'dateTime', true),
  plainField('release', 'KEYS', 'integer', true),
  plainField('release', 'WORK_ORDER'),
  plainField('release', 'INVOICE_REFERENCE'),
];
const ADVICE = plainField('release', 'RECOMMENDATIONS', 'longText');
const CHECKS = ['CHECK_LEVELS', 'CHECK_TYRES', 'CHECK_LIGHTS', 'CHECK_ROAD_TEST', 'CHECK_WASHED'] as const;

const flags = (group: PaperField['group'], names: readonly OwnField[]): PaperField[] =>
  names.map((name) => plainField(group, name, 'flag'));

const ticked = (names: readonly OwnField[], data: PaperData, heading?: string): BlockOf<'options'> => ({
  kind: 'options',
  ...(heading === undefined ? {} : { heading }),
  options: names.map((name) => ({ label: printedLabel(name, 'it'), checked: isTicked(data.values, name) })),
});

const facts = (heading: string, fields: readonly PaperField[], data: PaperData): BlockOf<'facts'> => ({
  kind: 'facts',
  heading,
  facts: fieldFacts(fields, data, 'it'),
});

export const SERVICE_TEMPLATES: Readonly<Record<string, ServiceTemplate>> = {
  SERVICE_VAB: {
    title: paperName('SERVICE_VAB'),
    fields: [
      ...VEHICLE,
      ...CHECK_IN,
      COMPLAINT,
      ...AGREED,
      COURTESY,
      ...listFields(DAMAGES),
      ...listFields(PHOTOS),
      NOTES,
    ],
    lists: [PHOTOS],
    clauses: ['checkIn', 'checkInNext', 'privacy'],
    approved: [],
    caption: 'Consegno il veicolo all’officina nello stato descritto.',
    staffCaption: 'Ricevo il veicolo nello stato descritto.',
    blocks: (data) => [
      facts('Accettazione', CHECK_IN, data),
      facts('Richieste del cliente', [COMPLAINT], data),
      damageBlock(data, 'Stato della carrozzeria', true),
      photoBlock(data, 'Fotografie'),
      facts('Accordi', [...AGREED, NOTES], data),
      ticked(['COURTESY_WANTED'], data),
    ],
    issues: damageIssues,
  },
  SERVICE_ODL: {
    title: paperName('SERVICE_ODL'),
    fields: [
      ...INVOICE_FIELDS,
      ...VEHICLE,
      plainField('order', 'COMPLAINT', 'longText'),
      ...flags('order', ORDER_FLAGS),
      ...listFields(JOBS),
      plainField('jobs', 'LABOUR_RATE', 'money'),
      ...listFields(PARTS),
      plainField('parts', 'CONSUMABLES', 'money'),
      ...listFields(EXTRAS),
      plainField('order', 'MAX_AUTHORISED', 'money', true),
      ...ORDER,
      NOTES,
    ],
    lists: [JOBS, PARTS, EXTRAS],
    clauses: [
      ...['orderObject', 'orderEstimate', 'orderTest', 'orderParts', 'orderCollection', 'orderPayment'],
      ...['orderWarranty', 'orderLiability', 'privacy', 'forum'],
    ],
    approved: ['orderCollection', 'orderPayment', 'orderLiability', 'forum'],
    caption: 'Ordino i lavori elencati fino all’importo massimo autorizzato.',
    staffCaption: 'Accetto l’incarico per l’officina.',
    blocks: (data) => [
      facts('Richieste del cliente', [plainField('order', 'COMPLAINT', 'longText')], data),
      estimateBlock(data),
      extraTable(data),
      facts('Accordi', [...ORDER, NOTES], data),
      ticked(ORDER_FLAGS, data, 'Autorizzazioni'),
    ],
    issues: ({ values }) => [...jobIssues(values), ...orderSumIssues(values)],
  },
  SERVICE_RICONSEGNA: {
    title: paperName('SERVICE_RICONSEGNA'),
    fields: [
      ...INVOICE_FIELDS,
      ...VEHICLE,
      ...RELEASE,
      ...listFields(JOBS),
      ...listFields(PARTS),
      ...listFields(EXTRAS),
      ADVICE,
      ...flags('release', CHECKS),
      NOTES,
    ],
    lists: [JOBS, PARTS, EXTRAS],
    clauses: ['release', 'releaseClaims', 'privacy'],
    approved: [],
    caption: 'Ritiro il veicolo e non rilevo danni visibili diversi da quelli annotati.',
    staffCaption: 'Riconsegno il veicolo.',
    blocks: (data) => [
      facts('Riconsegna', RELEASE, data),
      ...completedTables(orderSum(data.values)),
      extraTable(data),
      ticked(CHECKS, data, 'Controlli finali'),
      facts('Interventi consigliati', [ADVICE, NOTES], data),
    ],
    issues: () => [],
  },
};

/** An order needs at least one job, unless it is only for a diagnosis. */
function jobIssues(values: PaperData['values']): FieldIssue[] {
  const empty = listRows(JOBS, values).length === 0 && !isTicked(values, 'DIAGNOSIS_ONLY');
  return empty ? [{ objectName: 'document', field: 'JOB_1_NAME', code: 'required' }] : [];
}

const hours = (text: string): string =>
  text === '' ? '' : printedValue({ name: 'JOB_1_HOURS', kind: 'hours', group: 'jobs', required: false }, text, 'it');

const amount = (cents: number): string => (cents === 0 ? '–' : money(cents, 'it'));

function estimateRows({ jobs, parts, consumables }: OrderSum, diagnosis: boolean): string[][] {
  return [
    ...(jobs.length === 0 && diagnosis ? [['Diagnosi', '', '', '', 'a consuntivo']] : []),
    ...jobs.map(({ name, quantity, unit, amount: sum }) =>
      quantity === '' ? [name, '', '', '', 'a consuntivo'] : [name, '', hours(quantity), amount(unit), amount(sum)],
    ),
    ...parts.map(({ name, code, quantity, unit, amount: sum }) => [name, code, quantity, amount(unit), amount(sum)]),
    ...(consumables === 0 ? [] : [['Materiali di consumo', '', '', '', amount(consumables)]]),
  ];
}

/** Total of jobs and parts, and the authorised maximum. */
function estimateBlock(data: PaperData): BlockOf<'table'> {
  const sum = orderSum(data.values);
  const maximum = textOf(data.values, 'MAX_AUTHORISED');
  const cents = centsOf(maximum);
  return {
    kind: 'table',
    heading: 'Lavori, ricambi e preventivo',
    columns: [
      { head: 'Lavoro o ricambio', share: 3.9 },
      { head: 'Codice', share: 1.6 },
      { head: 'Q.tà', share: 1.3, align: 'right' },
      { head: 'Prezzo', share: 2.1, align: 'right' },
      { head: 'Importo', share: 2.4, align: 'right' },
    ],
    rows: estimateRows(sum, isTicked(data.values, 'DIAGNOSIS_ONLY')),
    totals: [
      { label: 'Imponibile', value: money(sum.net, 'it') },
      { label: `IVA ${VAT_RATE}\u00a0%`, value: money(sum.vat, 'it') },
      { label: 'Totale preventivo, IVA inclusa', value: money(sum.total, 'it') },
      {
        label: 'Importo massimo autorizzato, IVA inclusa',
        value: cents === undefined ? maximum || '–' : money(cents, 'it'),
      },
    ],
  };
}

/** Work authorised after the order: each item with time and means of the authorisation. */
function extraTable({ values }: PaperData): BlockOf<'table'> | undefined {
  const extras = listRows(EXTRAS, values);
  if (extras.length === 0) return undefined;
  const fieldOf = new Map(listFields(EXTRAS).map((field) => [field.name, field]));
  const printed = (name: string, text: string): string => {
    const field = fieldOf.get(name);
    return field === undefined ? text : printedValue(field, text, 'it');
  };
  const total = extras.reduce((sum, { text }) => sum + (centsOf(text('AMOUNT')) ?? 0), 0);
  return {
    kind: 'table',
    heading: 'Lavori aggiuntivi autorizzati',
    columns: [
      { head: 'Lavoro', share: 3.8 },
      { head: 'Autorizzato il', share: 2.2 },
      { head: 'Da chi e con quale mezzo', share: 3.1 },
      { head: 'Importo', share: 2.2, align: 'right' },
    ],
    rows: extras.map(({ text, field }) => [
      text('NAME'),
      printed(field('TIME'), text('TIME')),
      text('MEANS'),
      printed(field('AMOUNT'), text('AMOUNT')),
    ]),
    totals: [{ label: 'Totale, IVA inclusa', value: money(total, 'it') }],
  };
}

/** After the work only the completed jobs matter; their price is on the invoice. */
function completedTables({ jobs, parts }: OrderSum): (BlockOf<'table'> | undefined)[] {
  return [
    jobs.length === 0
      ? undefined
      : {
          kind: 'table',
          heading: 'Lavori eseguiti',
          columns: [
            { head: 'Lavoro', share: 8 },
            { head: 'Tempo', share: 2, align: 'right' },
          ],
          rows: jobs.map(({ name, quantity }) => [name, hours(quantity)]),
        },
    parts.length === 0
      ? undefined
      : {
          kind: 'table',
          heading: 'Ricambi montati',
          columns: [
            { head: 'Ricambio', share: 6 },
            { head: 'Codice', share: 2 },
            { head: 'Q.tà', share: 2, align: 'right' },
          ],
          rows: parts.map(({ name, code, quantity }) => [name, code, quantity]),
        },
  ];
}

export function composeService(template: ServiceTemplate, data: PaperData, published?: ClauseTexts): Composed {
  const { title, fields, lists, clauses: ids, approved } = template;
  const texts = withOverride(SERVICE_TEXTS_IT, published);
  const clauses = numberedClauses(texts, ids, {});
  return {
    paper: customerPaper(data, { title, version: texts.version, clauses }, [
      invoicedCustomer(data, 'Cliente'),
      vehicleFacts(VEHICLE, data),
      ...template.blocks(data),
      { kind: 'clauses', heading: 'Condizioni', clauses },
      signaturesBlock([
        ...customerBoxes(data, {
          party: 'Cliente',
          caption: template.caption,
          approved: approved.map((id) => ids.indexOf(id) + 1),
        }),
        ...staffBoxes(data, template.staffCaption),
      ]),
    ]),
    missing: [
      ...valueIssues(fields, data.values),
      ...lists.flatMap((list) => listIssues(list, data.values)),
      ...template.issues(data),
    ],
    warnings: unusualWarnings(fields, data.values, data.messages),
  };
}
