/** Helpers that need no browser: the demo's outbox, calls of the portal over HTTP, documents that are ready. */
import { expect } from '@playwright/test';
import { makePaper } from '../../papers/paper.ts';
import { Interrupted, Story } from '../../stages/http-story.ts';
import { address, dataDir } from './journey-server.ts';

export { address, dataDir };

interface Message {
  id: number;
  text: string;
}

export interface MessageMatch {
  /** Id of the message that contained it. */
  id: number;
  text: string;
}

/** Waits for a message to `to` that matches `pattern`, newer than the message `after`. */
async function awaitMessage(to: string, pattern: RegExp, after: number): Promise<MessageMatch> {
  let match: MessageMatch | undefined;
  await expect(async () => {
    const answer = await fetch(`${address}/demo/outbox.json?to=${encodeURIComponent(to)}`);
    for (const message of (await answer.json()) as Message[]) {
      const text = pattern.exec(message.text)?.[0];
      if (text !== undefined && message.id > after) {
        match = { id: message.id, text };
        break;
      }
    }
    expect(match, `a message to ${to}`).toBeDefined();
  }).toPass({ intervals: [50, 100, 200], timeout: 15_000 });
  return match as MessageMatch;
}

export const awaitLink = (email: string, after = 0): Promise<MessageMatch> =>
  awaitMessage(email, /(?<=per (leggerlo e firmarlo|leggerli e firmarli) .*\n)https?:\/\/\S+\/sign\/[\w-]+/i, after);

/** The same link, by SMS. */
export const awaitLinkSms = (phone: string): Promise<MessageMatch> =>
  awaitMessage(phone.replace(/\s/g, ''), /(?<=da firmare .*: )https?:\/\/\S+\/sign\/[\w-]+$/, 0);

/** The link to the copy of a completely signed document. */
export const awaitCopyLink = (email: string): Promise<MessageMatch> =>
  awaitMessage(email, /(?<=per scaricare .*\n)https?:\/\/\S+\/sign\/[\w-]+/i, 0);

export const awaitCode = (phone: string, after = 0): Promise<MessageMatch> =>
  awaitMessage(phone.replace(/\s/g, ''), /\b\d{6}\b/, after);

/** A six-digit code other than `code`; `variant` gives several different ones. */
export function wrongCode(code: string, variant = 1): string {
  return String((Number(code) + variant * 111_111) % 1_000_000).padStart(6, '0');
}

/** Calls as one of the personas, with the password of the demo. */
export class Caller {
  readonly token: string;

  private constructor(token: string) {
    this.token = token;
  }

  static async signIn(login: string): Promise<Caller> {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: login, password: 'demo' }),
    });
    expect(answer.status, `${login} signs in by password`).toBe(200);
    return new Caller(((await answer.json()) as { token: string }).token);
  }

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response> {
    return fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** @throws (by assertion) when the answer is not 200. */
  async read<T>(path: string): Promise<T> {
    const answer = await this.send('GET', path);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  }

  /** Rows of a search that this user may see. */
  async search<T>(path: string, criteria: object = {}): Promise<{ rows: T[]; total: number }> {
    const answer = await this.send('POST', `${path}?page=0&size=100&sort=id,desc`, criteria);
    expect(answer.status, path).toBe(200);
    return { rows: (await answer.json()) as T[], total: Number(answer.headers.get('x-total-count')) };
  }

  /** The number of customers, folders and documents, to prove that nothing was written. */
  async counts(): Promise<{ dossiers: number; folders: number; documents: number }> {
    const total = async (path: string) => (await this.search(path)).total;
    return {
      dossiers: await total('/api/dossiers/search'),
      folders: await total('/api/folders-ext/search'),
      documents: await total('/api/documents-ext/search'),
    };
  }
}

/** Retries while the server is still working on a step. */
async function retry(action: () => Promise<void>): Promise<void> {
  let failure: unknown;
  await expect(async () => {
    failure = undefined;
    await action().catch((error: unknown) => {
      if (error instanceof Interrupted) throw error;
      failure = error;
    });
  }).toPass({ intervals: [50, 100, 200], timeout: 15_000 });
  if (failure !== undefined) throw failure;
}

let lastNumber = 1_000_000;
/** @returns a number of seven digits, unique among the callers of this file's server. */
export const uniqueNumber = (): number => {
  lastNumber += 1;
  return lastNumber;
};

/** The story over HTTP up to a document that is ready to sign, created by `dealer` for a new customer. */
export async function readyPaper(pages = 3): Promise<Story> {
  const story = new Story(address, await makePaper({ pages }), uniqueNumber());
  await story.signIn();
  await story.create();
  return story;
}

/** The same with the signature started and the link received. */
export async function startedPaper(pages = 3): Promise<Story & { known: { link: string } }> {
  const story = await readyPaper(pages);
  await story.start();
  await retry(() => story.receiveLink());
  return story as Story & { known: { link: string } };
}

export interface Customer {
  firstName: string;
  lastName: string;
  fiscalCode: string;
  /** As typed in Italy. */
  birthDate: string;
  birthPlace: string;
  mobilePhone: string;
  email: string;
  street: string;
  city: string;
  postalCode: string;
}

/** Fictitious data with a unique phone and e-mail address. */
export function newCustomerData(fiscalCode: string): Customer {
  const number = uniqueNumber();
  return {
    firstName: 'Ginevra',
    lastName: 'Provetti',
    fiscalCode,
    birthDate: '17/05/1984',
    birthPlace: 'Bologna',
    mobilePhone: `+39 334${number}`,
    email: `cliente${number}@example.com`,
    street: 'Via dei Campioni 18',
    city: 'Bologna',
    postalCode: '40121',
  };
}
