/** The specification's "Document" and "File drop": with a configuration whose type requires everything, and for files of each kind. */

import { readFileSync } from 'node:fs';
import { testNow } from '#test/clock.ts';
import { documentEditSchema } from '../../src/contract/documents.ts';
import { documentTypeIssues, hasFileField } from '../../src/domain/documents/document.ts';
import { documentSchema } from '../../src/domain/documents/document-schemas.ts';
import type { RefusedField } from '../../src/domain/errors.ts';
import {
  type ConfiguredField,
  type FolderTypeConfiguration,
  findConfiguredType,
  findField,
  isRequired,
} from '../../src/domain/folders/folder-types.ts';
import { type FileProblem, fileProblem } from '../../src/web/portal/entities/documents/fields/rules.ts';
import { compound, docx, jpeg, png, tiff } from '../papers/files.ts';
import type { Portal } from '../portal.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { change, each, unknown } from './texts.ts';

const extra = (name: string, type: string, required: boolean) => ({
  name,
  type,
  required: String(required),
  default: null,
});
const EXTRA = [
  extra('NOTA', 'string', true),
  extra('RIFERIMENTO', 'string', false),
  extra('CONSEGNA', 'date', true),
  extra('RITIRO', 'date', false),
  extra('CONSENSO', 'checkbox', true),
  extra('PERMUTA', 'checkbox', false),
  extra('SALES_MANAGER', 'ROLE_SALE_MANAGER', true),
  extra('OPERATOR_DEALER', 'ROLE_OPERATOR_DEALER', false),
  extra('COLORE', 'colour', false),
];

const shipped: FolderTypeConfiguration = JSON.parse(
  readFileSync(new URL('../../db/folder-types.json', import.meta.url), 'utf8'),
);
/** SALE_NEW_PROPOSAL requires everything, the other types are as shipped, LOAN_HANDOVER_FORM without a file. */
const CHANGED: Record<string, (fields: ConfiguredField[]) => ConfiguredField[]> = {
  SALE_NEW_PROPOSAL: (fields) => [
    ...fields.map((field) => (field.name === 'ARCHIVABLE' ? { ...field, required: 'true' } : field)),
    ...EXTRA,
  ],
};
const CONFIGURATION: FolderTypeConfiguration = shipped.map((folder) => ({
  ...folder,
  documentTypes: folder.documentTypes.map((type) => ({
    ...type,
    fields: CHANGED[type.slug]?.(type.fields) ?? type.fields,
  })),
}));

interface Prepared {
  folderId: number;
  manager: number;
}
const prepared = new WeakMap<Portal, Prepared>();

async function prepare(portal: Portal): Promise<void> {
  await portal.test.world.database.transaction((tx) =>
    tx
      .insertInto('folder_type_configuration')
      .values({ configuration: JSON.stringify(CONFIGURATION), loaded_by: 'admin', loaded_date: testNow() })
      .execute(),
  );
  const manager = await portal.create('admin', '/api/users', {
    login: 'responsabile',
    firstName: 'Rita',
    lastName: 'Prova',
    email: 'rita@example.com',
    authorities: ['ROLE_SALE_MANAGER'],
    hstList: ['10001'],
    brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }],
  });
  prepared.set(portal, { folderId: await portal.newFolder(), manager });
}

const of = (portal: Portal): Prepared => {
  const cached = prepared.get(portal);
  if (cached === undefined) throw new Error('The table was not prepared');
  return cached;
};

/** Forms show extra fields among the others; the call sends them in `variableFields`. */
const isExtra = (name: string): boolean => /^[A-Z_]+$/.test(name);
function asSent(form: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(form);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isExtra(name))),
    variableFields: Object.fromEntries(entries.filter(([name]) => isExtra(name))),
  };
}

const everyExtra = ({ manager }: Prepared) => ({
  NOTA: 'Consegna a domicilio',
  CONSEGNA: '2027-01-15',
  CONSENSO: true,
  SALES_MANAGER: manager,
});

const CODE_OF_PROBLEM: Record<FileProblem, RefusedField['code']> = {
  required: 'fileRequired',
  type: 'file.type',
  large: 'file.tooLarge',
  small: 'file.empty',
};

