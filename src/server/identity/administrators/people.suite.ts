/**
 * Administrators for tests, with no history, and their calls on users and proposals; they sign in again for each call
 * because tests move the clock.
 */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Role } from '#domain/identity/roles.ts';
import { createUser } from '#server/identity/index.ts';
import { cheapVerifier } from '#test/password.ts';
import { openPortal, type Portal } from '../../../../test/portal.ts';

export const PROPOSALS = '/api/administrator-proposals';
const passwordVerifier = cheapVerifier('prova');

export interface Shown extends Record<string, unknown> {
  id: number;
  login: string;
  email: string;
  activated: boolean;
  authorities: string[];
}
export interface Proposal extends Record<string, unknown> {
  id: number;
  userId: number;
  state: string;
  refusal: string | null;
  confirmers: number;
}

export class People {
  readonly portal: Portal;
  private numbers = 0;

  constructor(portal: Portal) {
    this.portal = portal;
  }

  /** @param by login of the account's creator; null: no user of the portal. */
  async exist(login: string, role: Role = 'ROLE_ADMIN', by: string | null = null): Promise<string> {
    const { database, clock } = this.portal.test.world;
    const names = { login, firstName: login, lastName: 'Prova', email: `${login}@example.com`, activated: true };
    const rights = { authorities: [role], hstList: role === 'ROLE_ADMIN' ? [] : ['10001'], brands: [] };
    await database.transaction((tx) => createUser(tx, { ...names, ...rights, passwordVerifier }, by, clock.now()));
    return login;
  }

  /** A new user with an unused login. */
  someone(role: Role = 'ROLE_ADMIN', by: string | null = null): Promise<string> {
    this.numbers += 1;
    return this.exist(`persona${this.numbers}`, role, by);
  }

  /** Signs in for every call, since tests move the clock by weeks. */
  async as(
    login: string,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const credentials = { username: login, password: 'prova' };
    const signedIn = await this.portal.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials });
    const headers = { authorization: `Bearer ${signedIn.json<{ token?: string }>().token}`, ...more };
    return this.portal.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }

  async shown(login: string): Promise<Shown> {
    const answer = await this.as('admin', 'GET', `/api/users?login.equals=${login}`);
    const found = answer.json<Shown[]>().find((user) => user.login === login);
    if (found === undefined) throw new Error(`Nobody is called ${login}`);
    return found;
  }

  /** Requests a change and expects success. @returns the user in the answer. */
  async change(by: string, login: string, values: object): Promise<Shown> {
    const answer = await this.as(by, 'PUT', '/api/users', { ...(await this.shown(login)), ...values });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  async waiting(login: string, by: string): Promise<Proposal | undefined> {
    const { id } = await this.shown(login);
    const answer = await this.as(by, 'GET', PROPOSALS);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Proposal[]>().find(({ userId }) => userId === id);
  }

  /** `by` proposes a new user as administrator. */
  async proposed(by: string): Promise<{ login: string; id: number }> {
    const login = await this.someone('ROLE_DEALER');
    await this.change(by, login, { authorities: ['ROLE_ADMIN'] });
    const proposal = await this.waiting(login, by);
    if (proposal === undefined) throw new Error('Nothing waits');
    return { login, id: proposal.id };
  }

  /** @returns the new state, or the code of the refusal. */
  async confirm(by: string, id: number): Promise<string> {
    return outcome(await this.as(by, 'POST', `${PROPOSALS}/${id}/confirm`, {}));
  }

  async giveBack(by: string, id: number, reason: string | null): Promise<string> {
    return outcome(await this.as(by, 'POST', `${PROPOSALS}/${id}/return`, { reason }));
  }
}

function outcome(answer: LightMyRequestResponse): string {
  const { state, code } = answer.json<{ state?: string; code?: string }>();
  return state ?? code ?? String(answer.statusCode);
}

/** A portal with three administrators. */
export async function openPortalOfPeople(): Promise<People> {
  const people = new People(await openPortal());
  for (const login of ['first', 'second', 'third']) await people.exist(login);
  return people;
}
