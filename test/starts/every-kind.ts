/** Creates a document of every kind that an installation has, over HTTP, to show that each documented start works completely. */
// Real time: it waits for the jobs of a server process.
import { setTimeout as pause } from 'node:timers/promises';
import { hasTemplate, paperFields } from '../../src/domain/papers/compose-paper.ts';
import { sampleValues } from '../../src/domain/papers/sample-data.ts';
import { png } from '../papers/files.ts';
import { makePaper } from '../papers/paper.ts';
import { photoJpeg } from '../papers/photos.ts';

interface ConfiguredType {
  slug: string;
  fields: { name: string }[];
}
interface ConfiguredFolder {
  slug: string;
  fields: { name: string; required: string }[];
  documentTypes: ConfiguredType[];
}

const CUSTOMER = {
  ...{ brand: 'bmw', dossierType: 'new', firstName: 'Ginevra', lastName: 'Provetti' },
  ...{ birthDate: '1980-01-01', birthPlace: 'Roma', fiscalCode: 'PRVGVR80A41H501D' },
  ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
};
const IDENTITY = {
  ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' },
  ...{ issueDate: '2021-02-10', expiryDate: '2041-01-01' },
};
/** A dealer whose new cars require the advanced electronic signature in the demo, and one that never does. */
const [ADVANCED_DEALER, SIMPLE_DEALER] = ['10011', '10001'];

const attached = (bytes: Buffer, fileName: string, mimeType: string) => ({
  ...{ fileName, mimeType, fileSize: bytes.length },
  content: bytes.toString('base64'),
});

class Client {
  readonly address: string;
  private token = '';
  private people = 0;

  constructor(address: string) {
    this.address = address;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by tests that assert on them
  async request(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(new URL(path, this.address), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 400)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async signIn(): Promise<void> {
    this.token = (await this.request('POST', '/api/auth/login', { username: 'admin', password: 'demo' })).token;
  }

  /** @throws after 30 s. */
  async waitFor(id: number, status: string): Promise<void> {
    const until = Date.now() + 30_000;
    while ((await this.request('GET', `/api/documents/${id}`)).status !== status) {
      if (Date.now() > until) throw new Error(`Document ${id} did not become ${status}`);
      await pause(50);
    }
  }

  /** @returns the id of a new customer. */
  async customer(hst: string): Promise<number> {
    this.people += 1;
    const mobilePhone = `+39 334${String(2_000_000 + this.people)}`;
    const body = { ...CUSTOMER, hst, mobilePhone, email: `tutti${this.people}@example.com` };
    return (await this.request('POST', '/api/dossiers', body)).id;
  }

  async folder(type: string, dossierId: number, businessId: string | null = 'TUTTI-1'): Promise<number> {
    const values = { processDate: '2026-11-20', plate: 'EE000EE', businessId };
    return (await this.request('POST', '/api/folders', { dossierId, brand: 'bmw', type, ...values })).id;
  }
}

/** The body of a document of a configured type: with a file if the type takes one, otherwise with the values of its paper. */
function bodyOf(type: ConfiguredType, file: Buffer): object {
  const has = (name: string) => type.fields.some((field) => field.name === name);
  const signs = has('SIG_TYPE');
  const values = hasTemplate(type.slug) ? sampleValues(paperFields(type.slug)) : {};
  return {
    ...{ type: type.slug, signable: signs, archivable: has('ARCHIVABLE'), sigType: signs ? 'OTP' : null },
    ...(has('FILE') ? attached(file, `${type.slug}.pdf`, 'application/pdf') : {}),
    variableFields: Object.fromEntries(Object.entries(values).filter(([name]) => has(name))),
  };
}

async function createInEachFolder(client: Client, file: Buffer): Promise<string[]> {
  const folders: ConfiguredFolder[] = await client.request('GET', '/api/v2/folder-types/ext');
  const dossierId = await client.customer(SIMPLE_DEALER);
  const made: string[] = [];
  for (const { slug, fields, documentTypes } of folders) {
    const demanded = fields.some(({ name, required }) => name === 'BUSINESS_ID' && required === 'true');
    // A paper in a folder without a number shows the number that its document will get.
    for (const businessId of demanded ? ['TUTTI-1'] : ['TUTTI-1', null]) {
      const folderId = await client.folder(slug, dossierId, businessId);
      for (const type of documentTypes) {
        await client.request('POST', '/api/documents', { ...bodyOf(type, file), folderId });
        made.push(type.slug);
      }
    }
  }
  return made;
}

/** The FEA module with the copy of the identity card, for a quotation that waits for it. */
async function createModule(client: Client, file: Buffer): Promise<void> {
  const folderId = await client.folder('SALE_NEW', await client.customer(ADVANCED_DEALER));
  const quotation = { type: 'SALE_NEW_RFO', signable: true, archivable: true, sigType: 'OTP' };
  const origin = { ...quotation, folderId, ...attached(file, 'preventivo.pdf', 'application/pdf') };
  const { id } = await client.request('POST', '/api/documents', origin);
  const identity = { ...IDENTITY, copy: attached(png(), 'carta.png', 'image/png') };
  await client.request('POST', '/api/documents/fea', { id, identity });
}

/** A draft that is edited and deleted, a photo for a paper, a cancelled start. */
async function createAndChange(client: Client, file: Buffer): Promise<void> {
  const dossierId = await client.customer(SIMPLE_DEALER);
  const folderId = await client.folder('SALE_NEW', dossierId);
  const paper = { type: 'SALE_NEW_RFO', signable: true, archivable: true, sigType: 'OTP' };
  const body = { ...paper, folderId, ...attached(file, 'preventivo.pdf', 'application/pdf') };
  const draft = await client.request('POST', '/api/documents', { ...body, draft: true });
  await client.request('PUT', '/api/documents', { id: draft.id, archivable: false, sigType: 'OTP', signable: true });
  await client.request('DELETE', `/api/documents/${draft.id}`);
  await client.request('POST', '/api/documents/photos', attached(photoJpeg(), 'paraurti.jpg', 'image/jpeg'));
  const started = await client.request('POST', '/api/documents', body);
  await client.request('POST', `/api/documents/${started.id}/sign`, {});
  await client.waitFor(started.id, 'START_SIGN');
  await client.request('POST', `/api/documents/${started.id}/cancel-sign`, {});
}

/** @param address of a demo. @returns the slugs of what was created. @throws at the first call that does not succeed. */
export async function createEveryKind(address: string): Promise<string[]> {
  const client = new Client(address);
  await client.signIn();
  const file = await makePaper({ pages: 1 });
  const made = await createInEachFolder(client, file);
  await createModule(client, file);
  await createAndChange(client, file);
  return made;
}

/** A generated paper in a folder without a number: its id is taken from the sequence before its row is inserted. */
export async function createUnnumberedPaper(address: string): Promise<void> {
  const client = new Client(address);
  await client.signIn();
  const folderId = await client.folder('PRIVACY', await client.customer(SIMPLE_DEALER), null);
  const paper = { type: 'PRIVACY_DEALER', signable: true, archivable: true, sigType: 'OTP' };
  await client.request('POST', '/api/documents', { ...paper, folderId });
}
