/** Creating, saving and deleting from any screen: toasts per entity, lists brought up to date (specification §4, §8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/failure.ts';
import { idempotencyKey } from '../api/idempotency-key.ts';
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
  /** What it is made for, where the input does not say. */
  about?: unknown;
  /** `key` is the Idempotency-Key of a create: the same input tried again carries the same one. */
  send: (input: Input, key: string) => Promise<Answer>;
  /**
   * Of a save that is refused because of what is stored (409): the row when what was sent stands there, else null. Its
   * answer was lost the first time, and nobody else has saved anything.
   */
  alreadyThere?: (input: Input) => Promise<Answer | null>;
  /** Second line of the toast when it worked. */
  detail?: (answer: Answer, input: Input) => string | undefined;
  /** First parts of the query keys that are asked again; the entity's own by default. */
  refresh?: readonly string[];
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (failure: unknown) => void;
  /** The dialog it is asked from says what came of it: what little its toast of specification §8 adds to a failure. */
  toldThere?: (failure: unknown) => string;
}

async function sendChange<Input, Answer>(work: EntityWork<Input, Answer>, input: Input): Promise<Answer> {
  try {
    return await work.send(input, '');
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 409)) throw failure;
    const stored = await work.alreadyThere?.(input).catch(() => null);
    if (stored) return stored;
    throw failure;
  }
}

export function useEntityWork<Input, Answer>(work: EntityWork<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refused = useRef<number>(undefined);
  const [doing, done, failed] = STATES[work.kind];
  return useMutation({
    // Live updates ask for it what is being deleted from here.
    mutationKey: [work.kind, work.entity],
    mutationFn: async (input: Input) => {
      const toast = toastProgress(t(`work.${work.entity}.${doing}`), refused.current);
      refused.current = undefined;
      try {
        const once = work.kind === 'create' ? await idempotencyKey(work.entity, [work.about, input]) : null;
        const answer = await (once ? once.send((key) => work.send(input, key)) : sendChange(work, input));
        toast.done(t(`work.${work.entity}.${done}`), work.detail?.(answer, input));
        return answer;
      } catch (error) {
        const text = wordFailure(t, error);
        // So many stand where they belong, and would hide it.
        const marked = text.lines.length > MOST_LINES ? [t('failure.seeMarked')] : text.lines;
        const shown = work.toldThere ? { generic: true, lines: [work.toldThere(error)] } : { lines: marked };
        refused.current = toast.failed(t(`work.${work.entity}.${failed}`), { ...text, ...shown });
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