/** Shape first; then the type's requirements for values with a valid shape; the file as the drop zone judges it. */
function browser(form: Record<string, unknown>): RefusedField[] {
  const body = asSent(form);
  const shape = issuesOf('document', documentSchema, body);
  if (shape.length > 0) return shape;
  const values = documentSchema.parse(body);
  const type = findConfiguredType(CONFIGURATION, 'SALE_NEW', values.type);
  if (type === undefined) return [{ objectName: 'document', field: 'type', code: 'oneOf' }];
  const issues = documentTypeIssues(values, type);
  if (issues.length > 0) return issues;
  const { content, fileName, mimeType } = values;
  // Without a file the form shows no drop zone.
  if (!hasFileField(type))
    return content ? [{ objectName: 'document', field: 'content', code: 'fileNotExpected' }] : [];
  const bytes = Buffer.from(content ?? '', 'base64');
  const file =
    typeof content === 'string' ? { name: fileName ?? '', type: mimeType ?? '', size: bytes.byteLength } : null;
  const problem = fileProblem(file, values.signable === true, isRequired(findField(type.fields, 'FILE')));
  return problem === null ? [] : [{ objectName: 'document', field: 'file', code: CODE_OF_PROBLEM[problem] }];
}

const send: ValidationTable['send'] = (portal, form) => portal.callAs('dealer', 'POST', '/api/documents', asSent(form));

const NO_EXTRA: Change = Object.fromEntries(EXTRA.map(({ name }) => [name, undefined]));

const TYPE: ValidationRule = {
  rule: 'type is required, max 255, one of the folder’s document types',
  field: 'type',
  accepted: ['SALE_NEW_RFO', 'SALE_NEW_ACCEPTANCE', 'T_B_D'].map((type) => ({ ...NO_EXTRA, type })),
  refused: [
    ...each('type', [undefined, null, '', ' '], 'required'),
    ...each('type', ['NESSUNO', 'SERVICE_ODL', 'sale_new_rfo'], 'oneOf'),
    [{ type: 'X'.repeat(256) }, 'max'],
    [{ type: 7 }, 'type'],
  ],
};

const mustBeTrue = (field: string): ValidationRule => ({
  rule: `${field} must be true when the type requires it`,
  field,
  accepted: [{ [field]: true }],
  refused: [...each(field, [false, null, undefined], 'mustBeTrue'), ...each(field, ['true', 1, 'on'], 'type')],
});

const SIG_TYPE: ValidationRule = {
  rule: 'sigType is required when the type requires it, one of those offered or FEA',
  field: 'sigType',
  accepted: change('sigType', ['OTP', 'GRAPHOMETRIC', 'FEA']),
  refused: [
    ...each('sigType', [undefined, null], 'required'),
    ...each('sigType', ['FES', 'otp', 'X'.repeat(256), 7], 'oneOf'),
  ],
};

const text = (field: string, demanded: boolean): ValidationRule => ({
  rule: `a string field (max 255) is ${demanded ? 'required when the type needs it' : 'optional otherwise'}`,
  field,
  accepted: change(field, ['x'.repeat(255), 'è n° 7/b', ...(demanded ? [] : [undefined, null, '', '  '])]),
  refused: [
    [{ [field]: 'x'.repeat(256) }, 'max'],
    ...each(field, [7, true], 'type'),
    ...each(field, ['a\u0000b', 'a\nb'], 'characters'),
    ...(demanded ? each(field, [undefined, null, '', '  '], 'required') : []),
  ],
});

const date = (field: string, demanded: boolean): ValidationRule => ({
  rule: `a date is ${demanded ? 'required' : 'nullable'}`,
  field,
  accepted: change(field, ['2027-01-15', ...(demanded ? [] : [undefined, null, ''])]),
  refused: [
    ...each(field, ['15/01/2027', '2027-02-30', 'domani', '2027-01-15T10:00', 20270115, true], 'date'),
    ...(demanded ? each(field, [undefined, null, ''], 'required') : []),
  ],
});

const checkbox = (field: string, demanded: boolean): ValidationRule => ({
  rule: `a checkbox defaults to false${demanded ? ', and must be ticked when the type needs it' : ''}`,
  field,
  accepted: change(field, [true, ...(demanded ? [] : [false, undefined, null])]),
  refused: [
    ...each(field, ['true', 1], 'type'),
    ...(demanded ? each(field, [false, undefined, null], 'mustBeTrue') : []),
  ],
});

