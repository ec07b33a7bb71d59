/** The phone that scanned the code: whether one waits, and what the staff say to it (P-7). */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/call-types.ts';
import { getDocument } from '#contract/calls/documents.ts';
import { confirmQrRequest, getQrRequest, refuseQrRequest, startSign } from '#contract/calls/signing.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { lookAgainMs } from '../../api/live.ts';
import { queryOf } from '../../api/query-of.ts';
import { useAct } from '../act/use-act.ts';
import { orAskSigners } from '../asked/missing-signers.ts';
import type { ChosenSigners } from '../document-work.ts';
import { toastGood } from '../toasts.tsx';

export type WaitingPhone = NonNullable<AnswerOf<typeof getQrRequest>['request']>;

/** How often it is asked without the stream, and while a phone waits, which nothing tells the end of. */
const LOOK_AGAIN_MS = 2_000;
const LOOK_WHILE_WAITING_MS = 5_000;

/** Brought up to date with the document itself, whose trail tells of every phone. */
export const qrRequestQuery = (documentId: number) =>
  queryOf(
    getQrRequest,
    { path: { id: documentId } },
    {
      gcTime: 0,
      refetchInterval: ({ state }) => (state.data?.request ? LOOK_WHILE_WAITING_MS : lookAgainMs(LOOK_AGAIN_MS)),
    },
  );

export type Word =
  | { word: 'confirm'; phone: WaitingPhone; signerId: number | null; signers?: ChosenSigners }
  | { word: 'refuse'; phone: WaitingPhone };

function say(documentId: number, said: Word): Promise<unknown> {
  const { id: requestId, number } = said.phone;
  const path = { id: documentId };
  return said.word === 'confirm'
    ? ask(confirmQrRequest, { path, body: { requestId, number, signerId: said.signerId, signers: said.signers } })
    : ask(refuseQrRequest, { path, body: { requestId } });
}

/** @param onConfirmed when the signature is the phone's. */
export function useQrWork(documentId: number, onConfirmed: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const confirmed = () => {
    void refresh(client, startSign);
    onConfirmed();
  };
  const begin = async (said: Extract<Word, { word: 'confirm' }>, signers: ChosenSigners) => {
    await say(documentId, { ...said, signers });
    toastGood(t('documentDialogs.qr.confirmed'), t('documentDialogs.qr.confirmedText'));
    confirmed();
    return ask(getDocument, { path: { id: documentId } });
  };
  return useAct<Word, true | null>({
    words: ({ word }) => ({
      done: (done) => done && t(`documentDialogs.qr.${word === 'refuse' ? 'refused' : 'confirmed'}`),
    }),
    detail: (_done, { word }) => t(`documentDialogs.qr.${word === 'refuse' ? 'refusedText' : 'confirmedText'}`),
    send: async (said) => {
      const send = () => say(documentId, said).then(() => true as const);
      // One call starts and confirms: without the phone nothing starts.
      return said.word === 'refuse' ? send() : orAskSigners(documentId, send, (signers) => begin(said, signers));
    },
    onDone: (done, { word }) => {
      if (done && word === 'confirm') confirmed();
    },
    call: refuseQrRequest,
    path: () => ({ id: documentId }),
    waits: true,
  });
}
