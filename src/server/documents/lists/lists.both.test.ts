/** Every query path for a page returns the same as scanning all rows: all roles, random criteria, orders and pages. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Criterion, type CriterionKind, criteriaSchema, OPERATORS } from '#contract/definition/criteria.ts';
import { DOCUMENT_CRITERIA, DOCUMENT_SORTS } from '#contract/documents.ts';
import { DOSSIER_CRITERIA, DOSSIER_SORTS } from '#contract/dossiers.ts';
import { FOLDER_CRITERIA, FOLDER_SORTS } from '#contract/folders.ts';
import { type Actor, groupsOf, PERMISSIONS } from '#domain/access.ts';
import { instantText } from '#domain/instant-text.ts';
import { ACTORS, type AllRows, allRows, expectedPage, fill, type Kind } from '../../../../test/lists/random-lists.ts';
import { makeWorld, type TestWorld } from '../../../../test/world.ts';
import type { PathLimits } from '../../database/list-page.ts';
import { foldNow } from '../../database/tasks.ts';
import { searchDossiers } from '../../dossiers/search.ts';
import { searchFolders } from '../../folders/search.ts';
import { folderContents } from '../index.ts';
import { findDocuments, listDocuments, listDocumentsIn } from '../queries.ts';
import { searchDocuments } from './search.ts';

let test: TestWorld;
let rows: AllRows;

beforeAll(async () => {
  test = await makeWorld();
  await fill(test.world.database, { dossiers: 40, folders: 90, documents: 400 });
  rows = await allRows(test.world.database);
});
afterAll(() => test.close());

/** Small limits send small data sets down the paths of large ones. */
const WAYS: Record<string, PathLimits | undefined> = {
  'as it comes': undefined,
  'small scopes read whole': {
    smallScope: 1e9,
    smallScopeOfCodes: 1e9,
    walking: 0,
    merged: 1e9,
    margin: 4,
    slack: 0,
  },
  'found rows gathered': {
    smallScope: 0,
    smallScopeOfCodes: 0,
    merged: 0,
    walking: 1e9,
    margin: 4,
    slack: 0,
  },
  'counted, then walked': {
    smallScope: 0,
    smallScopeOfCodes: 0,
    merged: 0,
    walking: 0,
    margin: 4,
    slack: 1e6,
  },
  'walked within a budget': {
    smallScope: 0,
    smallScopeOfCodes: 0,
    walking: 0,
    merged: 2,
    margin: 2,
    slack: 0,
  },
  'walked with too small a budget': {
    smallScope: 0,
    smallScopeOfCodes: 0,
    walking: 0,
    merged: 2,
    margin: 0.5,
    slack: 0,
  },
};

const SUBJECTS = {
  document: { criteria: DOCUMENT_CRITERIA, sorts: DOCUMENT_SORTS },
  folder: { criteria: FOLDER_CRITERIA, sorts: FOLDER_SORTS },
  dossier: { criteria: DOSSIER_CRITERIA, sorts: DOSSIER_SORTS },
} as const;

interface Wanted {
  actor: Actor;
  criteria: Criterion[];
  sort: string[];
  page: number;
  size: number;
}

async function answered(kind: Kind, wanted: Wanted, limits: PathLimits | undefined) {
  const { actor, criteria, sort, page, size } = wanted;
  const search = { actor, criteria, page: { page, size, sort }, ...(limits === undefined ? {} : { limits }) };
  const { read } = test.world.database;
  if (kind === 'document') {
    const { ids, total } = await searchDocuments(read, search);
    return { ids, total };
  }
  const found =
    kind === 'folder'
      ? await searchFolders(read, { ...search, documents: { ...folderContents, documentCount: () => null } })
      : await searchDossiers(read, {
          ...search,
          contents: { folderCount: () => null, hasSigned: async () => false, deleteFolders: async () => undefined },
        });
  return { ids: found.rows.map((row) => row.id), total: found.total };
}

