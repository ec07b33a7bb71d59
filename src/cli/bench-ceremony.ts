/** One signature over HTTP for the bench, cut into stages: the customer signs by a code, then the sales manager in the portal (P-6, P-7). */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** In their order; `sealed` ends when the document is SIGNED. */
export const STAGES = [
  'start',
  'link',
  'read',
  'code',
  'customerSigns',
  'managerProves',
  'managerSigns',
  'sealed',
] as const;

/** A page hears of each step; asking more often than this would measure the asking. */
const POLL_MS = 200;
const LIMIT_MS = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: answers are those of the contract, which other tests check
type Json = any;

interface Answer {
  readonly json: Json;
  readonly cookie: string | undefined;
  readonly bytes: Buffer;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function call(
  address: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, address), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = () => bytes.toString('utf8');
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text().slice(0, 400)}`);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  return { json: isJson ? JSON.parse(text()) : null, cookie, bytes };
}

/** Who is signed in at the desk. */
export class Staff {
  readonly address: string;
  private readonly tokens: Readonly<Record<'dealer' | 'manager', string>>;
  readonly managerId: number;

  private constructor(address: string, tokens: Staff['tokens'], managerId: number) {
    this.address = address;
    this.tokens = tokens;
    this.managerId = managerId;
  }

  static async at(address: string): Promise<Staff> {
    const token = async (username: string): Promise<string> =>
      (await call(address, 'POST', '/api/auth/login', { body: { username, password: 'demo' } })).json.token;
    const tokens = { dealer: await token('dealer'), manager: await token('manager') };
    const headers = { authorization: `Bearer ${tokens.manager}` };
    const { json } = await call(address, 'GET', '/api/account', { headers });
    return new Staff(address, tokens, json.id);
  }

  answer(login: 'dealer' | 'manager', method: string, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.tokens[login]}` };
    return call(this.address, method, path, { headers, ...(body === undefined ? {} : { body }) });
  }

  async as(login: 'dealer' | 'manager', method: string, path: string, body?: object): Promise<Json> {
    return (await this.answer(login, method, path, body)).json;
  }
}

export class Ceremony {
  private readonly staff: Staff;
  private readonly id: number;
  private readonly phone: string;
  private path = '';
  private cookie = '';
  private secret = '';
  private points: string[] = [];
  private shown: string[] = [];

  private constructor(staff: Staff, id: number, phone: string) {
    this.staff = staff;
    this.id = id;
    this.phone = phone;
  }

  /** A proposal of a new customer, ready to sign; this is not measured. */
  static async prepare(staff: Staff, file: Buffer, unique: number): Promise<Ceremony> {
    const phone = `+39 334${String(1_000_000 + unique)}`;
    const { document } = await staff.as('dealer', 'POST', '/api/documents/wizard', {
      dossier: {
        ...{ hst: '10001', brand: 'bmw', dossierType: 'new', firstName: 'Ginevra', lastName: 'Provetti' },
        ...{ mobilePhone: phone, email: `cerimonia${unique}@example.com` },
        ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
      },
      folder: { brand: 'bmw', type: 'SALE_NEW', businessId: `PV-${unique}`, processDate: '2026-11-20' },
      document: {
        ...{ type: 'SALE_NEW_PROPOSAL', sigType: 'OTP', signable: true, archivable: true },
        ...{ fileName: 'proposta.pdf', mimeType: 'application/pdf', fileSize: file.length },
        content: file.toString('base64'),
      },
    });
    return new Ceremony(staff, document.id, phone);
  }

  private async until<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (const end = Date.now() + LIMIT_MS; ; ) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`Document ${this.id} does not go on`);
      await pause(POLL_MS);
    }
  }

  private document(): Promise<Json> {
    return this.staff.as('dealer', 'GET', `/api/documents/${this.id}`);
  }

  private signer(method: string, rest: string, body?: object): Promise<Answer> {
    const headers: Record<string, string> = this.cookie === '' ? {} : { cookie: this.cookie };
    return call(this.staff.address, method, `${this.path}${rest}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  async start(): Promise<void> {
    const signers = { salesManager: this.staff.managerId };
    await this.staff.as('dealer', 'POST', `/api/documents/${this.id}/sign`, { signers });
  }

  async link(): Promise<void> {
    const url = await this.until(async () => (await this.document()).signUrl ?? undefined);
    this.path = new URL(url).pathname.replace('/sign/', '/api/sign/');
  }

  async read(): Promise<void> {
    await this.signer('GET', '');
    this.cookie = (await this.signer('POST', '/open', {})).cookie ?? '';
    this.shown = [sha256((await this.signer('GET', '/document')).bytes)];
  }

  async code(): Promise<void> {
    await this.signer('POST', '/otp', {});
    const to = encodeURIComponent(this.phone.replaceAll(' ', ''));
    this.secret = await this.until(async () => {
      const { json } = await call(this.staff.address, 'GET', `/demo/outbox.json?to=${to}`);
      return (json as { text: string }[]).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    });
  }

  async customerSigns(): Promise<void> {
    const { points } = (await this.signer('GET', '')).json as { points: { id: string }[] };
    await this.signer('POST', '/sign', { code: this.secret, points: points.map(({ id }) => id), shown: this.shown });
  }

  async managerProves(): Promise<void> {
    const own = `/api/documents/${this.id}/own-signature`;
    this.shown = [sha256((await this.staff.answer('manager', 'GET', `${own}/document`)).bytes)];
    const proved = await this.staff.as('manager', 'POST', `${own}/identity`, { password: 'demo' });
    this.points = (proved.signature.points as { id: string }[]).map(({ id }) => id);
  }

  async managerSigns(): Promise<void> {
    await this.staff.as('manager', 'POST', `/api/documents/${this.id}/own-signature`, {
      points: this.points,
      shown: this.shown,
    });
  }

  async sealed(): Promise<void> {
    await this.until(async () => ((await this.document()).status === 'SIGNED' ? true : undefined));
  }
}
