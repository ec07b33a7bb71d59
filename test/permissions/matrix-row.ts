/** A row of the authorisation matrix: one route, the records it is called on, and the status for each caller. */
import type { Caller } from './callers.ts';
import type { Fixture } from './matrix-fixture.ts';

export interface Request {
  readonly url: string;
  readonly body?: object;
}

export interface Row {
  /** As named by the router: `GET /api/dossiers/:id`. */
  readonly route: string;
  readonly places: readonly string[];
  request(fixture: Fixture, place: string): Request;
  /** The status of the answer. */
  expected(caller: Caller, place: string): number;
  /** The effect of a success: none, an entry in the audit trail, or a change. */
  readonly success: 'none' | 'trail' | 'change';
  /** Creates the record that a successful call consumes. */
  fresh?(fixture: Fixture, place: string): Promise<Request>;
  /** True where a refusal other than 404 must not reveal either whether the record exists. */
  hides?(caller: Caller, place: string): boolean;
  /** The grid that decides which markers may be in the answer. */
  readonly sight?: 'customers' | 'folders';
}

export const methodOf = ({ route }: Row): 'GET' | 'POST' | 'PUT' | 'DELETE' => route.split(' ')[0] as 'GET';
