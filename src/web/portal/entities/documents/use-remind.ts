/** "Sollecita": sends the sign link again from wherever a document is shown, and explains why that is not possible now. */
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchWaiting } from '#contract/calls/documents.ts';
import { resendLink } from '#contract/calls/signing.ts';
import { type LinkChannel, REMINDERS_PER_DAY, type Resend } from '#domain/signing/signer-progress.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { ask, type Page } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { WaitingRow } from '../../api/queries/waiting.ts';
import { subjectOf } from '../../api/query-keys.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';

/** Sends the link, once for a double click; after a lost answer it is retried with the same key. */
export function useRemind({ id, awaits }: Pick<DocumentRow, 'id' | 'awaits'>, channel: LinkChannel = 'EMAIL') {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const only = awaits.length === 1 ? awaits[0] : undefined;
  const { mutate, isPending } = useAct({
    words: `documentActions.resent.${channel}`,
    // With several signers, those who were just contacted are skipped.
    detail: () =>
      t(`documentActions.resent.${channel}.detail`, { who: only?.name ?? t('documentActions.whoMustSign') }),
    send: () => {
      key.current ??= crypto.randomUUID();
      const body = channel === 'EMAIL' ? {} : { channel };
      return ask(resendLink, { path: { id }, body, idempotencyKey: key.current });
    },
    onDone: (waiting) => {
      key.current = null;
      client.setQueriesData<Page<WaitingRow>>({ queryKey: subjectOf(searchWaiting) }, (page) =>
        page ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, waiting } : row)) } : page,
      );
    },
    onFailed: (failure) => {
      if (failure instanceof ApiFailure && failure.status !== 0 && failure.status < 500) key.current = null;
    },
    call: resendLink,
    path: () => ({ id }),
  });
  return { send: mutate, isPending };
}

/** Why the link cannot be sent now; null when it can. */
export function resendRefused({ refused, from }: Resend, now: number): Resend['refused'] {
  return from !== null && Date.parse(from) <= now ? null : refused;
}

/** The same as a sentence, with the time when it becomes possible. */
export function resendReason(t: TFunction, resend: Resend, now: number): string | null {
  const refused = resendRefused(resend, now);
  if (refused === null) return null;
  const when = { date: formatShortDate(resend.from), time: formatTime(resend.from), count: REMINDERS_PER_DAY };
  return t(`documentActions.resend.${refused}`, when);
}

const TICK_MS = 15_000;

/** The current time, refreshed periodically, so that a link becomes available again without another server call. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
