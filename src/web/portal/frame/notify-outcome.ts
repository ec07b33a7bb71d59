/** Reports the result of a signature: a toast in every tab, and one browser notification when no tab is visible. */
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Outcome } from '#domain/live-change.ts';
import { isInFront, isTabInFront } from '../api/live/tab-visibility.ts';
import { documentSearch } from '../api/queries.ts';
import { customerOf, documentTypeLabel } from '../connected/labels.ts';
import { toastWithLink } from '../connected/toasts.tsx';
import { paths } from '../paths.ts';
import { loadTexts } from '../text/language.ts';
import { notify, wantsNotifications } from './panel/browser-notifications.ts';

const TONES = { signed: 'good', customerSigned: 'good', declined: 'bad', locked: 'bad', expired: 'info' } as const;

export async function notifyOutcome(
  event: { outcome: Outcome; documentId: number; started: boolean },
  here: { client: QueryClient; userId: number; holds: boolean; open: (path: string) => void },
): Promise<void> {
  const { outcome, documentId } = event;
  const path = paths.document(documentId);
  // Check visibility first: a user who returns meanwhile was away when it happened.
  const [lookedAt, row] = await Promise.all([isTabInFront(), findRow(here.client, documentId), loadTexts('outcome')]);
  if (row === undefined) return;
  const { t } = i18next;
  const names = { customer: customerOf(t, row), document: documentTypeLabel(t, row.type) };
  const title = t(`outcome.${outcome}.title`, names);
  const text = t(`outcome.${outcome}.text`, names);
  // A user on the document's page sees it change.
  if (!(isInFront() && window.location.pathname === path))
    toastWithLink(TONES[outcome], title, text, { path, keptElsewhere: event.started });
  if (here.holds && !lookedAt && wantsNotifications(here.userId)) {
    notify({ title, text, tag: `fascicolo.document.${documentId}` }, () => here.open(path));
  }
}

/** With its customer, which only list rows have; undefined when it cannot be loaded: then nothing is reported. */
async function findRow(client: QueryClient, id: number) {
  const search = documentSearch({ page: 0, size: 1, sort: 'id,desc', criteria: { id: { equals: id } } });
  const page = await client.fetchQuery({ ...search, staleTime: 0 }).catch(() => undefined);
  return page?.rows[0];
}
