/** Creating, saving and deleting from any screen: toasts per entity, lists brought up to date (specification §4, §8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/failure.ts';
import type { it } from '../text/it.ts';
import { wordFailure } from './failure-note.tsx';
import { toastProgress } from './toasts.tsx';

export type Entity = keyof typeof it.work;
type Kind = 'create' | 'update' | 'delete';

const STATES = {
  create: ['creating', 'created', 'createFailed'],
  update: ['updating', 'updated', 'updateFailed'],
  delete: ['deleting', 'deleted', 'deleteFailed'],
} as const;

/** Lines of a refusal that a toast repeats. */
const MOST_LINES = 2;

export interface EntityWork<Input, Answer> {
  entity: Entity;
  kind: Kind;
  /** `key` is the Idempotency-Key of a create: the same input tried again carries the same one. */
  send: (input: Input, key: string) => Promise<Answer>;
  /** Second line of the toast when it worked. */
  detail?: (answer: Answer, input: Input) => string | undefined;
  /** First parts of the query keys that are asked again; the entity's own by default. */
  refresh?: readonly string[];
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (failure: unknown) => void;
  /** The dialog it is asked from says what came of it: the toasts of specification §8 tell the cause and leave out the fields. */
  toldThere?: boolean;
}

export function useEntityWork<Input, Answer>(work: EntityWork<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const tried = useRef({ body: '', key: '' });
  const refused = useRef<number>(undefined);
  const [doing, done, failed] = STATES[work.kind];
  return useMutation({
    // Live updates ask for it what is being deleted from here.
    mutationKey: [work.kind, work.entity],
    mutationFn: async (input: Input) => {
      const body = JSON.stringify(input) ?? '';
      if (tried.current.body !== body) tried.current = { body, key: crypto.randomUUID() };
      const toast = toastProgress(t(`work.${work.entity}.${doing}`), refused.current);
      refused.current = undefined;
      try {
        const answer = await work.send(input, tried.current.key);
        tried.current = { body: '', key: '' };
        toast.done(t(`work.${work.entity}.${done}`), work.toldThere ? undefined : work.detail?.(answer, input));
        return answer;
      } catch (error) {
        const text = wordFailure(t, error);
        // So many stand where they belong, and would hide it.
        const marked = text.lines.length > MOST_LINES ? [t('failure.seeMarked')] : text.lines;
        const cause = error instanceof ApiFailure ? error.body.detail : undefined;
        const lines = work.toldThere && cause ? [cause] : marked;
        refused.current = toast.failed(t(`work.${work.entity}.${failed}`), { ...text, lines });
        throw error;
      }
    },
    onSuccess: (answer, input) => {
      for (const name of work.refresh ?? [work.entity]) void client.invalidateQueries({ queryKey: [name] });
      work.onDone?.(answer, input);
    },
    onError: (failure) => work.onFailed?.(failure),
  });
}