const picker = (field: string, demanded: boolean): ValidationRule => ({
  rule: `a role-based selector is ${demanded ? 'required' : 'nullable'}`,
  field,
  accepted: demanded ? [] : change(field, [undefined, null, '']),
  refused: [
    ...each(field, ['Rita', 0, -1, 1.5, true, '1e3'], 'type'),
    ...(demanded ? each(field, [undefined, null, ''], 'required') : []),
  ],
});

const NOT_LISTED: ValidationRule = {
  rule: 'extra fields appear only if the configuration lists them',
  field: 'ALTRO',
  accepted: [{ ALTRO: null }],
  refused: [[{ ALTRO: 'x' }, 'unknown']],
};

const NOT_HANDLED: ValidationRule = {
  rule: '{field} non gestito: an extra field of another type accepts no value',
  field: 'COLORE',
  accepted: [{ COLORE: null }],
  refused: [[{ COLORE: 'rosso' }, 'notHandled']],
};

export const DOCUMENTS: ValidationTable = {
  name: 'a document whose type requires every field',
  objectName: 'document',
  prepare,
  body: async (portal) => ({ ...(await portal.document()), ...everyExtra(of(portal)), folderId: of(portal).folderId }),
  browser,
  send,
  rules: [
    TYPE,
    mustBeTrue('archivable'),
    mustBeTrue('signable'),
    SIG_TYPE,
    text('NOTA', true),
    text('RIFERIMENTO', false),
    date('CONSEGNA', true),
    date('RITIRO', false),
    checkbox('CONSENSO', true),
    checkbox('PERMUTA', false),
    picker('SALES_MANAGER', true),
    picker('OPERATOR_DEALER', false),
    NOT_LISTED,
    NOT_HANDLED,
    ...unknown('status'),
  ],
};

const MIB = 1_048_576;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const droppedFile = (fileName: string, mimeType: string, bytes: Uint8Array): Change => ({
  fileName,
  mimeType,
  fileSize: bytes.byteLength,
  content: Buffer.from(bytes).toString('base64'),
});
const pictureOf = (bytes: number): Uint8Array => Buffer.concat([png(), Buffer.alloc(bytes)]).subarray(0, bytes);
const pdf = Buffer.from('%PDF-1.7\n% nessuno lo firma\n');
/** A draft, so that its template's required values may be missing. */
const HANDOVER: Change = { type: 'LOAN_HANDOVER_FORM', signable: true, sigType: 'OTP', draft: true };
const NO_FILE: Change = { fileName: undefined, mimeType: undefined, fileSize: undefined, content: undefined };

const REQUIRED_FILE: ValidationRule = {
  rule: 'exactly one file when the type needs a file',
  field: 'file',
  accepted: [],
  refused: [
    [NO_FILE, 'fileRequired'],
    [{ ...NO_FILE, draft: true }, 'fileRequired'],
  ],
};
const ONE_FILE: ValidationRule = {
  rule: 'only one file per upload',
  field: 'content',
  accepted: [],
  refused: each('content', [['QQ==', 'QQ=='], [], { 0: 'QQ==' }], 'type'),
};
const BIG_ENOUGH: ValidationRule = {
  rule: 'minimum and maximum size: 1 byte to 25 MiB',
  field: 'file',
  accepted: [droppedFile('grande.png', 'image/png', pictureOf(25 * MIB))],
  refused: [
    [droppedFile('vuoto.png', 'image/png', new Uint8Array(0)), 'file.empty'],
    [droppedFile('grande.png', 'image/png', pictureOf(25 * MIB + 1)), 'file.tooLarge'],
  ],
};

