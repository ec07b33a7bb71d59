/**
 * Creates a small world of customers, folders and documents in every state, random but reproducible, and computes what
 * its lists must answer by checking every row.
 */
import { sql } from 'kysely';
import type { CriteriaFields, Criterion } from '#contract/definition/criteria.ts';
import { DOCUMENT_CRITERIA } from '#contract/documents.ts';
import { DOSSIER_CRITERIA } from '#contract/dossiers.ts';
import { FOLDER_CRITERIA } from '#contract/folders.ts';
import { type Actor, type BrandPermissions, may } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { looksLikeNumber, numberForms } from '#domain/folders/number-forms.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { RomeDay } from '#domain/rome-time.ts';
import type { Database, Tx } from '#ports/database/database.ts';

const everywhere = (...permissions: string[]): BrandPermissions[] => BRANDS.map((brand) => ({ brand, permissions }));
const ALL = everywhere('PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE');
const actor = (id: number, role: Role, hstList: string[], brands: BrandPermissions[], login: string): Actor => ({
  id,
  login,
  authorities: [role],
  hstList,
  brands,
});

/** One for each kind of visibility. */
export const ACTORS: readonly Actor[] = [
  actor(1, 'ROLE_ADMIN', [], [], 'admin'),
  actor(2, 'ROLE_BMW_ITALIA', [], [], 'nsc'),
  actor(3, 'ROLE_DEALER', ['10001'], ALL, 'dealer'),
  actor(4, 'ROLE_SUPERVISOR_DEALER', ['10001', '10002', '10003'], ALL, 'supervisor'),
  actor(5, 'ROLE_SALE_DEALER', ['10002'], [{ brand: 'bmw', permissions: ['SALE_NEW'] }], 'sales'),
  actor(6, 'ROLE_DEALER', ['10001', '10004'], [{ brand: 'mini', permissions: ['READONLY'] }], 'reader'),
  actor(7, 'ROLE_SA3', ['10003'], ALL, 'sa3'),
  actor(8, 'ROLE_DMS_INCADEA', ['10001', '10002'], ALL, 'dms'),
  actor(9, 'ROLE_DEALER', [], ALL, 'nowhere'),
];

const DEALERS = [
  ['10001', 'LE001'],
  ['10002', 'LE001'],
  ['10003', 'LE002'],
  ['10004', 'LE003'],
] as const;

/** Small and reproducible (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, from: readonly T[]): T => {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('Nothing to pick from');
  return chosen;
};

/** In turn: the same value for the same row, independent of earlier random draws. */
const inTurn = <T>(i: number, from: readonly T[]): T => pick(() => ((i % from.length) + 0.5) / from.length, from);

const FIRST = ['Mario', 'Niccolò', 'Anna', 'GIULIA', 'Zoë'];
const LAST = ['Rossi', 'Rossetti', 'D’Alò', "D'Angelo", 'Più', 'Bianchi 100%'];
const COMPANIES = [null, null, null, 'Rossi Trasporti S.r.l.', 'Élite_Auto', 'A\\B Noleggi'];
const WORDS = ['contratto', 'Preventivo', 'PROPOSTA', 'scan_2023', 'perché no', '50%', 'rossi', 'x'];
const START = Date.parse('2026-01-01T08:00:00.000Z');

const day = (random: () => number, days = 40): Date => new Date(START + Math.floor(random() * days) * 43_200_000);

