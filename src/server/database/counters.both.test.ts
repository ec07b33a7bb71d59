/** The counters match the rows: under concurrent writers, after rollbacks and interrupted folds, in every snapshot. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { searchForm } from '#domain/letters/search-form.ts';
import type { Tx } from '#ports/database/database.ts';
import { testNow } from '#test/clock.ts';
import { rowsOf } from '#test/rows.ts';
import { chance, type FolderKey, fill, insertDocument, pick } from '../../../test/lists/random-lists.ts';
import { onPostgres } from '../../../test/postgres.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { countCells, foldCounters, hasDeltas } from './queries.ts';
import { checkAtNight, checkCounters, foldNow } from './tasks.ts';

let test: TestWorld;
let folders: FolderKey[];

beforeAll(async () => {
  test = await makeWorld();
  await fill(test.world.database, { dossiers: 10, folders: 20, documents: 60 });
  folders = await test.world.database.read
    .selectFrom('folder')
    .select(['id', 'dossier_id', 'hst', 'legal_entity', 'brand', 'type'])
    .execute();
});
afterAll(() => test.close());

/** Compares cells and deltas with the rows in one statement. */
const DIFFERENCES = sql<{ kind: string }>`
  select kind, hst, legal_entity, brand, type, status, sum(n) as n from (
    select kind, hst, legal_entity, brand, type, status, n from counter_actual
    union all select kind, hst, legal_entity, brand, type, status, -n from counter
    union all select kind, hst, legal_entity, brand, type, status, -d from counter_delta) as compared
  group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`;
const BY_ENTITY = sql<{ kind: string }>`
  select kind, legal_entity, brand, type, status, sum(n) as n from (
    select kind, legal_entity, brand, type, status, n from counter
    union all select kind, legal_entity, brand, type, status, -n from counter_entity) as compared
  group by 1, 2, 3, 4, 5 having sum(n) <> 0`;

async function differences(): Promise<unknown[]> {
  const { read } = test.world.database;
  return [...(await DIFFERENCES.execute(read)).rows, ...(await BY_ENTITY.execute(read)).rows];
}

/** The search tables match the documents. */
const SEARCH_DIFFERENCES = sql<{ id: number }>`
  select coalesce(document.id, document_search.document_id) as id
  from (select * from document where deleted_date is null) as document
  full join document_search on document_search.document_id = document.id
  where (document.folder_id, document.hst, document.legal_entity, document.brand, document.folder_type,
      search_form(coalesce(document.file_name, '')), search_form(document.customer_name), document.created_by, document.created_date)
    is distinct from (document_search.folder_id, document_search.hst, document_search.legal_entity, document_search.brand,
      document_search.folder_type, document_search.name_text, document_search.customer_text, document_search.created_by,
      document_search.created_date)`;

const newDocument = (tx: Tx, random: () => number, change: { folder?: FolderKey; deleted?: false } = {}) =>
  insertDocument(tx, {
    folder: pick(random, folders),
    customer: 'Mario Rossi',
    fileName: `nuovo ${random()}.pdf`,
    status: pick(random, DOCUMENT_STATUSES),
    deleted: random() < 0.1,
    created_by: 'dealer',
    created_date: testNow(),
    last_modified_by: null,
    last_modified_date: testNow(),
    size: 3,
    ...change,
  });

class ChangedMyMind extends Error {}

/** One writer's transaction: new documents, then a move, hiding, renaming, removing or a whole folder; a third of them roll back. */
async function write(random: () => number): Promise<void> {
  const work = test.world.database.transaction(async (tx) => {
    await newDocument(tx, random);
    await newDocument(tx, random);
    const what = random();
    const some = sql<boolean>`id % 7 = ${Math.floor(random() * 7)}`;
    if (what < 0.5) {
      await tx
        .updateTable('document')
        .set({ status: pick(random, DOCUMENT_STATUSES) })
        .where(some)
        .execute();
    } else if (what < 0.7) {
      await tx.updateTable('document').set({ deleted_date: testNow() }).where(some).execute();
    } else if (what < 0.75) {
      await tx.updateTable('document').set({ deleted_date: null, file_name: 'ripreso.pdf' }).where(some).execute();
    } else if (what < 0.8) {
      await sql`delete from document where id in (select max(id) from document)`.execute(tx);
    } else if (what < 0.9) {
      await tx
        .updateTable('folder')
        .set({ status: pick(random, ['OPEN', 'CLOSED'] as const), number_of_documents: 1 })
        .where('id', '=', pick(random, folders).id)
        .execute();
    } else {
      await tx
        .updateTable('dossier')
        .set({ last_name: pick(random, ['Verdi', 'Neri']), status: pick(random, ['OPEN', 'DELETED'] as const) })
        .where('id', '=', pick(random, folders).dossier_id)
        .execute();
    }
    if (random() < 0.3) throw new ChangedMyMind();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof ChangedMyMind)) throw error;
  });
}

