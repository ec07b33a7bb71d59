/** Builders of calls, one for each method. */
import type { Call } from '../calls/call.ts';

type More = Omit<Call, 'id' | 'method' | 'path'>;

const callWith =
  <const Method extends Call['method']>(method: Method) =>
  <const Id extends string, const Path extends string, const Rest extends More = Record<never, never>>(
    id: Id,
    path: Path,
    more: Rest = {} as Rest,
  ) => ({ id, method, path, ...more });

export const get = callWith('GET');
export const post = callWith('POST');
export const put = callWith('PUT');
export const remove = callWith('DELETE');