/** Values that occur and some that do not, as a request body would contain them. */
const VALUES: Record<string, readonly unknown[]> = {
  hst: ['10001', '10002', '10003', '10004', '99999'],
  legalEntity: ['LE001', 'LE002', 'LE003', 'LE999'],
  brand: ['bmw', 'mini', 'moto', 'ini', 'BMW'],
  brands: ['bmw', 'mini'],
  folderType: ['PRIVACY', 'SALE_NEW', 'SERVICE', 'VEHICLE_EXIT_REQUEST', 'sale_'],
  'folder.type': ['PRIVACY', 'SALE_NEW', 'SERVICE', 'ale'],
  type: ['SALE_NEW', 'SERVICE', 'SALE_NEW_PROPOSAL', 'OTHER_IDENTITY', 'identity', 'ale_'],
  status: ['DRAFT', 'SIGNED', 'FINISH', 'EXPIRED', 'OPEN', 'CLOSED', 'READY_TO_SIGN', 'sign', 'START_SIGN', 'pen'],
  sigType: ['OTP', 'GRAPHOMETRIC', 'otp'],
  mimeType: ['application/pdf', 'pdf', 'image'],
  accountSource: ['RSP', 'dms', 'RS_'],
  jobId: ['JOB-1', 'job-', 'b-3'],
  searchType: ['RSP', 'DMS', 'rsp'],
  rspSearchType: ['ORGANIZATION', 'INDIVIDUAL', 'organ'],
  dossierType: ['new', 'existing', 'exist'],
  syncStatus: ['SYNCED', 'TO_SYNC', 'sync'],
  originalAccountSource: ['RSP', 'dms'],
  organizationId: ['O-1', 'o-2', 'O-3'],
  representativeFiscalCode: ['RSSMRA80A01H502U', 'h502'],
  birthDate: ['1960-01-01', '1975-01-01', '1988-01-01', '1960-02-01'],
  birthPlace: ['Forlì', 'ROMA', 'forl'],
  street: ['Via di Prova 1', 'prova'],
  address: ['Piazza Èrba 2', 'ERBA', 'piazza erba 1'],
  postalCode: ['40121', '471'],
  dmsCity: ['Forlì', 'bologna', 'orli'],
  rspLastName: ['Rossi', "d'alo"],
  firstName: ['Mario', 'Niccolò', 'NICCOLO', 'ann'],
  lastName: ['Rossi', 'rossi', 'D’Alò', "d'alo", '100%', 'Più'],
  organizationName: ['Rossi Trasporti S.r.l.', 'elite', 'a\\b', '_au'],
  businessId: ['PV_1', 'pv_', 'C-1', 'PV-1'],
  plate: ['AB101CD', 'ab1', 'zz9'],
  vin: ['WBA1234567A901210', '567a9', 'xyz'],
  notes: ['Da richiamare', 'perche', '50%'],
  fiscalCode: ['PRVGVR80A41H501D', 'h50'],
  email: ['persona1@example.com', 'ona2'],
  mobilePhone: ['+39 3331004567', '1004567'],
  fileName: ['contratto rossi 1.pdf', 'PREVENTIVO', 'perché', '2023', '0%', 'x x 1.pdf'],
  createdBy: ['dealer', 'dms', 'nessuno'],
  lastModifiedBy: ['anna', 'dealer'],
  city: ['Forlì', 'forli', 'Bologna'],
  genericFilter: [
    'rossi',
    'ROSSI MARIO',
    'mario rossi',
    'ab10',
    'pv_',
    '0 0',
    '50%',
    'd’alo',
    'perche',
    '.pdf',
    '___',
    'élite_',
    'zzz',
    'a\\b',
    'persona1',
    '+39 333',
    'wba12',
  ],
};
const NUMBERS = [0, 1, 2, 5, 40, 1e15 - 1];
const INSTANTS = ['2026-01-05', '2026-01-10T08:00:00.000Z', '2026-01-20T09:00', '2026-02-01T08:00:00.000Z'];

const bodies = (fields: Readonly<Record<string, CriterionKind>>) => {
  const known = Object.keys(fields).filter((field) => {
    const name = field.replace(/^\w+DTO\./, '');
    return ['number', 'instant', 'boolean'].includes(fields[field] ?? '') || VALUES[name] !== undefined;
  });
  const criterion = fc.constantFrom(...known).chain((field) => {
    const kind = fields[field] ?? 'search';
    const name = field.replace(/^\w+DTO\./, '');
    const values =
      kind === 'number'
        ? NUMBERS
        : kind === 'instant'
          ? INSTANTS
          : kind === 'boolean'
            ? [true, false]
            : (VALUES[name] ?? []);
    const long = values.filter((value) => [...String(value).trim()].length >= 3);
    return fc.constantFrom(...OPERATORS[kind]).chain((operator) => {
      const from = operator === 'contains' ? long : values;
      const value =
        operator === 'in' ? fc.uniqueArray(fc.constantFrom(...from), { maxLength: 3 }) : fc.constantFrom(...from);
      return value.map((one): [string, object] => [field, { [operator]: one }]);
    });
  });
  // Frequent criteria are generated more often.
  return fc.array(criterion, { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
};

const common = fc.oneof(
  fc.constant({}),
  fc
    .constantFrom('rossi', 'mario rossi', 'ab10', '.pdf', 'perche', '50%')
    .map((text) => ({ genericFilter: { contains: text } })),
  fc.constant({ status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] } }),
  fc.constantFrom('LE001', 'LE002').map((entity) => ({ legalEntity: { equals: entity } })),
);

/** The whole list without criteria for one actor: an order can be wrong in any row. */
const whole = (actor: Actor | undefined, sort: string[]): Wanted => {
  if (actor === undefined) throw new Error('Somebody looks');
  return { actor, criteria: [], sort, page: 0, size: 10_000 };
};

