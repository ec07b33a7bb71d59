/** The specification's "Folder", with its limits and shapes. */

import { readFileSync } from 'node:fs';
import { testNow } from '#test/clock.ts';
import { folderTypeIssues } from '../../src/domain/folders/folder.ts';
import { folderSchema } from '../../src/domain/folders/folder-schemas.ts';
import type { FolderTypeConfiguration } from '../../src/domain/folders/folder-types.ts';
import type { Portal } from '../portal.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { change, each, oneOf, UNSEEN, unknown } from './texts.ts';

const SHIPPED: FolderTypeConfiguration = JSON.parse(
  readFileSync(new URL('../../db/folder-types.json', import.meta.url), 'utf8'),
);
const ALL = ['PROCESS_DATE', 'BUSINESS_ID', 'PLATE', 'VIN', 'JOB_ID', 'NOTES'];
const DEMANDING: FolderTypeConfiguration = SHIPPED.map((type) => ({
  ...type,
  fields: ALL.map((name) => ({
    name,
    type: name === 'PROCESS_DATE' ? 'date' : 'string',
    required: 'true',
    default: null,
  })),
}));

/** Shape first; then the type's requirements for values with a valid shape. */
const rulesOf = (configuration: FolderTypeConfiguration) => (body: Record<string, unknown>) => {
  const shape = issuesOf('folder', folderSchema, body);
  if (shape.length > 0) return shape;
  const type = configuration.find((folderType) => folderType.slug === body.type);
  return type === undefined ? [] : folderTypeIssues(folderSchema.parse(body), type);
};

const customers = new WeakMap<Portal, number>();
const newCustomer = async (portal: Portal): Promise<void> => {
  customers.set(portal, await portal.create('dealer', '/api/dossiers', portal.dossier()));
};

const missing = [undefined, null, '', '   '];
const tooLong = (field: string, max: number): [Change, string] => [{ [field]: 'x'.repeat(max + 1) }, 'max'];

const text = (field: string, max: number, demanded: boolean): ValidationRule => ({
  rule: `${field} at most ${max} characters, ${demanded ? 'required when the type requires it' : 'optional otherwise'}`,
  field,
  accepted: [{ [field]: 'x'.repeat(max) }, { [field]: 'è n° 7/b' }, ...(demanded ? [] : change(field, missing))],
  refused: [
    tooLong(field, max),
    [{ [field]: 12 }, 'type'],
    ...each(field, UNSEEN, 'characters'),
    ...(demanded ? each(field, missing, 'required') : []),
  ],
});

