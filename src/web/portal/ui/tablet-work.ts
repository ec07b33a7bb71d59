/** Sending documents to a tablet and taking them out of its queue, wherever that is shown (P-7, P-19). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sendToTablet, takeFromTablet } from '#contract/calls/tablets.ts';
import { documentCan } from '#domain/documents/life.ts';
import { ask } from '../api/client.ts';
import { refresh } from '../api/keys.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { type QueuedDocument, type Tablet, tabletQueueQuery } from '../api/tablets.ts';
import { missingIn, missingSigners } from './asked/missing-signers.ts';
import { wordFailure } from './failure-note.tsx';
import { toastProgress } from './toasts.tsx';

export const tabletName = (t: TFunction, tablet: Tablet): string =>
  tablet.deviceLabel ?? tablet.deviceName ?? t('tablet.unnamed', { id: tablet.id });

export interface TabletMove {
  documentId: number;
  /** Null: out of the queue. */
  to: Tablet | null;
}

export function useTabletMove() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ documentId, to }: TabletMove) => {
      const toast = toastProgress(t(to === null ? 'tablet.toast.removing' : 'tablet.toast.sending'));
      try {
        if (to === null) {
          await ask(takeFromTablet, { path: { id: documentId } });
          toast.done(t('tablet.toast.removed'));
        } else {
          await ask(sendToTablet, { path: { id: documentId }, body: { tabletId: to.id } });
          toast.done(t('tablet.toast.sent', { tablet: tabletName(t, to) }));
        }
      } catch (error) {
        const roles = missingIn(error);
        if (roles.length > 0) {
          toast.drop();
          missingSigners.ask({ documentId, roles });
          return;
        }
        toast.failed(t(to === null ? 'tablet.toast.removeFailed' : 'tablet.toast.sendFailed'), wordFailure(t, error));
        throw error;
      }
    },
    // A tablet may be gone, the document may be elsewhere.
    onSettled: () => refresh(client, sendToTablet),
  });
}

/** The document's place in a queue; asked for only while it can have one. */
export function useQueued(row: DocumentRow, hst: string | undefined): QueuedDocument | undefined {
  const possible = documentCan.sendToTablet(row).ok;
  const queue = useQuery({ ...tabletQueueQuery(hst ?? ''), enabled: possible && hst !== undefined });
  return possible ? queue.data?.find((one) => one.documentId === row.id) : undefined;
}
