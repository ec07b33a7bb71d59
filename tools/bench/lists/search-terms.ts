/** Search terms of the actors: texts and folders that each of them can see, sampled over HTTP from documents of all ages. */
import { ACTORS, type ActorName } from './actors.ts';
import { type Client, openDocuments, search } from './client.ts';

export interface Samples {
  /** Number of documents the actor can see. */
  readonly documents: number;
  /** Whether its dashboard shows any documents: an empty list is a different query. */
  readonly hasOpen: boolean;
  readonly plates: string[];
  /** The last seven characters, as users read them from a windscreen. */
  readonly vinEnds: string[];
  readonly proposals: string[];
  /** First and last name with fewer than a thousand hits. */
  readonly names: string[];
  /** Without the country prefix, as users type them. */
  readonly phones: string[];
  readonly fiscalCodes: string[];
  /** Folders of four documents. */
  readonly folders: number[];
  /** The folder with the most documents, for actors who can see it. */
  readonly largeFolder: number | null;
}

interface DocumentRow {
  folderDTO: { id: number; plate: string | null; vin: string | null; businessId: string | null; dossierId: number };
  dossierDTO: { firstName: string; lastName: string; organizationName: string | null };
}

const PAGES = 6;
const PAGE_SIZE = 10;
const SELECTIVE_HITS = 1000;
const WANTED = 15;

const present = <T>(values: readonly (T | null | undefined)[]): T[] =>
  [...new Set(values)].filter((value) => value !== null && value !== undefined).slice(0, WANTED);

async function spreadRows(client: Client, login: string, total: number): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let index = 0; index < PAGES; index += 1) {
    const page = Math.floor(((index + 0.5) / PAGES) * (total / PAGE_SIZE));
    rows.push(...(await client.read<DocumentRow[]>(login, search('documents', {}, { page, size: PAGE_SIZE }))).json);
  }
  return rows;
}

async function selectiveNames(client: Client, login: string, rows: readonly DocumentRow[]): Promise<string[]> {
  const people = rows.filter((row) => row.dossierDTO.organizationName === null);
  const names: string[] = [];
  for (const name of new Set(people.map(({ dossierDTO }) => `${dossierDTO.firstName} ${dossierDTO.lastName}`))) {
    if (names.length === WANTED) break;
    const hits = await client.read(login, search('documents', { genericFilter: { contains: name } }, { size: 1 }));
    if (hits.total > 0 && hits.total < SELECTIVE_HITS) names.push(name);
  }
  return names;
}

async function folderIds(client: Client, login: string, criteria: object): Promise<number[]> {
  const call = search('folders', { status: { equals: 'OPEN' }, ...criteria }, { size: WANTED });
  return (await client.read<{ id: number }[]>(login, call)).json.map((row) => row.id);
}

export async function takeSamples(client: Client, name: ActorName): Promise<Samples> {
  const { login } = ACTORS[name];
  const { total } = await client.read(login, search('documents', {}, { size: 1 }));
  const rows = await spreadRows(client, login, total);
  const folders = rows.map((row) => row.folderDTO);
  const dossierIds = present(folders.map((folder) => folder.dossierId));
  const dossiers = await client.read<{ mobilePhone: string; fiscalCode: string | null }[]>(
    login,
    search('dossiers', { status: { equals: 'OPEN' }, id: { in: dossierIds } }),
  );
  const [largeFolder = null] = await folderIds(client, login, { numberOfDocuments: { greaterThan: 1000 } });
  const open = await client.read(login, openDocuments(ACTORS[name].legalEntity));
  return {
    documents: total,
    hasOpen: open.total > 0,
    plates: present(folders.map((folder) => folder.plate)),
    vinEnds: present(folders.map((folder) => folder.vin?.slice(-7))),
    proposals: present(folders.map((folder) => folder.businessId)),
    names: await selectiveNames(client, login, rows),
    phones: present(dossiers.json.map((dossier) => dossier.mobilePhone.replace(/^\+39 /, ''))),
    fiscalCodes: present(dossiers.json.map((dossier) => dossier.fiscalCode)),
    folders: await folderIds(client, login, { numberOfDocuments: { equals: 4 } }),
    largeFolder,
  };
}