/** Inserts rows by SQL, like a migration or a mass import: everything derived is computed by the database. */
export async function fill(database: Database, size: { dossiers: number; folders: number; documents: number }) {
  const random = chance(7);
  const maybe = <T>(value: T, share = 0.5): T | null => (random() < share ? value : null);
  const authored = () => ({
    created_by: pick(random, ['dealer', 'dms', 'modena', null]),
    created_date: day(random),
    last_modified_by: pick(random, ['dealer', 'anna', null]),
    last_modified_date: day(random),
  });
  await database.transaction(async (tx) => {
    const dossiers = [];
    for (let i = 0; i < size.dossiers; i++) {
      const [hst, legal_entity] = pick(random, DEALERS);
      const row = await tx
        .insertInto('dossier')
        .values({
          ...authored(),
          hst,
          legal_entity,
          brands: [pick(random, BRANDS)],
          status: random() < 0.9 ? 'OPEN' : 'DELETED',
          search_type: inTurn(i, ['RSP', 'DMS', null]),
          rsp_search_type: inTurn(i, ['ORGANIZATION', null, 'INDIVIDUAL', null, null]),
          dossier_type: inTurn(i, ['new', 'existing', null, null]),
          first_name: pick(random, FIRST),
          last_name: pick(random, LAST),
          organization_name: pick(random, COMPANIES),
          business_id: maybe(`C-${i % 7}`),
          original_account_source: inTurn(i, ['RSP', 'dms', null]),
          organization_id: inTurn(i, [null, `O-${i % 4}`]),
          representative_fiscal_code: inTurn(i, [null, null, `RSSMRA80A01H50${i % 10}U`]),
          mobile_phone: `+39 333${100 + i}4567`,
          email: `persona${i % 9}@example.com`,
          birth_date: maybe(`19${60 + (i % 30)}-01-01`),
          birth_place: inTurn(i, ['Forlì', 'roma', null]),
          fiscal_code: maybe(`PRVGVR80A41H50${i % 10}D`),
          street: 'Via di Prova 1',
          address: inTurn(i, [null, 'Piazza Èrba 2', 'piazza erba 1']),
          city: pick(random, ['Bologna', 'Forlì']),
          postal_code: inTurn(i, ['40121', '47121']),
          dms_city: inTurn(i, ['Forlì', 'BOLOGNA', null, 'forli']),
          rsp_last_name: inTurn(i, [null, 'Rossi', 'D’Alò']),
          activations_count: i % 3,
          sync_status: inTurn(i, [null, 'SYNCED', 'TO_SYNC', null]),
          last_sync: inTurn(i, [null, new Date(START + (i % 10) * 43_200_000)]),
        })
        .returning(['id', 'hst', 'legal_entity', 'first_name', 'last_name', 'organization_name'])
        .executeTakeFirstOrThrow();
      dossiers.push(row);
    }
    const folders = [];
    for (let i = 0; i < size.folders; i++) {
      const customer = pick(random, dossiers);
      const row = await tx
        .insertInto('folder')
        .values({
          ...authored(),
          dossier_id: customer.id,
          hst: customer.hst,
          legal_entity: customer.legal_entity,
          brand: pick(random, BRANDS),
          type: pick(random, FOLDER_TYPES),
          status: pick(random, ['OPEN', 'OPEN', 'OPEN', 'CLOSED']),
          business_id: maybe(`PV_${i % 11}`),
          process_date: maybe(day(random)),
          account_source: inTurn(i, ['RSP', null, 'dms']),
          plate: maybe(`AB${100 + (i % 13)}CD`),
          vin: maybe(`WBA1234567A9012${10 + (i % 30)}`),
          job_id: inTurn(i, [null, `JOB-${i % 6}`]),
          notes: maybe(pick(random, ['Da richiamare', 'perché no', 'nota 50%'])),
        })
        .returning(['id', 'dossier_id', 'hst', 'legal_entity', 'brand', 'type'])
        .executeTakeFirstOrThrow();
      folders.push(row);
    }
    for (let i = 0; i < size.documents; i++) {
      const folder = pick(random, folders.slice(0, Math.ceil(folders.length * 0.8)));
      const customer = dossiers.find((dossier) => dossier.id === folder.dossier_id);
      if (customer === undefined) throw new Error('A folder has a customer');
      await insertDocument(tx, {
        folder,
        customer: customer.organization_name ?? `${customer.first_name} ${customer.last_name}`,
        fileName: maybe(`${pick(random, WORDS)} ${pick(random, WORDS)} ${i % 5}.pdf`, 0.95),
        status: pick(random, DOCUMENT_STATUSES),
        deleted: random() < 0.1,
        ...authored(),
        size: Math.floor(random() * 5),
      });
    }
    await sql`update folder set number_of_documents = (
      select count(*) from document where folder_id = folder.id and deleted_date is null)`.execute(tx);
    await sql`update folder set status = 'DELETED' where number_of_documents = 0`.execute(tx);
  });
}

export interface FolderKey {
  id: number;
  dossier_id: number;
  hst: string;
  legal_entity: string;
  brand: (typeof BRANDS)[number];
  type: (typeof FOLDER_TYPES)[number];
}

