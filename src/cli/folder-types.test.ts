/** `fascicolo folder-types`: another configuration is loaded completely or not at all, and takes effect immediately (record 0052). */
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfiguredFolderType, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { insertPrepared, prepareDocument } from '#server/documents/index.ts';
import { caseOf } from '#server/documents/papers/paper-case.ts';
import { listTrail } from '#server/evidence/index.ts';
import { findFolderWithCustomer } from '#server/folders/index.ts';
import { staffActor } from '#server/http/request/caller.ts';
import { findUserByLogin } from '#server/identity/queries.ts';
import { openPortal, type Portal } from '../../test/portal.ts';
import { runCommand } from '../../test/run-command.ts';
import { openControl } from './backup/control-socket.ts';
import { runFolderTypes } from './folder-types/run.ts';
import { folderTypes } from './folder-types.ts';

type NewDocument = Parameters<typeof prepareDocument>[1]['values'];

let portal: Portal;
let folder: string;
let control: Server | undefined;
beforeAll(async () => {
  portal = await openPortal();
  folder = await mkdtemp(join(tmpdir(), 'folder-types-'));
  const nothing = async () => ({ code: 0, lines: [] });
  control = await openControl(folder, {
    ...{ trail: nothing, identity: nothing, administrators: nothing, evidence: nothing },
    backup: () => Promise.reject(new Error('Nessuna copia.')),
    folderTypes: (args) => runFolderTypes(portal.test.world, args),
  });
});
afterAll(async () => {
  control?.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

const answered = async (): Promise<string> => (await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).body;
/** Without the values of closed lists, which the endpoint adds to the configuration. */
const inForce = async (): Promise<FolderTypeConfiguration> =>
  JSON.parse(await answered(), (key, value) => (key === 'values' ? undefined : value));
const versions = () => portal.test.world.database.read.selectFrom('folder_type_configuration').selectAll().execute();

/** Runs the command next to the running server with this file content. */
async function load(content: unknown, by = 'admin'): Promise<{ code: number; said: string }> {
  const file = join(folder, 'tipi.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return runCommand(folderTypes, [file, '--by', by], { DATA_DIR: folder });
}

/** The current configuration with one folder type changed. */
async function changed(slug: string, change: (folder: ConfiguredFolderType) => void): Promise<FolderTypeConfiguration> {
  const configuration = structuredClone(await inForce());
  const found = configuration.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}`);
  change(found);
  return configuration;
}

const withoutType = (slug: string) => (one: ConfiguredFolderType) => {
  one.documentTypes = one.documentTypes.filter((type) => type.slug !== slug);
};

describe('a valid configuration', () => {
  it('is active from the next request on, as a new version recorded in the trail', async () => {
    const id = await portal.newDocument(await portal.newFolder());
    const wanted = await changed('SALE_NEW', (sale) => {
      sale.displayOrder = 99;
      const type = sale.documentTypes.find(({ slug }) => slug === 'SALE_NEW_PROPOSAL');
      type?.fields.push({ name: 'CANALE', type: 'string', required: 'false', default: null });
    });
    expect(await load(wanted)).toEqual({ code: 0, said: 'In vigore la versione 1, caricata da admin.' });
    expect(await inForce()).toEqual(wanted);
    expect(await versions()).toMatchObject([{ version: 1, configuration: wanted, loaded_by: 'admin' }]);
    const [told] = await listTrail(portal.test.world.database.read, 'configuration:folder-types');
    expect(told).toMatchObject({
      type: 'folderTypes.loaded',
      actor: { kind: 'staff', name: 'admin' },
      detail: { version: 1, replaced: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });

    // An existing document continues, under the rules of the new configuration.
    const { archivable, sigType } = (await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
    expect((await portal.callAs('dealer', 'POST', `/api/documents/${id}/take-back`, {})).statusCode).toBe(200);
    const body = { id, archivable, sigType, signable: true, variableFields: { CANALE: 'salone' } };
    const edited = await portal.callAs('dealer', 'PUT', '/api/documents', body);
    expect(edited.json()).toMatchObject({ status: 'READY_TO_SIGN', variableFields: { CANALE: 'salone' } });
  });

  it('is exported in a form that can be loaded again, which adds no version', async () => {
    const before = await versions();
    const shown = await runCommand(folderTypes, ['--show'], { DATA_DIR: folder });
    expect([shown.code, JSON.parse(shown.said)]).toEqual([0, await inForce()]);
    for (const text of [shown.said, await answered()]) {
      expect(await load(text)).toEqual({ code: 0, said: 'È già la configurazione in vigore.' });
    }
    expect(await versions()).toEqual(before);
  });

  it('replaces the previous one, which is kept', async () => {
    const before = await versions();
    // No document has the type wedding loan.
    expect((await load(await changed('VEHICLE_EXIT_REQUEST', withoutType('LOAN_WEDDING')))).code).toBe(0);
    const after = await versions();
    expect([after.length, after.slice(0, -1)]).toEqual([before.length + 1, before]);
    const trail = await listTrail(portal.test.world.database.read, 'configuration:folder-types');
    expect(trail.at(-1)?.detail).toMatchObject({ version: after.at(-1)?.version, replaced: before.at(-1)?.version });
    const shipped = JSON.parse(await readFile('db/folder-types.json', 'utf8'));
    expect((await load(shipped)).code).toBe(0);
    expect(await inForce()).toEqual(shipped);
  });
});

it('a document of a removed type can no longer be completed', async () => {
  const { world } = portal.test;
  const { read } = world.database;
  const folderId = await portal.newFolder();
  const actor = await findUserByLogin(read, 'dealer');
  const within = await findFolderWithCustomer(read, folderId);
  if (actor === undefined || within === undefined) throw new Error('No folder');
  const at = world.clock.now();
  const values = (await portal.document({ type: 'SALE_NEW_ACCEPTANCE' })) as NewDocument;
  const loadCase = async () => caseOf(within);
  const command = { values, folderType: 'SALE_NEW', owner: '1', uploadedBy: 1, loadCase, language: 'it', at } as const;
  const material = await prepareDocument(world, command);
  expect((await load(await changed('SALE_NEW', withoutType('SALE_NEW_ACCEPTANCE')))).code).toBe(0);
  const before = await portal.counts();
  const made = world.database.transaction((tx) =>
    insertPrepared(tx, { actor, caller: staffActor(actor), within, material, at }),
  );
  await expect(made).rejects.toMatchObject({
    code: 'document.invalid',
    fieldErrors: [{ objectName: 'document', field: 'type', code: 'oneOf' }],
  });
  expect(await portal.counts()).toEqual(before);
});

describe('nothing is written', () => {
  const refused = async (content: unknown, by?: string): Promise<string> => {
    const before = [await versions(), await inForce()];
    const { code, said } = await load(content, by);
    expect(code).toBe(1);
    expect([await versions(), await inForce()]).toEqual(before);
    return said;
  };

  it('for a file with problems, which are all reported with their positions', async () => {
    const [first, ...others] = await inForce();
    const said = await refused([
      { ...first, slug: 'LEASING', displayOrder: '10', colour: 'blu' },
      {
        ...others[0],
        documentTypes: [{ ...others[0]?.documentTypes[0], signers: ['nessuno'], visibleInWizard: null }],
      },
    ]);
    expect(said.split('\n')).toEqual([
      'La configurazione non va bene (5):',
      '  $[0].slug: Valore non ammesso',
      '  $[0].displayOrder: Valore non valido',
      '  $[0].colour: Campo non previsto',
      '  $[1].documentTypes[0].visibleInWizard: Campo obbligatorio',
      '  $[1].documentTypes[0].signers[0]: Valore non ammesso',
    ]);
    expect(await refused({})).toContain('$: Valore non valido');
  });

  it('for a file with duplicates, without the FEA module or with missing required parts', async () => {
    const configuration = await changed('SALE_NEW', (sale) => {
      const [type] = sale.documentTypes;
      if (type === undefined) throw new Error('No type');
      const [field] = type.fields;
      if (field === undefined) throw new Error('No field');
      type.fields = [field, { ...field, required: 'sì' }];
      sale.documentTypes = [type, type];
    });
    const said = await refused([...configuration, configuration[0]]);
    expect(said.split('\n').slice(1).sort()).toEqual([
      '  $[1].documentTypes: manca FEA_MODULE',
      '  $[1].documentTypes[0].fields[1].name: FILE c’è già',
      '  $[1].documentTypes[0].fields[1].required: “sì” non è né “true” né “false”',
      '  $[1].documentTypes[1].fields[1].name: FILE c’è già',
      '  $[1].documentTypes[1].fields[1].required: “sì” non è né “true” né “false”',
      '  $[1].documentTypes[1].slug: SALE_NEW_RFO c’è già',
      '  $[5].slug: PRIVACY c’è già',
    ]);
  });

  it('for a file that would leave documents or folders without a type', async () => {
    const folderId = await portal.newFolder();
    await portal.newDocument(folderId, { type: 'SALE_NEW_RFO' });
    const proposals = await changed('SALE_NEW', (sale) => {
      withoutType('SALE_NEW_RFO')(sale);
      withoutType('SALE_NEW_ACCEPTANCE')(sale);
    });
    expect(await refused(proposals)).toMatch(
      /^Resterebbero senza tipo, perché nella configurazione non c’è più:\n {2}SALE_NEW › SALE_NEW_RFO: 1 documento$/,
    );
    const withoutSales = (await inForce()).filter(({ slug }) => slug !== 'SALE_NEW');
    const said = (await refused(withoutSales)).split('\n').slice(1);
    expect(said).toEqual([
      expect.stringMatching(/^ {2}SALE_NEW: \d+ cartelle$/),
      expect.stringMatching(/^ {2}SALE_NEW › SALE_NEW_PROPOSAL: \d+ document[oi]$/),
      '  SALE_NEW › SALE_NEW_RFO: 1 documento',
    ]);
  });

  it('unless the user is an active administrator', async () => {
    const wanted = await changed('SALE_NEW', withoutType('AUDIT'));
    expect(await refused(wanted, 'nessuno')).toBe('Nessun utente si chiama nessuno.');
    expect(await refused(wanted, 'dealer')).toBe('dealer non è un amministratore attivo.');
    await portal.test.world.database.transaction((tx) =>
      tx
        .updateTable('app_user')
        .set({ authorities: ['ROLE_ADMIN'], activated: false })
        .where('login', '=', 'modena')
        .execute(),
    );
    expect(await refused(wanted, 'modena')).toBe('modena non è un amministratore attivo.');
  });

  it('for a file that is not JSON or cannot be read', async () => {
    expect(await refused('[{')).toMatch(/^Il file non è JSON: /);
    const absent = await runCommand(folderTypes, [join(folder, 'altro.json'), '--by', 'admin'], { DATA_DIR: folder });
    expect(absent).toEqual({ code: 1, said: expect.stringMatching(/altro\.json non si può leggere \(ENOENT\)\.$/) });
  });
});

it.each([
  [[]],
  [['tipi.json']],
  [['--by', 'admin']],
  [['--show', '--by', 'admin']],
  [['tipi.json', '--show']],
  [['tipi.json', 'altri.json', '--by', 'admin']],
  [['--tutto']],
])('%j prints the usage', async (args) => {
  const { code, said } = await runCommand(folderTypes, args, { DATA_DIR: folder });
  expect([code, said.startsWith('Uso: npm run fascicolo -- folder-types FILE --by UTENTE')]).toEqual([2, true]);
});

it('creates no installation if there is none', async () => {
  const nowhere = join(folder, 'niente');
  const { code, said } = await runCommand(folderTypes, ['--show'], { DATA_DIR: nowhere });
  expect([code, said]).toEqual([1, `In ${nowhere} non c’è un’installazione di Fascicolo (DATA_DIR).`]);
  await expect(access(nowhere)).rejects.toThrow('ENOENT');
});
