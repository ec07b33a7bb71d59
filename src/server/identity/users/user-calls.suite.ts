/** Calls on users for tests: complete bodies, every method, as any user of the portal. */
import type { LightMyRequestResponse } from 'fastify';
import { openPortal, type Portal } from '../../../../test/portal.ts';
import { appoint } from '../../../../test/stages/administrators.ts';

export interface UserShown extends Record<string, unknown> {
  id: number;
  login: string;
  lastModifiedDate: string;
}

export class UserCalls {
  private readonly portal: Portal;
  private numbers = 0;

  constructor(portal: Portal) {
    this.portal = portal;
  }

  readonly call: Portal['callAs'] = (...asked) => this.portal.callAs(...asked);

  /** A seller of dealer 10001 with a unique login. */
  body(change: Record<string, unknown> = {}): Record<string, unknown> {
    this.numbers += 1;
    return {
      login: `u${this.numbers}.prova`,
      firstName: 'Ugo',
      lastName: `Prova${this.numbers}`,
      email: `u${this.numbers}@example.com`,
      activated: true,
      authorities: ['ROLE_SALE_DEALER'],
      hstList: ['10001'],
      brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }],
      ...change,
    };
  }

  async create(change: Record<string, unknown> = {}, as = 'admin'): Promise<UserShown> {
    const answer = await this.call(as, 'POST', '/api/users', this.body(change));
    if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
    return answer.json<UserShown>();
  }

  /** An active administrator. */
  async administrator(login: string): Promise<UserShown> {
    const { id } = await this.create({ login, authorities: ['ROLE_ADMIN'] });
    await appoint(this.portal.test.world, login);
    return (await this.call('admin', 'GET', `/api/users/${id}`)).json<UserShown>();
  }

  put(as: string, body: object): Promise<LightMyRequestResponse> {
    return this.call(as, 'PUT', '/api/users', body);
  }

  async idOf(login: string): Promise<number> {
    const answer = await this.call('admin', 'GET', `/api/users?login.equals=${encodeURIComponent(login)}`);
    const [found] = answer.json<UserShown[]>();
    if (found === undefined) throw new Error(`no user ${login}`);
    return found.id;
  }

  async shown(login: string): Promise<UserShown> {
    return (await this.call('admin', 'GET', `/api/users/${await this.idOf(login)}`)).json<UserShown>();
  }
}

export async function openUsers(): Promise<{ portal: Portal; users: UserCalls }> {
  const portal = await openPortal();
  return { portal, users: new UserCalls(portal) };
}