export async function insertDocument(
  tx: Tx,
  values: {
    folder: FolderKey;
    customer: string;
    fileName: string | null;
    status: (typeof DOCUMENT_STATUSES)[number];
    deleted: boolean;
    created_by: string | null;
    created_date: Date;
    last_modified_by: string | null;
    last_modified_date: Date;
    size: number;
  },
): Promise<number> {
  const { folder } = values;
  const row = await tx
    .insertInto('document')
    .values({
      folder_id: folder.id,
      dossier_id: folder.dossier_id,
      hst: folder.hst,
      legal_entity: folder.legal_entity,
      brand: folder.brand,
      folder_type: folder.type,
      customer_name: values.customer,
      type: values.size % 2 === 0 ? 'SALE_NEW_PROPOSAL' : 'OTHER_IDENTITY',
      status: values.status,
      status_reason: values.size % 3 === 0 ? 'signing.declined' : values.size % 3 === 1 ? 'signing.locked' : null,
      status_detail: null,
      sig_type: values.size === 0 ? null : 'OTP',
      archivable: values.size > 1,
      signable: values.size > 2,
      file_name: values.fileName,
      mime_type: 'application/pdf',
      file_size: values.size,
      pages: 1,
      file_sha256: null,
      variable_fields: '{}',
      start_sign_date: values.size > 2 ? values.created_date : null,
      signed_document_id: null,
      fea_module_id: null,
      deleted_date: values.deleted ? values.created_date : null,
      deleted_by: null,
      created_by: values.created_by,
      created_date: values.created_date,
      last_modified_by: values.last_modified_by,
      last_modified_date: values.last_modified_date,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const CRITERIA: Readonly<Record<Kind, CriteriaFields>> = {
  document: DOCUMENT_CRITERIA,
  folder: FOLDER_CRITERIA,
  dossier: DOSSIER_CRITERIA,
};

/** A row by the field names of criteria. */
export type Fields = Record<string, unknown>;

/** Every row of a kind with its related rows, including deleted ones. */
export async function allRows(database: Database) {
  const camel = (row: Record<string, unknown>): Fields =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]),
    );
  const { read } = database;
  const dossiers = (await read.selectFrom('dossier').selectAll().execute()).map((row): Fields => {
    const fields = camel(row);
    return { ...fields, brand: fields.brands };
  });
  const folders = (await read.selectFrom('folder').selectAll().execute()).map(camel);
  const documents = (await read.selectFrom('document').selectAll().execute()).map((row): Fields => {
    const declined = row.status === 'READY_TO_SIGN' && row.status_reason === 'signing.declined';
    return { ...camel(row), declined };
  });
  const byId = (rows: Fields[]) => new Map(rows.map((row) => [row.id, row]));
  const [dossierOf, folderOf] = [byId(dossiers), byId(folders)];
  return {
    dossier: dossiers.map((own) => ({ own, folder: undefined, dossier: own })),
    folder: folders.map((own) => ({ own, folder: own, dossier: dossierOf.get(own.dossierId) })),
    document: documents.map((own) => ({
      own,
      folder: folderOf.get(own.folderId),
      dossier: dossierOf.get(own.dossierId),
    })),
  };
}
export type AllRows = Awaited<ReturnType<typeof allRows>>;
export type Kind = keyof AllRows;
export type RelatedRows = AllRows[Kind][number];

const form = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .toLowerCase();

const namesOf = (dossier: Fields | undefined): string[] => [
  `${dossier?.firstName} ${dossier?.lastName} ${dossier?.firstName}`,
  String(dossier?.organizationName ?? ''),
];

/** Texts searched by the generic filter. */
function textsOf(kind: Kind, { own, folder, dossier }: RelatedRows): unknown[] {
  if (kind === 'dossier') {
    const phone = String(own.mobilePhone);
    return [...namesOf(own), own.fiscalCode, own.email, phone, phone.replaceAll(' ', ''), own.businessId];
  }
  const numbers = numberForms(String(folder?.businessId ?? ''));
  const ofFolder = [...namesOf(dossier), folder?.businessId, ...numbers, folder?.plate, folder?.vin];
  return kind === 'folder' ? [...ofFolder, own.notes] : [...ofFolder, own.fileName];
}

/** The searched forms of a text: a folder's number also without separators and zeros. */
const formsOf = (kind: Kind, text: string): string[] =>
  kind !== 'dossier' && looksLikeNumber(text)
    ? [text, ...numberForms(text).filter(({ length }) => length >= 3)]
    : [text];

const DOCUMENT_ONLY_FIELDS = new Set(['type', 'status', 'id', 'folderType']);

