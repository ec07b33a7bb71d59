/** Guards the signed-in pages: loads the account, then the dealers, then shows the frame; redirects all other visitors. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { setCurrentLogin } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { reportTabInFront } from '../api/live/tab-visibility.ts';
import { accountQuery, dealersQuery } from '../api/queries.ts';
import { clearReturnAddress } from '../api/session/return-address.ts';
import { watchSession } from '../api/session/session-watch.ts';
import { storeUser } from '../api/session/token.ts';
import { SessionProvider } from '../api/session.tsx';
import { FailureNote } from '../connected/failure-note.tsx';
import { paths } from '../paths.ts';
import { LoadingOverlay } from '../ui/loading.tsx';
import { subscribe } from './event-stream.ts';
import classes from './session-gate.module.css';
import { Shell } from './shell.tsx';
import { hideSplash } from './splash.ts';

/** The redirect to /logout has already started. */
const isSessionEnded = (failure: unknown) => failure instanceof ApiFailure && failure.status === 401;

export function Gate() {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const account = useQuery(accountQuery);
  const dealers = useQuery({ ...dealersQuery, enabled: account.isSuccess });
  const dealersFailed = dealers.isError && !isSessionEnded(dealers.error);
  const who = useMemo(
    () => (account.data && dealers.data ? { account: account.data, dealers: dealers.data } : null),
    [account.data, dealers.data],
  );
  // The frame and its page are slow to render: deferring them lets React split the work and keeps the browser
  // responsive.
  const shown = useDeferredValue(who, null);

  useEffect(() => watchSession(), []);
  useEffect(() => {
    if (!account.data) return;
    storeUser(account.data);
    setCurrentLogin(account.data.login);
    // A signed-in user no longer needs the return address.
    clearReturnAddress();
  }, [account.data]);
  useEffect(() => {
    if (dealersFailed) void navigate({ to: paths.error('dealer'), replace: true });
  }, [dealersFailed, navigate]);
  useEffect(() => {
    if (account.isError || shown) hideSplash();
  }, [account.isError, shown]);

  if (account.isError && !account.data && !isSessionEnded(account.error)) {
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

/** `userId`: undefined until the account is loaded. */
function LiveUpdates(props: { userId: number | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useRef(props.userId);
  useEffect(() => {
    user.current = props.userId;
  }, [props.userId]);
  useEffect(() => reportTabInFront(), []);
  useEffect(() => {
    return subscribe(client, (message, isLeader) => {
      const userId = user.current;
      if (!('change' in message) || message.change.outcome === undefined || userId === undefined) return;
      const { outcome, id: documentId, started = false } = message.change;
      const open = (path: string) => void navigate({ to: path });
      void import('./notify-outcome.ts').then(({ notifyOutcome: tellOutcome }) =>
        tellOutcome({ outcome, documentId, started }, { client, userId, holds: isLeader, open }),
      );
    });
  }, [client, navigate]);
  return null;
}
