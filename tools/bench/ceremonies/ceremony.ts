/**
 * Runs one signing session over HTTP for the bench, in stages: a new customer's file is uploaded, the customer signs it
 * with a code, and optionally the dealer signs next.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Desk, PASSWORD } from './desk.ts';

/** Stages in order, by number of signers; `sealed` ends when the document is SIGNED, `dealer` is the second signer's part. */
export const STAGES = {
  1: ['upload', 'start', 'link', 'read', 'code', 'sign', 'sealed'],
  2: ['upload', 'start', 'link', 'read', 'code', 'sign', 'dealer', 'sealed'],
} as const;
/** The customer; or the customer, and the dealer in the portal. */
export type Signers = keyof typeof STAGES;

/** The user who started the session signs for the dealer. */
const TYPES = { 1: 'SALE_NEW_RFO', 2: 'SALE_NEW_ACCEPTANCE' } as const;

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 640;
const CODE_POLLS = 60;
/** Placeholder for the file in the body, which is built once for all sessions. */
const FILE_HERE = '§';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The file that every session uploads. */
export interface BenchFile {
  readonly size: number;
  readonly base64: Buffer;
}

export const benchFile = (bytes: Buffer): BenchFile => ({
  size: bytes.length,
  base64: Buffer.from(bytes.toString('base64'), 'latin1'),
});

export class Ceremony {
  readonly #desk: Desk;
  readonly #file: BenchFile;
  readonly #unique: number;
  readonly #signers: Signers;
  readonly #phone: string;
  #id = 0;
  #path = '';
  #cookie = '';
  #secret = '';
  #shown: string[] = [];
  #confirmed = 0;
  /** Milliseconds from the last confirmation to SIGNED. */
  sealedMs = 0;

  constructor(desk: Desk, file: BenchFile, { unique, signers }: { unique: number; signers: Signers }) {
    this.#desk = desk;
    this.#file = file;
    this.#unique = unique;
    this.#signers = signers;
    this.#phone = `+39 334${String(1_000_000 + unique)}`;
  }

  #signer(method: string, rest: string, body?: object): Promise<Answer> {
    return this.#desk.caller.call({
      method,
      path: `${this.#path}${rest}`,
      headers: this.#cookie === '' ? {} : { cookie: this.#cookie },
      ...(body === undefined ? {} : { body }),
    });
  }

  async upload(): Promise<void> {
    const unique = this.#unique;
    const text = JSON.stringify({
      dossier: {
        ...{ hst: '10001', brand: 'bmw', dossierType: 'new', firstName: 'Ginevra', lastName: 'Provetti' },
        ...{ mobilePhone: this.#phone, email: `cerimonia${unique}@example.com` },
        ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
      },
      folder: { brand: 'bmw', type: 'SALE_NEW', businessId: `PV-${unique}`, processDate: '2026-11-20' },
      document: {
        ...{ type: TYPES[this.#signers], sigType: 'OTP', signable: true, archivable: true },
        ...{ fileName: 'preventivo.pdf', mimeType: 'application/pdf', fileSize: this.#file.size, content: FILE_HERE },
      },
    });
    const [before = '', after = ''] = text.split(FILE_HERE);
    const body = Buffer.concat([Buffer.from(before), this.#file.base64, Buffer.from(after)]);
    this.#id = (await this.#desk.upload('/api/documents/wizard', body)).document.id;
  }

  async start(): Promise<void> {
    await this.#desk.requestJson('POST', `/api/documents/${this.#id}/sign`, {});
  }

  async link(): Promise<void> {
    await this.#desk.waitForStatus(this.#id, 'START_SIGN');
    const { signUrl } = await this.#desk.document(this.#id);
    this.#path = new URL(signUrl).pathname.replace('/sign/', '/api/sign/');
  }

  async read(): Promise<void> {
    await this.#signer('GET', '');
    this.#cookie = (await this.#signer('POST', '/open', {})).cookie ?? '';
    this.#shown = [sha256((await this.#signer('GET', '/document')).bytes)];
  }

  async code(): Promise<void> {
    await this.#signer('POST', '/otp', {});
    const path = `/demo/outbox.json?to=${encodeURIComponent(this.#phone.replaceAll(' ', ''))}`;
    for (let looks = 0, wait = FIRST_PAUSE_MS; looks < CODE_POLLS; looks += 1) {
      const { json } = await this.#desk.caller.call({ method: 'GET', path });
      const code = (json as { text: string }[]).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
      if (code !== undefined) {
        this.#secret = code;
        return;
      }
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
    throw new Error(`No code came for document ${this.#id}`);
  }

  async sign(): Promise<void> {
    const { points } = (await this.#signer('GET', '')).json as { points: { id: string }[] };
    const body = { code: this.#secret, points: points.map(({ id }) => id), shown: this.#shown };
    await this.#signer('POST', '/sign', body);
    this.#confirmed = performance.now();
  }

  /** Reads in the portal, authenticates again, and signs. */
  async dealer(): Promise<void> {
    const path = `/api/documents/${this.#id}/own-signature`;
    const { bytes } = await this.#desk.request('GET', `${path}/document`);
    const { signature } = await this.#desk.requestJson('POST', `${path}/identity`, { password: PASSWORD });
    const points = (signature as { points: { id: string }[] }).points.map(({ id }) => id);
    await this.#desk.requestJson('POST', path, { points, shown: [sha256(bytes)] });
    this.#confirmed = performance.now();
  }

  async sealed(): Promise<void> {
    await this.#desk.waitForStatus(this.#id, 'SIGNED');
    this.sealedMs = performance.now() - this.#confirmed;
  }
}