describe('the counters', () => {
  it('include rows of a bulk import', async () => {
    expect(await differences()).toEqual([]);
    expect(await hasDeltas(test.world.database.read)).toBe(true);
  });

  it('stay exact under concurrent writers with rollbacks and concurrent folds', async () => {
    const writers = Array.from({ length: 6 }, async (_, index) => {
      const random = chance(index + 1);
      for (let i = 0; i < 25; i++) await write(random);
    });
    let writing = true;
    const folding = (async () => {
      while (writing) {
        await Promise.all([foldNow(test.world.database), foldNow(test.world.database)]);
        // Each comparison is one statement and thus one snapshot, regardless of concurrent writers.
        expect((await DIFFERENCES.execute(test.world.database.read)).rows).toEqual([]);
      }
    })();
    await Promise.all(writers).finally(() => {
      writing = false;
    });
    await folding;
    expect(await differences()).toEqual([]);
    expect((await SEARCH_DIFFERENCES.execute(test.world.database.read)).rows).toEqual([]);
  });

  it('lose nothing when a fold is interrupted', async () => {
    const random = chance(99);
    await test.world.database.transaction((tx) => newDocument(tx, random));
    const before = await test.world.database.read.selectFrom('counter_delta').selectAll().execute();
    const broken = test.world.database.transaction(async (tx) => {
      expect(await foldCounters(tx)).toBe(before.length);
      throw new ChangedMyMind();
    });
    await expect(broken).rejects.toBeInstanceOf(ChangedMyMind);
    expect(await differences()).toEqual([]);
    expect(await foldNow(test.world.database)).toBe(before.length);
    expect(await foldNow(test.world.database)).toBe(0);
    expect(await differences()).toEqual([]);
  });

  it('are correct for every criterion, folded or not', async () => {
    const { read } = test.world.database;
    const total = async () =>
      (
        await countCells(read, 'document', {
          hsts: ['10001'],
          byDealer: false,
          conditions: [sql<boolean>`cell.status = 'SIGNED'`],
        })
      ).total;
    const before = await total();
    const at = folders.find((folder) => folder.hst === '10001');
    if (at === undefined) throw new Error('The world has a folder of this dealer');
    const ids = await test.world.database.transaction((tx) =>
      Promise.all(
        [false, false, true].map((deleted) =>
          insertDocument(tx, {
            ...{ folder: at, customer: 'x', fileName: null, status: 'SIGNED', deleted, size: 1 },
            ...{ created_by: null, created_date: testNow(), last_modified_by: null, last_modified_date: testNow() },
          }),
        ),
      ),
    );
    expect(await total()).toBe(before + 2);
    await foldNow(test.world.database);
    expect(await total()).toBe(before + 2);
    await test.world.database.transaction((tx) =>
      tx.updateTable('document').set({ status: 'EXPIRED' }).where('id', 'in', ids).execute(),
    );
    expect(await total()).toBe(before);
  });
});

// The embedded database has one connection.
if (onPostgres()) {
  describe('a fold whose connection is lost', () => {
    it('loses nothing', async () => {
      const { database } = test.world;
      await database.transaction((tx) => newDocument(tx, chance(5)));
      const killed = database.transaction(async (tx) => {
        await foldCounters(tx);
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      });
      await expect(killed).rejects.toThrow();
      expect(await differences()).toEqual([]);
      expect(await foldNow(database)).toBeGreaterThan(0);
      expect(await differences()).toEqual([]);
    });

    it('is run by one node at a time', async () => {
      const { database } = test.world;
      await database.transaction((tx) => newDocument(tx, chance(6)));
      await database.transaction(async (tx) => {
        expect(await foldCounters(tx)).toBeGreaterThan(0);
        expect(await foldNow(database)).toBe(0);
      });
      expect(await differences()).toEqual([]);
    });
  });
}

