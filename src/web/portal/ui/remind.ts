/** "Sollecita": the sign link sent once more from wherever a document is shown, and why that is not possible now (P-19). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendLink, searchWaiting } from '#contract/calls/signing.ts';
import { type LinkChannel, REMINDERS_PER_DAY, type Resend } from '#domain/signing/waiting.ts';
import { ask, type Page } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { refresh, subjectOf } from '../api/keys.ts';
import type { WaitingRow } from '../api/waiting.ts';
import { formatShortDate, formatTime } from '../text/dates.ts';
import { wordFailure } from './failure-note.tsx';
import { toastProgress } from './toasts.tsx';

/** Sends the link, for two quick clicks once; a call that got no answer is tried again as the same one. */
export function useRemind(document: { id: number }, channel: LinkChannel = 'EMAIL') {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const sending = useRef(false);
  const { id } = document;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      key.current ??= crypto.randomUUID();
      const toast = toastProgress(t(`waiting.toast.${channel}.doing`));
      try {
        const waiting = await ask(resendLink, {
          path: { id },
          body: channel === 'EMAIL' ? {} : { channel },
          idempotencyKey: key.current,
        });
        key.current = null;
        toast.done(t(`waiting.toast.${channel}.done`), t(`waiting.toast.${channel}.detail`));
        return waiting;
      } catch (error) {
        if (error instanceof ApiFailure && error.status !== 0 && error.status < 500) key.current = null;
        toast.failed(t(`waiting.toast.${channel}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (waiting) => {
      client.setQueriesData<Page<WaitingRow>>({ queryKey: subjectOf(searchWaiting) }, (page) =>
        page ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, waiting } : row)) } : page,
      );
    },
    onSettled: () => {
      sending.current = false;
      void refresh(client, resendLink, { id });
    },
  });
  const send = () => {
    // A second click comes before the button shows that it works.
    if (sending.current) return;
    sending.current = true;
    mutate();
  };
  return { send, isPending };
}

/** Why the link cannot be sent at this moment; null when it can. */
export function resendRefused({ refused, from }: Resend, now: number): Resend['refused'] {
  return from !== null && Date.parse(from) <= now ? null : refused;
}

/** The same as a sentence that says when it can. */
export function resendReason(t: TFunction, resend: Resend, now: number): string | null {
  const refused = resendRefused(resend, now);
  if (refused === null) return null;
  const when = { date: formatShortDate(resend.from), time: formatTime(resend.from), count: REMINDERS_PER_DAY };
  return t(`waiting.refused.${refused}`, when);
}

const TICK_MS = 15_000;

/** The time, now and then anew: what was too soon a moment ago is offered without another answer of the server. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
