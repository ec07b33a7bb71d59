/** Keys of the query cache, and which of them a change makes stale: both are derived from the call. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Call } from '#contract/calls/call.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import { type Request, requestOf } from './request.ts';

/** Strips path parts that do not belong to the subject: `/api/documents-ext/search` belongs to the documents. */
const templateOf = ({ key, path }: Call): string => key ?? path.replace(/^\/(api|tools)\/(v2\/)?|-ext\b|\/ext$/g, '');

const segments = (template: string, path: Request['path']): unknown[] =>
  template.split('/').map((part) => (part.startsWith('{') ? path?.[part.slice(1, -1)] : part));

/** The common prefix of the keys of all answers to this call: `{…}` parameters and the input only as far as given. */
export const subjectOf = (call: Call, path?: Request['path']): QueryKey => {
  const all = segments(templateOf(call), path);
  const end = all.indexOf(undefined);
  return end < 0 ? all : all.slice(0, end);
};

/** Path segments with their parameters, then query and body if any: `['documents', 'search', { query, body }]`. */
export function keyOf<C extends Call>(call: C, input?: InputOf<C>): QueryKey {
  const { path, query, body } = requestOf(call, input);
  const rest = { ...(query !== undefined && { query }), ...(body !== undefined && { body }) };
  return [...subjectOf(call, path), ...(Object.keys(rest).length > 0 ? [rest] : [])];
}

/** Key for data from outside the contract: texts of a file, loaded code. */
export const localKey = (...parts: [name: string, ...rest: unknown[]]): QueryKey => parts;

/** The query and body behind a key of `keyOf`. */
export const inputOfKey = (key: QueryKey): Pick<Request, 'query' | 'body'> => {
  const last = key.at(-1);
  return typeof last === 'object' && last !== null ? last : {};
};

/** Refetches shown data that an answered call may have changed; a deleted row itself is not refetched. */
export function refresh<C extends Call>(
  client: QueryClient,
  call: C,
  parameters?: InputOf<C>['path'],
): Promise<unknown> {
  const path = parameters as Request['path'];
  const own = segments(templateOf(call), path);
  // Without its parameters the deleted row is unknown.
  const isKnown = call.method === 'DELETE' && !own.includes(undefined);
  const isDeleted = ({ queryKey }: Query): boolean => isKnown && own.every((part, index) => part === queryKey[index]);
  return Promise.all(
    (call.stale ?? []).map((template) =>
      client.invalidateQueries({ queryKey: segments(template, path), predicate: (query) => !isDeleted(query) }),
    ),
  );
}