describe('the nightly recount of counters', () => {
  it('finds nothing when the counters are right', async () => {
    await test.world.database.transaction((tx) => newDocument(tx, chance(8)));
    expect(await checkCounters(test.world.database)).toEqual([]);
  });

  it('reports and corrects wrong cells, including superfluous ones', async () => {
    const { database } = test.world;
    await foldNow(database);
    await database.transaction(async (tx) => {
      await sql`update counter set n = n + 5 where (kind, hst) = ('folder', '10001')`.execute(tx);
      await sql`insert into counter values ('document', '99999', 'LE999', 'bmw', 'SERVICE', 'SIGNED', 7)`.execute(tx);
      await sql`update counter_entity set n = 0 where kind = 'dossier'`.execute(tx);
    });
    const mended = await checkCounters(database);
    expect(mended).toContainEqual(expect.objectContaining({ kind: 'document', hst: '99999', d: -7 }));
    expect(mended.filter(({ kind }) => kind === 'folder').every(({ d }) => d === -5)).toBe(true);
    expect((await DIFFERENCES.execute(database.read)).rows).toEqual([]);
    await foldNow(database);
    expect(await differences()).toEqual([]);
    expect(await checkCounters(database)).toEqual([]);
  });

  it('runs once a night on one node, and reports corrections', async () => {
    const { world, clock } = test;
    const three = new Date(world.clock.now());
    three.setUTCHours(2, 30, 0, 0);
    clock.advance((three.getTime() - world.clock.now().getTime()) / 1000 + 86_400);
    await checkAtNight(world);
    await sql`update counter set n = n + 1 where kind = 'dossier' and hst = '10001'`.execute(world.database.read);
    await Promise.all([checkAtNight(world), checkAtNight(world)]);
    expect(test.logLines.join('')).not.toContain('a counter differed');
    clock.advance(86_400);
    await Promise.all([checkAtNight(world), checkAtNight(world)]);
    const told = test.logLines.filter((line) => line.includes('a counter differed'));
    expect(told.length).toBeGreaterThan(0);
    await foldNow(world.database);
    expect(await differences()).toEqual([]);
  });
});

describe('copied columns of customers and folders', () => {
  it('follow a new name of the customer, in folders and documents', async () => {
    const { database } = test.world;
    const folder = folders[0];
    if (folder === undefined) throw new Error('The world has folders');
    const id = await database.transaction(async (tx) => {
      const made = await newDocument(tx, () => 0, { folder, deleted: false });
      await tx
        .updateTable('dossier')
        .set({ first_name: 'Zoë', last_name: 'Nuovissimi', organization_name: null })
        .where('id', '=', folder.dossier_id)
        .execute();
      return made;
    });
    const row = await database.read
      .selectFrom('document_search')
      .where('document_id', '=', id)
      .select(['customer_text', 'name_text'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ customer_text: 'zoe nuovissimi', name_text: 'nuovo 0.pdf' });
    const texts = await database.read
      .selectFrom('folder')
      .where('dossier_id', '=', folder.dossier_id)
      .select(['customer_text', 'search_text', 'last_modified_date'])
      .execute();
    for (const text of texts) {
      expect(text.customer_text).toBe('zoe nuovissimi');
      expect(text.search_text).toContain('nuovissimi zoe');
    }
    expect((await SEARCH_DIFFERENCES.execute(database.read)).rows).toEqual([]);
  });

  it('follow a folder to another brand, in the counters too', async () => {
    const { database } = test.world;
    const folder = folders[0];
    if (folder === undefined) throw new Error('The world has folders');
    await database.transaction((tx) =>
      tx
        .updateTable('folder')
        .set({ brand: folder.brand === 'moto' ? 'mini' : 'moto' })
        .where('id', '=', folder.id)
        .execute(),
    );
    expect(await differences()).toEqual([]);
    expect((await SEARCH_DIFFERENCES.execute(database.read)).rows).toEqual([]);
  });

  it.each(
    rowsOf(`
      Niccolò D’ALÒ | niccolo d alo
      D'Alo | d alo
      Nicco\u0300lo | niccolo
      Łukasz \`x\` Ærø-Straße | lukasz  x  aero-strasse
      Weiß WEISS GROẞ | weiss weiss gross
      Nguyễn Thị Phương Đặng | nguyen thi phuong dang
      Œuvre Þórr Đorđe Ħal ıŞIK | oeuvre thorr dorde hal isik
      Dall’Orto Dall‘Orto Dallʼorto Dall´orto Dall＇orto | dall orto dall orto dall orto dall orto dall orto
      Anna\u00a0Maria\u2009Ros\u00adsi\u200b | anna maria rossi
      Ｍａｒｉｏ ﬁore | mario fiore
      Жуков ЙОРДАН | жуков иордан
      Γιώργος ΓΙΏΡΓΟΣ | γιωργοσ γιωργοσ
      أحمد مُحَمَّد | احمد محمد
      Cohen‑Levi – Rossi | cohen-levi - rossi
      Жуков 😀 | жуков 😀
    `),
  )('compare %s as %s', async (text, form) => {
    const answer = await sql<{ form: string }>`select search_form(${text}) as form`.execute(test.world.database.read);
    expect(answer.rows[0]?.form).toBe(form);
    expect(searchForm(text)).toBe(form);
  });
});