export const KEPT_FILES: ValidationTable = {
  name: 'an unsigned file',
  objectName: 'document',
  prepare,
  body: (portal) => ({
    folderId: of(portal).folderId,
    type: 'OTHER_IDENTITY',
    archivable: false,
    signable: false,
    ...droppedFile('carta.png', 'image/png', png()),
  }),
  browser,
  send,
  rules: [
    {
      rule: 'File accettati: immagini, Pdf, documenti di testo',
      field: 'file',
      accepted: [
        droppedFile('carta.pdf', 'application/pdf', pdf),
        droppedFile('carta.jpg', 'image/jpeg', jpeg()),
        droppedFile('carta.jpeg', 'image/jpeg', jpeg()),
        droppedFile('carta.tif', 'image/tiff', tiff()),
        droppedFile('carta.tiff', 'image/tiff', tiff(3, 3, 'MM')),
        droppedFile('lettera.doc', 'application/msword', compound()),
        droppedFile('lettera.docx', WORD, docx()),
      ],
      refused: (
        [
          ['pagina.html', 'text/html', '<!doctype html>'],
          ['disegno.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
          ['foto.gif', 'image/gif', 'GIF89a'],
          ['nota.txt', 'text/plain', 'nota'],
          ['programma.exe', 'application/x-msdownload', 'MZ'],
          ['archivio.zip', 'application/zip', 'PK\u0003\u0004'],
        ] as const
      ).map(([name, type, bytes]): [Change, string] => [droppedFile(name, type, Buffer.from(bytes)), 'file.type']),
    },
    BIG_ENOUGH,
    REQUIRED_FILE,
    ONE_FILE,
    {
      rule: 'a type without the field FILE accepts no file',
      field: 'content',
      accepted: [{ ...NO_FILE, ...HANDOVER }],
      refused: [[HANDOVER, 'fileNotExpected']],
    },
    {
      rule: 'a type without the field SIGNABLE cannot be signed',
      field: 'signable',
      accepted: [],
      refused: [[{ signable: true, sigType: 'OTP' }, 'oneOf']],
    },
  ],
};

export const SIGNED_FILES: ValidationTable = {
  name: 'a file to be signed',
  objectName: 'document',
  prepare,
  body: async (portal) => ({
    ...(await portal.document({ type: 'SALE_NEW_RFO', fileName: 'preventivo.pdf' })),
    folderId: of(portal).folderId,
  }),
  browser,
  send,
  rules: [
    {
      rule: 'File accettati: PDF',
      field: 'file',
      accepted: [{ fileName: 'PREVENTIVO.PDF' }],
      refused: [
        droppedFile('carta.png', 'image/png', png()),
        droppedFile('carta.jpg', 'image/jpeg', jpeg()),
        droppedFile('carta.tif', 'image/tiff', tiff()),
        droppedFile('lettera.doc', 'application/msword', compound()),
        droppedFile('lettera.docx', WORD, docx()),
      ].map((change): [Change, string] => [change, 'file.type']),
    },
    REQUIRED_FILE,
    ONE_FILE,
  ],
};

/** A draft to be edited. */
export const DOCUMENT_EDITS: ValidationTable = {
  name: 'an edited document',
  objectName: 'document',
  prepare,
  body: async (portal) => {
    const { folderId } = of(portal);
    const draft = await portal.document({ draft: true });
    const id = await portal.create('dealer', '/api/documents', { ...draft, folderId });
    return { id, archivable: true, sigType: 'OTP', signable: true, ...everyExtra(of(portal)) };
  },
  browser: (form) => {
    const body = asSent(form);
    const shape = issuesOf('document', documentEditSchema, body);
    const type = findConfiguredType(CONFIGURATION, 'SALE_NEW', 'SALE_NEW_PROPOSAL');
    if (shape.length > 0 || type === undefined) return shape;
    return documentTypeIssues(documentEditSchema.parse(body), type);
  },
  send: (portal, form) => portal.callAs('dealer', 'PUT', '/api/documents', asSent(form)),
  rules: [
    mustBeTrue('archivable'),
    mustBeTrue('signable'),
    SIG_TYPE,
    text('NOTA', true),
    date('CONSEGNA', true),
    checkbox('CONSENSO', true),
    picker('SALES_MANAGER', true),
    NOT_LISTED,
    {
      rule: 'editing sends only id, archivable, sigType, signable and variable fields; anything else is unknown',
      field: 'colore',
      accepted: [{ status: 'SIGNED', signUrl: 'https://altrove.example.com', createdBy: 'altri' }],
      refused: [[{ colore: 'blu' }, 'unknown']],
    },
  ],
};
