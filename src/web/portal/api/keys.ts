/** Where answers are kept in the query cache, and which of them a change makes stale: both follow from the call. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Call } from '#contract/calls/call.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import { type Request, requestOf } from './request.ts';

/** Parts of a path that name no subject: `/api/documents-ext/search` belongs to the documents. */
const templateOf = ({ key, path }: Call): string => key ?? path.replace(/^\/(api|tools)\/(v2\/)?|-ext\b|\/ext$/g, '');

const segments = (template: string, path: Request['path']): unknown[] =>
  template.split('/').map((part) => (part.startsWith('{') ? path?.[part.slice(1, -1)] : part));

/** The beginning of the keys of every answer to this call: `{…}` parameters and the input only as far as they are given. */
export const subjectOf = (call: Call, path?: Request['path']): QueryKey => {
  const all = segments(templateOf(call), path);
  const end = all.indexOf(undefined);
  return end < 0 ? all : all.slice(0, end);
};

/** Path parts with their parameters, then query and body where there are any: `['documents', 'search', { query, body }]`. */
export function keyOf<C extends Call>(call: C, input?: InputOf<C>): QueryKey {
  const { path, query, body } = requestOf(call, input);
  const rest = { ...(query !== undefined && { query }), ...(body !== undefined && { body }) };
  return [...subjectOf(call, path), ...(Object.keys(rest).length > 0 ? [rest] : [])];
}

/** Of what no call of the contract brings: words of a file, code that is fetched. */
export const localKey = (...parts: [name: string, ...rest: unknown[]]): QueryKey => parts;

/** The query and body behind a key of `keyOf`. */
export const inputOfKey = (key: QueryKey): Pick<Request, 'query' | 'body'> => {
  const last = key.at(-1);
  return typeof last === 'object' && last !== null ? last : {};
};

/** Reads again what is shown and may have changed by a call that was answered; a deleted row itself is not read again. */
export function refresh<C extends Call>(
  client: QueryClient,
  call: C,
  parameters?: InputOf<C>['path'],
): Promise<unknown> {
  const path = parameters as Request['path'];
  const own = segments(templateOf(call), path);
  // Without its parameters nobody knows which row is gone.
  const isKnown = call.method === 'DELETE' && !own.includes(undefined);
  const isDeleted = ({ queryKey }: Query): boolean => isKnown && own.every((part, index) => part === queryKey[index]);
  return Promise.all(
    (call.stale ?? []).map((template) =>
      client.invalidateQueries({ queryKey: segments(template, path), predicate: (query) => !isDeleted(query) }),
    ),
  );
}
