/** Opens the signed-in pages: account, then dealers, then the frame; sends everybody else where they belong (specification §2, §4). */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { workFor } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { accountQuery, dealersQuery } from '../api/queries.ts';
import { forgetReturn } from '../api/session/return-address.ts';
import { watchSession } from '../api/session/session-watch.ts';
import { keepUser } from '../api/session/token.ts';
import { SessionProvider } from '../api/session.tsx';
import { FailureNote } from '../connected/failure-note.tsx';
import { paths } from '../paths.ts';
import { LoadingOverlay } from '../ui/loading.tsx';
import classes from './gate.module.css';
import { LiveUpdates } from './live-updates.tsx';
import { Shell } from './shell.tsx';
import { hideSplash } from './splash.ts';

/** The browser is already on its way to /logout. */
const isOver = (failure: unknown) => failure instanceof ApiFailure && failure.status === 401;

export function Gate() {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const account = useQuery(accountQuery);
  const dealers = useQuery({ ...dealersQuery, enabled: account.isSuccess });
  const dealersFailed = dealers.isError && !isOver(dealers.error);
  const who = useMemo(
    () => (account.data && dealers.data ? { account: account.data, dealers: dealers.data } : null),
    [account.data, dealers.data],
  );
  // The frame with its page is much to draw at once: put off, React does it in small steps and the browser breathes between them.
  const shown = useDeferredValue(who, null);

  useEffect(() => watchSession(), []);
  useEffect(() => {
    if (!account.data) return;
    keepUser(account.data);
    workFor(account.data.login);
    // Whoever is here needs no way back any more.
    forgetReturn();
  }, [account.data]);
  useEffect(() => {
    if (dealersFailed) void navigate({ to: paths.error('dealer'), replace: true });
  }, [dealersFailed, navigate]);
  useEffect(() => {
    if (account.isError || shown) hideSplash();
  }, [account.isError, shown]);

  if (account.isError && !account.data && !isOver(account.error)) {
    return (
      <main className={classes.failed}>
        <h1 className="sr-only">{t('product')}</h1>
        <FailureNote failure={account.error} onRetry={() => void account.refetch()} />
      </main>
    );
  }
  return (
    <>
      <LiveUpdates userId={account.data?.id} />
      {shown ? (
        <SessionProvider {...shown}>
          <Shell />
        </SessionProvider>
      ) : (
        <LoadingOverlay />
      )}
    </>
  );
}
