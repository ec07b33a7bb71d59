/** Opens the signed-in pages: account, then dealers, then the frame; sends everybody else where they belong (specification §2, §4). */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../api/client.ts';
import { accountQuery, dealersQuery } from '../api/queries.ts';
import { SessionProvider } from '../api/session.tsx';
import { readToken } from '../api/token.ts';
import { paths } from '../paths.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { LoadingOverlay } from '../ui/loading.tsx';
import classes from './gate.module.css';
import { Shell } from './shell.tsx';
import { hideSplash } from './splash.ts';

const CHECK_MS = 120_000;

export function Gate() {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const account = useQuery(accountQuery);
  const dealers = useQuery({ ...dealersQuery, enabled: account.isSuccess });

  useEffect(() => {
    const timer = setInterval(() => {
      if (readToken(Date.now()) === null) endSession();
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (dealers.isError) void navigate({ to: paths.error('dealer') });
  }, [dealers.isError, navigate]);
  useEffect(() => {
    if (account.isError || dealers.isSuccess) hideSplash();
  }, [account.isError, dealers.isSuccess]);

  if (account.isError) {
    return (
      <main className={classes.failed}>
        <h1 className="sr-only">{t('product')}</h1>
        <FailureNote failure={account.error} onRetry={() => void account.refetch()} />
      </main>
    );
  }
  if (!account.data || !dealers.data) return <LoadingOverlay />;
  return (
    <SessionProvider account={account.data} dealers={dealers.data}>
      <Shell />
    </SessionProvider>
  );
}