const inFolder = (id: number, more: object = {}) =>
  criteriaSchema(DOCUMENT_CRITERIA).parse({ folderId: { equals: id }, ...more });

it('a query for a whole folder reads by folder; one for a part of it or with criteria does not', async () => {
  const { read } = test.world.database;
  let whole = 0;
  let hidden = 0;
  for (const { own } of rows.folder) {
    const id = Number(own.id);
    for (const actor of ACTORS) {
      const ask = (criteria: Criterion[], size: number) =>
        searchDocuments(read, { actor, criteria, page: { page: 0, size, sort: ['fileName,asc'] } });
      const { ids, total, folderId } = await ask(inFolder(id), 10_000);
      if (total === 0) continue;
      const narrowed = await ask(inFolder(id, { status: { in: ['DRAFT', 'SIGNED'] } }), 10_000);
      expect(narrowed.folderId).toBeNull();
      if (total > 1) expect((await ask(inFolder(id), total - 1)).folderId).toBeNull();
      if (folderId === null) {
        // Only actors limited to what they created.
        expect(PERMISSIONS['document.read'][groupsOf(actor)[0] ?? 'none']).toBe('created');
        continue;
      }
      expect(folderId).toBe(id);
      const there = await listDocumentsIn(read, id);
      const seen = there.filter((row) => ids.includes(row.id));
      const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
      expect(seen.toSorted(byId)).toEqual((await listDocuments(read, ids)).toSorted(byId));
      whole += 1;
      hidden += there.length - seen.length;
    }
  }
  expect(whole).toBeGreaterThan(20);
  expect(hidden).toBeGreaterThan(0);
});

it('lists return instants exactly as rows have them', async () => {
  const ids = rows.document.map(({ own }) => Number(own.id));
  // One of each length in which a fraction of a second is written.
  const fractions = [0, 500, 550, 555];
  const undone = new Error('undone');
  const looking = test.world.database.transaction(async (tx) => {
    for (const [index, id] of ids.slice(0, fractions.length).entries()) {
      const start_sign_date = new Date(Date.UTC(2026, 10, 26, 8, 5, 9, fractions[index]));
      await tx.updateTable('document').set({ start_sign_date }).where('id', '=', id).execute();
    }
    const known = new Map((await findDocuments(tx, ids)).map((row) => [row.id, row]));
    const listed = await listDocuments(tx, ids);
    expect(listed).toHaveLength(ids.length);
    for (const row of listed) {
      const whole = known.get(row.id);
      expect(instantText(row.created_date)).toBe(whole?.created_date.toISOString());
      expect(instantText(row.last_modified_date)).toBe(whole?.last_modified_date.toISOString());
      expect(row.start_sign_date && instantText(row.start_sign_date)).toBe(
        whole?.start_sign_date?.toISOString() ?? null,
      );
    }
    throw undone;
  });
  await expect(looking).rejects.toBe(undone);
});

describe.each(Object.keys(SUBJECTS) as Kind[])('lists of a %s', (kind) => {
  const { criteria, sorts } = SUBJECTS[kind];
  const schema = criteriaSchema(criteria);
  const wanted = fc.record({
    actor: fc.constantFrom(...ACTORS),
    criteria: fc.tuple(common, bodies(criteria)).map(([a, b]) => schema.parse({ ...a, ...b })),
    sort: fc.array(
      fc.tuple(fc.constantFrom(...sorts), fc.constantFrom('asc', 'desc')).map((pair) => pair.join(',')),
      { minLength: 1, maxLength: 2 },
    ),
    page: fc.nat({ max: 12 }),
    size: fc.constantFrom(1, 3, 15, 10_000),
  });

  it.each(Object.keys(WAYS))('match a scan of all rows: %s', async (way) => {
    await fc.assert(
      fc.asyncProperty(wanted, async (one) => {
        expect(await answered(kind, one, WAYS[way])).toEqual(expectedPage(rows, kind, one));
      }),
      { numRuns: 250, seed: 20_261_120 },
    );
  });

  it.each(sorts.map((field) => [field]))('are sorted by %s, for every role', async (field) => {
    for (const order of ['asc', 'desc']) {
      for (const actor of [ACTORS[0], ACTORS[3], ACTORS[7]]) {
        const one = whole(actor, [`${field},${order}`]);
        expect(await answered(kind, one, undefined), `${actor?.login} ${order}`).toEqual(expectedPage(rows, kind, one));
      }
    }
  });

  it('are the same after the counters are folded', async () => {
    await foldNow(test.world.database);
    await fc.assert(
      fc.asyncProperty(wanted, async (one) => {
        expect(await answered(kind, one, undefined)).toEqual(expectedPage(rows, kind, one));
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
