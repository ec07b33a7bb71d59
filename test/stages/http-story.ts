/** The main story over HTTP, step by step, so that it can be interrupted anywhere and resumed from what was acknowledged. */
// Real time: it waits for a server that is killed again and again.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Everything acknowledged with a 2xx, which the server must keep. */
export interface Acknowledged {
  token?: string;
  dossierId?: number;
  folderId?: number;
  documentId?: number;
  started?: boolean;
  link?: string;
  cookie?: string;
  /** Hash of the document read. */
  shown?: string;
  code?: string;
  signed?: boolean;
  signedDocumentId?: number;
  signedSha256?: string;
  auditSha256?: string;
}

const COOKIE_TRANSIT_MS = 30_000;

/** The server went away or answered 503: the step can be retried. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by tests that assert on them
  json: any;
  bytes: Buffer;
  headers: Headers;
}

export class Story {
  readonly known: Acknowledged = {};
  readonly address: string;
  readonly file: Buffer;
  readonly phone: string;
  readonly email: string;

  readonly type: string;
  /** Staff who sign after the customer, by role. */
  readonly signers: Readonly<Record<string, number>>;

  constructor(address: string, file: Buffer, unique: number, { type = 'SALE_NEW_RFO', signers = {} } = {}) {
    this.address = address;
    this.type = type;
    this.signers = signers;
    this.file = file;
    this.phone = `+39 333${String(1_000_000 + unique).slice(-7)}`;
    this.email = `storia${unique}@example.com`;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    let response: Response;
    let bytes: Buffer;
    try {
      response = await fetch(new URL(path, this.address), {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.known.token === undefined ? {} : { authorization: `Bearer ${this.known.token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      bytes = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw new Interrupted('The server did not answer', { cause: error });
    }
    if (response.status === 503) throw new Interrupted('503');
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      json: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
      bytes,
      headers: response.headers,
    };
  }

  private async expect(status: number, method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await this.call(method, path, body, headers);
    if (answer.status !== status) {
      throw new Error(
        `${method} ${path}: ${answer.status} instead of ${status}: ${answer.bytes.toString('utf8').slice(0, 500)}`,
      );
    }
    return answer;
  }

  private outbox(to: string) {
    return this.expect(200, 'GET', `/demo/outbox.json?to=${encodeURIComponent(to)}`);
  }

  private get signPath(): string {
    return new URL(this.known.link ?? '').pathname.replace(/^\/sign\//, '/api/sign/');
  }

  /** The next step not yet acknowledged; null when the story is complete. */
  nextStep(): (() => Promise<void>) | null {
    const { known } = this;
    if (known.token === undefined) return () => this.signIn();
    if (known.documentId === undefined) return () => this.create();
    if (known.started === undefined) return () => this.start();
    if (known.link === undefined) return () => this.receiveLink();
    if (known.code === undefined && known.signed === undefined) return () => this.readAndAskCode();
    if (known.signed === undefined) return () => this.sign();
    if (known.signedDocumentId === undefined) return () => this.awaitSigned();
    if (known.auditSha256 === undefined) return () => this.download();
    return null;
  }

  async signIn(username = 'dealer'): Promise<void> {
    const answer = await this.expect(200, 'POST', '/api/auth/login', { username, password: 'demo' });
    this.known.token = answer.json.token;
  }

  async create(): Promise<void> {
    const answer = await this.expect(201, 'POST', '/api/documents/wizard', {
      dossier: {
        hst: '10001',
        brand: 'bmw',
        dossierType: 'new',
        firstName: 'Ginevra',
        lastName: 'Provetti',
        mobilePhone: this.phone,
        email: this.email,
        street: 'Via di Prova 1',
        city: 'Bologna',
        postalCode: '40121',
      },
      folder: { brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-1', processDate: '2026-11-20' },
      document: {
        type: this.type,
        sigType: 'OTP',
        signable: true,
        archivable: true,
        fileName: 'preventivo.pdf',
        mimeType: 'application/pdf',
        fileSize: this.file.length,
        content: this.file.toString('base64'),
      },
    });
    this.known.dossierId = answer.json.dossier.id;
    this.known.folderId = answer.json.folder.id;
    this.known.documentId = answer.json.document.id;
  }

  async start(): Promise<void> {
    await this.expect(200, 'POST', `/api/documents/${this.known.documentId}/sign`, { signers: this.signers });
    this.known.started = true;
  }

  async receiveLink(): Promise<void> {
    const messages = (await this.outbox(this.email)).json as { text: string }[];
    const link = messages.map((message) => /https?:\/\/\S+\/sign\/[\w-]+/.exec(message.text)?.[0]).find(Boolean);
    if (link === undefined) throw new Interrupted('The e-mail has not come yet');
    this.known.link = link;
  }

  async readAndAskCode(): Promise<void> {
    await this.expect(200, 'GET', this.signPath);
    const opened = await this.call('POST', `${this.signPath}/open`, {}, this.cookieHeader());
    const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0];
    if (cookie !== undefined) this.known.cookie = cookie;
    if (opened.json?.code === 'signing.notYours' && this.known.cookie === undefined) {
      // The server was killed with the answer that contained the cookie: no other browser gets the seat while the
      // answer may still arrive.
      await pause(COOKIE_TRANSIT_MS);
      throw new Interrupted('The answer with the cookie was lost');
    }
    if (opened.status !== 200) throw new Error(`open: ${opened.status} ${opened.bytes.toString()}`);
    const paper = await this.expect(200, 'GET', `${this.signPath}/document`, undefined, this.cookieHeader());
    this.known.shown = sha256(paper.bytes);
    const asked = await this.call('POST', `${this.signPath}/otp`, {}, this.cookieHeader());
    // A code requested just before the server was killed is on its way; only the answer was lost.
    if (asked.status !== 200 && asked.status !== 429) throw new Error(`otp: ${asked.status} ${asked.bytes.toString()}`);
    const messages = (await this.outbox(this.phone.replace(/\s/g, ''))).json as { text: string }[];
    const code = messages.map((message) => /\b\d{6}\b/.exec(message.text)?.[0]).find(Boolean);
    if (code === undefined) throw new Interrupted('The SMS has not come yet');
    this.known.code = code;
  }

  private cookieHeader(): Record<string, string> {
    return this.known.cookie === undefined ? {} : { cookie: this.known.cookie };
  }

  async sign(): Promise<void> {
    const view = (await this.expect(200, 'GET', this.signPath, undefined, this.cookieHeader())).json;
    const points = (view.points as { id: string }[]).map((point) => point.id);
    const body = { code: this.known.code, points, shown: [this.known.shown] };
    await this.expect(200, 'POST', `${this.signPath}/sign`, body, this.cookieHeader());
    this.known.signed = true;
  }

  async awaitSigned(): Promise<void> {
    const document = (await this.expect(200, 'GET', `/api/documents/${this.known.documentId}`)).json;
    if (!['COMPLETING', 'SIGNED'].includes(document.status)) {
      throw new Error(`A confirmed signature was lost: the document is ${document.status}`);
    }
    if (document.status !== 'SIGNED') throw new Interrupted('Not sealed yet');
    this.known.signedDocumentId = document.signedDocumentId;
  }

  async download(): Promise<void> {
    const signed = await this.expect(200, 'GET', `/api/signed-documents/${this.known.signedDocumentId}/download`);
    this.known.signedSha256 = sha256(signed.bytes);
    const audit = await this.expect(200, 'GET', `/api/audit-documents/signed/${this.known.signedDocumentId}/download`);
    this.known.auditSha256 = sha256(audit.bytes);
  }

  /** Runs to the end, waiting while the server works; gives up after `seconds`. */
  async runToEnd(seconds = 60): Promise<Acknowledged> {
    const deadline = Date.now() + seconds * 1000;
    for (let step = this.nextStep(); step !== null; step = this.nextStep()) {
      try {
        await step();
      } catch (error) {
        if (!(error instanceof Interrupted) || Date.now() > deadline) throw error;
        await pause(50);
      }
    }
    return this.known;
  }

  /** Checks that everything acknowledged still exists with the same content. */
  async checkAcknowledged(): Promise<void> {
    const { known } = this;
    if (known.token === undefined) return;
    if (known.dossierId !== undefined) await this.expect(200, 'GET', `/api/dossiers/${known.dossierId}`);
    if (known.folderId !== undefined) await this.expect(200, 'GET', `/api/folders/${known.folderId}`);
    if (known.documentId === undefined) return;
    const document = (await this.expect(200, 'GET', `/api/documents/${known.documentId}`)).json;
    const original = await this.expect(200, 'GET', `/api/documents/${known.documentId}/download`);
    if (sha256(original.bytes) !== sha256(this.file)) throw new Error('The stored file is not the one that was sent');
    const started = ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'SIGNED'];
    if (known.started && !started.includes(document.status)) throw new Error(`A start was lost: ${document.status}`);
    if (known.signed && !['COMPLETING', 'SIGNED'].includes(document.status)) {
      throw new Error(`A signature was lost: ${document.status}`);
    }
    if (known.signedSha256 !== undefined) {
      const signed = await this.expect(200, 'GET', `/api/signed-documents/${known.signedDocumentId}/download`);
      if (sha256(signed.bytes) !== known.signedSha256) throw new Error('The signed file changed');
    }
  }

  async signedFile(): Promise<Buffer> {
    return (await this.expect(200, 'GET', `/api/signed-documents/${this.known.signedDocumentId}/download`)).bytes;
  }

  async auditFile(): Promise<Buffer> {
    return (await this.expect(200, 'GET', `/api/audit-documents/signed/${this.known.signedDocumentId}/download`)).bytes;
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
