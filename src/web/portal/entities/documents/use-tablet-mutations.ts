/** Sends documents to a tablet and removes them from its queue. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sendToTablet, takeFromTablet } from '#contract/calls/tablets.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { type QueuedDocument, type Tablet, tabletQueueQuery } from '../../api/queries/tablets.ts';
import { useStart } from './start/use-start.ts';

export const tabletName = (t: TFunction, tablet: Tablet): string =>
  tablet.deviceLabel ?? tablet.deviceName ?? t('tablet.unnamed', { id: tablet.id });

export interface TabletMove {
  documentId: number;
  /** Null removes it from the queue. */
  to: Tablet | null;
}

/** @returns null from the mutation when the user must first choose who signs for the dealer. */
export function useTabletMove() {
  const { t } = useTranslation();
  return useStart<TabletMove, unknown>({
    words: ({ to }) => ({
      doing: t(to === null ? 'tablet.toast.removing' : 'tablet.toast.sending'),
      done: to === null ? t('tablet.toast.removed') : t('tablet.toast.sent', { tablet: tabletName(t, to) }),
      failed: t(to === null ? 'tablet.toast.removeFailed' : 'tablet.toast.sendFailed'),
    }),
    action: ({ to }) => (to === null ? '' : t('tablet.send', { tablet: tabletName(t, to) })),
    send: ({ documentId, to }, start) =>
      to === null
        ? ask(takeFromTablet, { path: { id: documentId } })
        : start(sendToTablet, documentId, { tabletId: to.id }),
    // The tablet may no longer exist, or the document may be on another one.
    call: sendToTablet,
    waits: true,
  });
}

/** The document's position in a queue; loaded only while it can have one. */
export function useQueued(row: DocumentRow, hst: string | undefined): QueuedDocument | undefined {
  const possible = UNSIGNED_ACTIONS.tablet.refusal(row) === null;
  const queue = useQuery({ ...tabletQueueQuery(hst ?? ''), enabled: possible && hst !== undefined });
  return possible ? queue.data?.find((entry) => entry.documentId === row.id) : undefined;
}
