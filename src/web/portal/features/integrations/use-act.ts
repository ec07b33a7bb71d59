/** One change of a connected system: its toast, and the lists brought up to date. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateWebhook } from '#contract/calls/integrations.ts';
import { refresh } from '../../api/keys.ts';
import type { integrations } from '../../text/it/integrations.ts';
import { wordFailure } from '../../ui/failure-note.tsx';
import { toastProgress } from '../../ui/toasts.tsx';

export type ActName = keyof (typeof integrations)['act'];

export function useAct<Input, Answer>(
  name: ActName,
  act: {
    send: (input: Input) => Promise<Answer>;
    onDone?: (answer: Answer) => void;
    onFailed?: (error: unknown) => void;
  },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const toast = toastProgress(t(`integrations.act.${name}.doing`));
      try {
        const answer = await act.send(input);
        toast.done(t(`integrations.act.${name}.done`));
        return answer;
      } catch (error) {
        toast.failed(t(`integrations.act.${name}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: act.onDone,
    onError: act.onFailed,
    onSettled: () => refresh(client, updateWebhook),
  });
}
