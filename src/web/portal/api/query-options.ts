/** Query options of a call: key, function and types follow from the contract. */
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf, InputOf, RowOf } from '#contract/definition/call-types.ts';
import { fetchAnswer, fetchPage, type Page } from './client.ts';
import { keyOf } from './query-keys.ts';
import { requestOf } from './request.ts';

type Options<Answer, Data = Answer> = Omit<UseQueryOptions<Answer, Error, Data>, 'queryKey' | 'queryFn'>;

type QueryArguments<C extends Call, O> =
  Partial<InputOf<C>> extends InputOf<C> ? [input?: InputOf<C>, options?: O] : [input: InputOf<C>, options?: O];

/** Options of a call that returns a single value. */
export const queryOf = <C extends Call, Data = AnswerOf<C>>(
  call: C,
  ...[input, options]: QueryArguments<C, Options<AnswerOf<C>, Data>>
) =>
  queryOptions({
    ...(options as Options<AnswerOf<C>, Data>),
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => fetchAnswer({ ...requestOf(call, input), signal }),
  });

/** Options of a call that returns a page of a list. */
export const pageOf = <C extends Call>(call: C, ...[input, options]: QueryArguments<C, Options<Page<RowOf<C>>>>) =>
  queryOptions({
    ...(options as Options<Page<RowOf<C>>>),
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => fetchPage({ ...requestOf(call, input), signal }),
  });