const BRAND = {
  ...oneOf('brand', ['bmw', 'bmwi', 'mini', 'moto'], ['fiat', 'BMW', 'x'.repeat(256)]),
  rule: 'brand is required, one of the allowed brands',
};
const TYPE = {
  ...oneOf('type', ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'], ['GENERIC', 'sale_new']),
  rule: 'type is required, one of the folder types',
};

const processDate = (demanded: boolean): ValidationRule => ({
  rule: `processDate is an instant, a date or a local date-time, ${demanded ? 'required when the type requires it' : 'optional otherwise'}`,
  field: 'processDate',
  accepted: [
    ...change('processDate', [
      '2026-11-20',
      '2026-11-20T08:12',
      '2026-11-20T08:12:30',
      '2026-11-20T08:12:00.000Z',
      '2026-11-20T08:12:00+01:00',
      '9999-12-31T23:59:59Z',
    ]),
    ...(demanded ? [] : change('processDate', [undefined, null, ''])),
  ],
  refused: [
    ...each(
      'processDate',
      [
        '20/11/2026',
        '2026-02-30',
        '2026-11-20T25:00',
        '2026-11-20 08:12',
        '2026-11',
        'domani',
        '9999-12-31T23:59:59-12:00',
        '9999-12-31T23:59-00:01',
      ],
      'date',
    ),
    ...each('processDate', ['0000-01-01', '1799-12-31'], 'dateMin'),
    [{ processDate: 20261120 }, 'type'],
    ...(demanded ? each('processDate', [undefined, null, ''], 'required') : []),
  ],
});

const vin = (demanded: boolean): ValidationRule => ({
  rule: `vin is exactly 17 characters${demanded ? ', required when the type requires it' : '; an empty one is dropped'}`,
  field: 'vin',
  accepted: [
    ...change('vin', ['WBA1234567A901234', 'wba1234567a901234', 'WBA1234567O901234']),
    ...(demanded ? [] : change('vin', missing)),
  ],
  refused: [
    ...each('vin', ['WBA1234567A90123', 'WBA1234567A9012345', `${'🚗'.repeat(8)}X`], 'vin'),
    [{ vin: 17 }, 'type'],
    // Values that no column can hold.
    ...each(
      'vin',
      ['\u0000', '\u0001', '\ud800'].map((character) => character.repeat(17)),
      'characters',
    ),
    ...each('vin', [`WBA\u0000${'1'.repeat(13)}`], 'characters'),
    ...(demanded ? each('vin', missing, 'required') : []),
  ],
});

const NOTES: ValidationRule = {
  rule: 'notes may have several lines, at most 255 characters',
  field: 'notes',
  accepted: [{ notes: 'prima riga\nseconda\r\nterza\tcolonna' }, { notes: 'x'.repeat(255) }],
  refused: [tooLong('notes', 255), ...each('notes', ['a\u0000b', 'a\u001bb', 'a\u2028b', 'a\ud800'], 'characters')],
};

const DOSSIER: ValidationRule = {
  rule: 'dossierId is an existing customer',
  field: 'dossierId',
  accepted: [],
  refused: [
    [{ dossierId: undefined }, 'required'],
    [{ dossierId: null }, 'required'],
    ...each('dossierId', ['1', true], 'type'),
    ...each('dossierId', [0, -1], 'positive'),
    [{ dossierId: 1.5 }, 'integer'],
    [{ dossierId: 1e300 }, 'numberMax'],
  ],
};

const send: ValidationTable['send'] = (portal, body) => portal.callAs('dealer', 'POST', '/api/folders', body);

/** SERVICE requires a work order number and a plate; date, VIN, job and notes are optional there. */
export const FOLDERS: ValidationTable = {
  name: 'a folder',
  objectName: 'folder',
  prepare: newCustomer,
  body: (portal) => ({
    ...portal.folder({ type: 'SERVICE', plate: 'AB123CD' }),
    dossierId: customers.get(portal),
  }),
  browser: rulesOf(SHIPPED),
  send,
  rules: [
    DOSSIER,
    BRAND,
    TYPE,
    processDate(false),
    text('businessId', 255, true),
    text('plate', 255, true),
    text('accountSource', 255, false),
    text('jobId', 64, false),
    vin(false),
    NOTES,
    ...unknown('status'),
  ],
};

/** An administrator may load a configuration that requires every field. */
export const FOLDERS_THAT_DEMAND_ALL: ValidationTable = {
  name: 'a folder whose type requires every field',
  objectName: 'folder',
  prepare: async (portal) => {
    await newCustomer(portal);
    await portal.test.world.database.transaction((tx) =>
      tx
        .insertInto('folder_type_configuration')
        .values({ configuration: JSON.stringify(DEMANDING), loaded_by: 'admin', loaded_date: testNow() })
        .execute(),
    );
  },
  body: (portal) => ({
    ...portal.folder({ plate: 'AB123CD', vin: 'WBA1234567A901234', jobId: 'L-7', notes: 'Permuta' }),
    dossierId: customers.get(portal),
  }),
  browser: rulesOf(DEMANDING),
  send,
  rules: [
    processDate(true),
    text('businessId', 255, true),
    text('plate', 255, true),
    text('jobId', 64, true),
    vin(true),
    {
      rule: 'notes are required when the type requires them',
      field: 'notes',
      accepted: [{ notes: 'Permuta' }],
      refused: each('notes', missing, 'required'),
    },
  ],
};
