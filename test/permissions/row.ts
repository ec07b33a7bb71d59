/** A row of the authorisation matrix: one route, what it is called on, and what each caller gets there. */
import type { Caller } from './callers.ts';
import type { Ground } from './ground.ts';

export interface Request {
  readonly url: string;
  readonly body?: object;
}

export interface Row {
  /** As the router names it: `GET /api/dossiers/:id`. */
  readonly route: string;
  readonly places: readonly string[];
  request(ground: Ground, place: string): Request;
  /** The status of the answer. */
  expected(who: Caller, place: string): number;
  /** What a success does: nothing at all, a mark in the audit trail, or a change. */
  readonly success: 'none' | 'trail' | 'change';
  /** What a success uses up, made anew for it. */
  fresh?(ground: Ground, place: string): Promise<Request>;
  /** True where a refusal other than 404 may not tell either whether the object is there. */
  hides?(who: Caller, place: string): boolean;
  /** Whose grid says which markers may be in the answer. */
  readonly sight?: 'customers' | 'folders';
}

export const methodOf = ({ route }: Row): 'GET' | 'POST' | 'PUT' | 'DELETE' => route.split(' ')[0] as 'GET';
