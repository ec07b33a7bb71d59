/** Calls the product's own HTTP interface without a network: users' actions in the demo before its first start. */
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** @returns the response body. @throws Error for any refusal. */
export type Call = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<unknown>;

/** What is needed to call the demo over HTTP. */
export interface DemoTarget {
  readonly app: FastifyInstance;
  readonly world: Pick<World, 'settings'>;
}

/** Calls without a user. */
export function callsOf({ app, world }: DemoTarget, headers: Readonly<Record<string, string>> = {}): Call {
  const { host } = new URL(world.settings.publicUrl);
  return async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers: { host, ...headers }, ...(payload ? { payload } : {}) });
    if (answer.statusCode >= 300) throw new Error(`The demo was refused ${method} ${url}: ${answer.body}`);
    return answer.json();
  };
}

/** Signs in a persona and makes calls as that user. */
export async function callsAs(target: DemoTarget, login: string): Promise<Call> {
  const signIn = { username: login, password: 'demo' };
  const { token } = (await callsOf(target)('POST', '/api/auth/login', signIn)) as { token: string };
  return callsOf(target, { authorization: `Bearer ${token}` });
}
