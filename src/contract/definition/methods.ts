/** Builders of calls, one for each method. */
import type { Call } from '../calls/call.ts';

type CallOptions = Omit<Call, 'id' | 'method' | 'path'>;

const callWith =
  <const Method extends Call['method']>(method: Method) =>
  <const Id extends string, const Path extends string, const Rest extends CallOptions = Record<never, never>>(
    id: Id,
    path: Path,
    options: Rest = {} as Rest,
  ) => ({ id, method, path, ...options });

export const get = callWith('GET');
export const post = callWith('POST');
export const put = callWith('PUT');
export const remove = callWith('DELETE');
