/** Loads the phone that scanned the code, and sends the staff's answer to it. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirmQrRequest, getQrRequest, refuseQrRequest, startSign } from '#contract/calls/signing.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { ask } from '../../../api/client.ts';
import { pollIntervalMs } from '../../../api/live/live.ts';
import { refresh } from '../../../api/query-keys.ts';
import { queryOf } from '../../../api/query-options.ts';
import { useStart } from '../start/use-start.ts';

export type WaitingPhone = NonNullable<AnswerOf<typeof getQrRequest>['request']>;

/** Polling intervals: without the live stream, and while a phone waits, because no event reports the end of its request. */
const POLL_MS = 2_000;
const POLL_WHILE_WAITING_MS = 5_000;

/** Refreshed together with the document, whose evidence trail records every phone. */
export const qrRequestQuery = (documentId: number) =>
  queryOf(
    getQrRequest,
    { path: { id: documentId } },
    {
      gcTime: 0,
      refetchInterval: ({ state }) => (state.data?.request ? POLL_WHILE_WAITING_MS : pollIntervalMs(POLL_MS)),
    },
  );

export type PhoneAction =
  | { word: 'confirm'; phone: WaitingPhone; signerId: number | null }
  | { word: 'refuse'; phone: WaitingPhone };

/** @param onConfirmed called when the signature is confirmed on the phone. */
export function useQrMutations(documentId: number, onConfirmed: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useStart<PhoneAction, unknown>({
    words: ({ word }) => ({ done: t(`qrDialog.${word === 'refuse' ? 'refused' : 'confirmed'}`) }),
    detail: (_done, { word }) => t(`qrDialog.${word === 'refuse' ? 'refusedText' : 'confirmedText'}`),
    action: () => t('qrDialog.confirm'),
    send: (action, start) => {
      const { id: requestId, number } = action.phone;
      // A single call starts and confirms: without the phone nothing starts.
      return action.word === 'confirm'
        ? start(confirmQrRequest, documentId, { requestId, number, signerId: action.signerId })
        : ask(refuseQrRequest, { path: { id: documentId }, body: { requestId } });
    },
    onDone: (_done, { word }) => {
      if (word !== 'confirm') return;
      void refresh(client, startSign);
      onConfirmed();
    },
    call: refuseQrRequest,
    path: () => ({ id: documentId }),
    waits: true,
  });
}