function fieldOf(kind: Kind, chain: RelatedRows, field: string): unknown {
  const [, prefix, rest = field] = /^(folderDTO|dossierDTO)\.(.+)$/.exec(field) ?? [];
  if (prefix === 'dossierDTO') return chain.dossier?.[rest];
  if (prefix === 'folderDTO') return chain.folder?.[rest];
  if (field === 'folder.id') return chain.own.folderId;
  if (field === 'folder.type') return chain.own.folderType;
  if (kind === 'document' && DOCUMENT_ONLY_FIELDS.has(field)) return chain.own[field];
  return [chain.own, chain.folder, chain.dossier].find((row) => row !== undefined && field in row)?.[field];
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** A date without time means the whole day. */
function isSame(actual: unknown, requested: unknown): boolean {
  if (typeof requested !== 'object' || requested === null) return actual === requested;
  const { from, until } = requested as RomeDay;
  return typeof actual === 'number' && actual >= from.getTime() && actual < until.getTime();
}

function meetsCriterion(value: unknown, { operator, values, kind }: Criterion): boolean {
  const actual = comparable(value);
  const requested = values.map(comparable);
  const [first] = requested;
  const missing = actual === null || actual === undefined;
  if (kind === 'set') {
    const among = Array.isArray(actual) && requested.some((value) => actual.includes(value));
    return among !== (operator === 'notEquals');
  }
  switch (operator) {
    case 'equals':
    case 'in':
      return requested.some((value) => isSame(actual, value));
    case 'notEquals':
      return !isSame(actual, first);
    case 'contains':
      return !missing && form(actual).includes(form(String(first).trim()));
    default: {
      if (missing || first === undefined || typeof actual === 'object') return false;
      const [a, b] = [actual as number, first as number];
      return { greaterThan: a > b, greaterThanOrEqual: a >= b, lessThan: a < b, lessThanOrEqual: a <= b }[operator];
    }
  }
}

function isVisibleTo(actor: Actor, kind: Kind, { own }: RelatedRows): boolean {
  const target = { hst: String(own.hst), createdBy: own.createdBy as string | null };
  if (kind === 'dossier') return own.status === 'OPEN' && may(actor, 'dossier.read', target).ok;
  const scope = { brand: own.brand, folderType: kind === 'folder' ? own.type : own.folderType } as object;
  if (kind === 'folder') return own.status !== 'DELETED' && may(actor, 'folder.read', { ...target, ...scope }).ok;
  return own.deletedDate === null && may(actor, 'document.read', { ...target, ...scope }).ok;
}

function sortValue(kind: Kind, chain: RelatedRows, field: string): unknown {
  if (field === 'customerName') {
    const { dossier } = chain;
    return form(dossier?.organizationName ?? `${dossier?.firstName} ${dossier?.lastName}`);
  }
  // A document without a file sorts as one without a name.
  if (field === 'fileName') return form(chain.own.fileName);
  const value = fieldOf(kind, chain, field);
  if (value === null || value === undefined) return null;
  return CRITERIA[kind][field] === 'text' ? form(value) : comparable(value);
}

/** By code point; missing values are last, and first in the opposite order. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

/** The expected answer of a list, computed by checking every row in turn. */
export function expectedPage(
  world: AllRows,
  kind: Kind,
  request: { actor: Actor; criteria: readonly Criterion[]; sort: readonly string[]; page: number; size: number },
): { ids: number[]; total: number } {
  const { actor, criteria, page, size } = request;
  const rows: RelatedRows[] = world[kind];
  const open = kind === 'folder' && !criteria.some(({ field }) => field === 'status' || field === 'folderDTO.status');
  const matching = rows.filter(
    (chain) =>
      isVisibleTo(actor, kind, chain) &&
      (!open || chain.own.status === 'OPEN') &&
      criteria.every((criterion) =>
        criterion.field === 'genericFilter'
          ? formsOf(kind, String(criterion.values[0]).trim()).some((searchedForm) =>
              textsOf(kind, chain).some((text) => form(text).includes(form(searchedForm))),
            )
          : meetsCriterion(fieldOf(kind, chain, criterion.field), criterion),
      ),
  );
  const keys = request.sort.map((text) => text.split(','));
  const [, first = 'desc'] = keys[0] ?? [];
  keys.push(['id', first]);
  matching.sort((a, b) => {
    for (const [field = 'id', direction] of keys) {
      const order = compare(sortValue(kind, a, field), sortValue(kind, b, field));
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return 0;
  });
  const ids = matching.map(({ own }) => Number(own.id));
  return { ids: ids.slice(page * size, (page + 1) * size), total: ids.length };
}
