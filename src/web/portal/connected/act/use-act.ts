/** Runs one server action: sends it once, shows toasts, and reloads the data that it makes stale. */
import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '#contract/calls/call.ts';
import { ApiFailure, missingAnswerOf } from '../../api/failure.ts';
import { idempotencyKey } from '../../api/idempotency-key.ts';
import { refresh } from '../../api/query-keys.ts';
import type { Catalogue } from '../../text/catalogue-pieces.ts';
import type { it } from '../../text/it.ts';
import { describeFailure } from '../failure-note.tsx';
import { toastGood, toastProgress } from '../toasts.tsx';

export type Entity = keyof typeof it.work;
type Kind = 'create' | 'update' | 'delete';

/** Prefix of three catalogue texts: in progress, done, failed. */
export type ActKey = KeyOfThree<Catalogue>;
type KeyOfThree<Words, Above extends string = ''> = {
  [Key in keyof Words & string]: Words[Key] extends Record<'doing' | 'done' | 'failed', string>
    ? `${Above}${Key}`
    : Words[Key] extends object
      ? KeyOfThree<Words[Key], `${Above}${Key}.`>
      : never;
}[keyof Words & string];

export interface ActTexts<Answer> {
  /** Shown while in progress. Absent: only the result is shown. */
  doing?: string;
  /** Null shows no toast. */
  done: string | null | ((answer: Answer) => string | null);
  /** Null or absent: the failure is shown elsewhere. */
  failed?: string | ((failure: unknown) => string | null);
}

export interface Act<Input, Answer> {
  /** Create, update or delete of an entity: determines its texts and, for a create, its Idempotency-Key. */
  of?: readonly [Kind, Entity];
  /** Mutation key of an action without entity, for code that waits until it ends. */
  key?: readonly unknown[];
  /** Texts of any other action. */
  words?: ActKey | ((input: Input) => ActKey | ActTexts<Answer>);
  /** Second line of the success toast. */
  detail?: (answer: Answer, input: Input) => string | undefined;
  /** Second line of the failure toast, where a dialog shows the details. */
  cause?: (failure: unknown) => string;
  /** `key` is the Idempotency-Key, or '' without one; `tell` replaces the second line of the toast. */
  send: (input: Input, context: { key: string; tell: (detail: string) => void }) => Promise<Answer>;
  /** Name and content that identify a repeated create, which reuses the Idempotency-Key. */
  once?: (input: Input) => readonly [name: string, content: unknown];
  /**
   * After a 409: the stored row when it already equals the sent one, else null. A match means that an earlier answer
   * was lost and no other user has saved.
   */
  alreadyApplied?: (input: Input, failure: unknown) => Promise<Answer | null>;
  /** Data that this call makes stale is reloaded after success and after a refusal. */
  call?: Call;
  /** Path parameters, where the stale data depend on them. */
  path?: (input: Input) => Readonly<Record<string, string | number>>;
  /** The action stays busy until the reload ends. */
  waits?: boolean;
  /** Query key that stores the answer, so that the pages using it show it immediately. */
  cacheKey?: DataTag<QueryKey, NoInfer<Answer>, Error>;
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (failure: unknown, input: Input) => void;
}

/** The most lines of a refusal that a toast repeats. */
const MAX_LINES = 2;

/** No network, or the server had no capacity for the call: nothing was done, and a reload would fail as well. */
const wasNotProcessed = (failure: unknown): boolean =>
  missingAnswerOf(failure) === 'absent' || (failure instanceof ApiFailure && [429, 503].includes(failure.status));

const STATES = {
  create: ['creating', 'created', 'createFailed'],
  update: ['updating', 'updated', 'updateFailed'],
  delete: ['deleting', 'deleted', 'deleteFailed'],
} as const;

