/** One change to a connected system: its messages, and a reload of the lists. */
import { updateWebhook } from '#contract/calls/integrations.ts';
import { type Act, useAct } from '../../connected/act/use-act.ts';
import type { integrations } from '../../text/it/administration/integrations.ts';

type ActName = keyof (typeof integrations)['act'];

export function useIntegrationAct<Input, Answer>(
  name: ActName,
  act: Pick<Act<Input, Answer>, 'send' | 'once' | 'onDone' | 'onFailed'>,
) {
  return useAct<Input, Answer>({ ...act, words: `integrations.act.${name}`, call: updateWebhook, waits: true });
}
