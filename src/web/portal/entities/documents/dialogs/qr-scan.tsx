/** The QR code for the customer's phone: its validity, and a button for a new one. */
import { Button, Loader } from '@mantine/core';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createQrCode } from '#contract/calls/signing.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { ask } from '../../../api/client.ts';
import { keyOf } from '../../../api/query-keys.ts';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useClock } from '../../../ui/use-clock.ts';
import { countdown, validityOf } from '../qr-expiry.ts';
import classes from './qr-dialog.module.css';

const codeQuery = (id: number) => ({
  queryKey: keyOf(createQrCode, { path: { id } }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { token, shortUrl } = await ask(createQrCode, { path: { id }, signal });
    return { url: shortUrl, validity: validityOf(token, Date.now()) };
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

export function Scan(props: { row: DocumentRow; name: string; opened: boolean }) {
  const { t } = useTranslation();
  const code = useQuery({ ...codeQuery(props.row.id), enabled: props.opened, refetchOnMount: 'always' });
  const validity = code.data?.validity ?? null;
  const now = useClock(validity !== null && props.opened);
  const left = validity ? validity.until - now : 0;
  // The expired code stays marked as expired until a new one arrives.
  const expired = validity !== null && left <= 0;
  const renew = () => void code.refetch();
  if (code.isLoadingError) {
    return (
      <div className={classes.scan}>
        <FailureNote failure={code.error} onRetry={renew} />
      </div>
    );
  }
  return (
    <div className={classes.scan}>
      <div className={classes.tile}>
        {code.data ? (
          <div className={classes.code} data-expired={expired || undefined} aria-hidden={expired || undefined}>
            <QrCode text={code.data.url} label={t('qrDialog.code', { name: props.name })} />
          </div>
        ) : (
          <span role="status">
            <Loader size={28} color="#4b5462" />
            <span className="sr-only">{t('qrDialog.loading')}</span>
          </span>
        )}
        {expired ? (
          <div className={classes.over}>
            <IconClock size={28} stroke={1.8} aria-hidden="true" />
            <p className={classes.expired} role="status">
              {t('qrDialog.expired')}
            </p>
            <Button leftSection={<IconRefresh size={16} stroke={1.9} />} loading={code.isFetching} onClick={renew}>
              {t('qrDialog.regenerate')}
            </Button>
          </div>
        ) : null}
      </div>
      {expired && code.isRefetchError ? <FailureNote failure={code.error} undone={t('qrDialog.failed')} /> : null}
      {validity && !expired ? (
        <>
          <p className={classes.left}>
            <span>{t('qrDialog.validFor')}</span>
            <span role="timer" className={classes.time}>
              {countdown(left)}
            </span>
          </p>
          <div className={classes.track} aria-hidden="true">
            <div style={{ width: `${Math.max(0, Math.min(100, (left / (validity.until - validity.from)) * 100))}%` }} />
          </div>
        </>
      ) : null}
    </div>
  );
}
