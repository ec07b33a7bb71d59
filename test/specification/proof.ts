/** How one endpoint is proved: calls that succeed, and for every documented refusal a call that provokes it. */
import type { RefusalCode } from '#domain/errors.ts';
import type { Answer, Walk } from './ground.ts';

export type Provoke = (walk: Walk) => Promise<Answer>;

export interface Proof {
  /** Keyed by what they show; each answers the endpoint's own status (206 for a part of a file). */
  readonly success: Readonly<Record<string, Provoke>>;
  /** Refusals that the guard in front of every endpoint (guard.ts) does not give itself. */
  readonly refusals?: Partial<Readonly<Record<RefusalCode, Provoke>>>;
  /** A body that a create accepts, different each time: used to prove repeated keys. */
  readonly body?: (walk: Walk) => Promise<object>;
}

export type Proofs = Readonly<Record<string, Proof>>;

/** Sends two edits of the same version of a row. @param make creates or reads it. */
export const stale =
  (path: string, login: string, make: (walk: Walk) => Promise<object>): Provoke =>
  async (walk) => {
    const row = await make(walk);
    await walk.row(walk.put(login, path, row));
    return walk.put(login, path, row);
  };