function toastTexts<Input, Answer>(t: TFunction, act: Act<Input, Answer>, input: Input): ActTexts<Answer> | undefined {
  if (act.of) {
    const [kind, entity] = act.of;
    const [doing, done, failed] = STATES[kind];
    return {
      doing: t(`work.${entity}.${doing}`),
      done: t(`work.${entity}.${done}`),
      failed: t(`work.${entity}.${failed}`),
    };
  }
  const words = typeof act.words === 'function' ? act.words(input) : act.words;
  if (typeof words !== 'string') return words;
  return { doing: t(`${words}.doing`), done: t(`${words}.done`), failed: t(`${words}.failed`) };
}

async function sendOnce<Input, Answer>(act: Act<Input, Answer>, input: Input, tell: (detail: string) => void) {
  const [name, content] = act.once?.(input) ?? (act.of?.[0] === 'create' ? [act.of[1], input] : []);
  if (name !== undefined) {
    const once = await idempotencyKey(name, content);
    return once.send((key) => act.send(input, { key, tell }));
  }
  try {
    return await act.send(input, { key: '', tell });
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 409)) throw failure;
    const stored = await act.alreadyApplied?.(input, failure).catch(() => null);
    if (stored) return stored;
    throw failure;
  }
}

/** Shows the progress and result of `send`; the next attempt replaces `failedToast`, the previous failure's toast. */
async function withToast<Input, Answer>(
  t: TFunction,
  act: Act<Input, Answer>,
  input: Input,
  failedToast: RefObject<number | undefined>,
): Promise<Answer> {
  const words = toastTexts(t, act, input);
  const toast = words?.doing === undefined ? null : toastProgress(words.doing, failedToast.current);
  failedToast.current = undefined;
  try {
    const answer = await sendOnce(act, input, toast?.update ?? (() => undefined));
    const done = typeof words?.done === 'function' ? words.done(answer) : (words?.done ?? null);
    if (done === null) toast?.drop();
    else (toast?.done ?? toastGood)(done, act.detail?.(answer, input));
    return answer;
  } catch (failure) {
    const title = typeof words?.failed === 'function' ? words.failed(failure) : (words?.failed ?? null);
    if (title === null) toast?.drop();
    else failedToast.current = (toast ?? toastProgress(title)).failed(title, failureText(t, act, failure));
    throw failure;
  }
}

function failureText<Input, Answer>(t: TFunction, act: Act<Input, Answer>, failure: unknown) {
  const text = describeFailure(t, failure);
  if (act.cause) return { ...text, generic: true, lines: [act.cause(failure)] };
  // This many lines are shown at their fields, and the toast would cover them.
  return act.of && text.lines.length > MAX_LINES ? { ...text, lines: [t('failure.seeMarked')] } : text;
}

/** A mutation with toasts; `mutate` does nothing while the previous one is running. */
export function useAct<Input = void, Answer = unknown>(act: Act<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const failedToast = useRef<number>(undefined);
  const sending = useRef(false);
  const refetchStale = (input: Input) => act.call && refresh(client, act.call, act.path?.(input));
  const mutation = useMutation({
    // Live updates check this key for running deletions.
    mutationKey: act.key ?? act.of,
    mutationFn: (input: Input) => withToast(t, act, input, failedToast),
    onSuccess: (answer, input) => {
      if (act.cacheKey) client.setQueryData(act.cacheKey, answer);
      act.onDone?.(answer, input);
    },
    onError: (failure, input) => void act.onFailed?.(failure, input),
    // Last, because otherwise the data that `onDone` stores would count as fresh.
    onSettled: async (_answer, failure, input) => {
      const read = failure && wasNotProcessed(failure) ? null : refetchStale(input);
      if (act.waits) await read;
      sending.current = false;
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    // A second click can arrive before the button shows that it is busy.
    if (sending.current) return;
    sending.current = true;
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

/** The part of an action that a dialog shows. */
export interface ShownAct {
  isPending: boolean;
  error: unknown;
  reset: () => void;
}
