/** How one endpoint is proved: calls that succeed, and for every documented refusal a call that provokes it. */
import type { RefusalCode } from '#domain/errors.ts';
import type { Answer, TestApi } from './test-api.ts';

export type ProvokeCall = (api: TestApi) => Promise<Answer>;

export interface Proof {
  /** Keyed by what they show; each answers the endpoint's own status (206 for a part of a file). */
  readonly success: Readonly<Record<string, ProvokeCall>>;
  /** Refusals that the guard in front of every endpoint (guard-refusals.ts) does not give itself. */
  readonly refusals?: Partial<Readonly<Record<RefusalCode, ProvokeCall>>>;
  /** A body that a create accepts, different each time: used to prove repeated keys. */
  readonly body?: (api: TestApi) => Promise<object>;
}

export type Proofs = Readonly<Record<string, Proof>>;

/** Sends two edits of the same version of a row. @param make creates or reads it. */
export const staleEdit =
  (path: string, login: string, make: (api: TestApi) => Promise<object>): ProvokeCall =>
  async (api) => {
    const row = await make(api);
    await api.bodyOf(api.put(login, path, row));
    return api.put(login, path, row);
  };
