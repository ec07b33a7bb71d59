/** /logout: clears this browser's data and redirects to the external logout. */
import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasReturnAddress } from '../../api/session/return-address.ts';
import { readToken } from '../../api/session/token.ts';
import { hideSplash } from '../../frame/splash.ts';
import { paths } from '../../paths.ts';
import { clearSession } from './clear-session.ts';
import classes from './identity.module.css';
import { PublicFrame } from './public-frame.tsx';

export * as words from '../../text/it/public-pages.ts';

/** Signing out does not wait for a server that does not answer. */
const MAX_WAIT_MS = 3000;

/** Never rejects: without an answer the session simply expires. */
const revokeToken = (token: string): Promise<unknown> =>
  fetch('/sso/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch(() => undefined);

export function LogoutPage() {
  const { t } = useTranslation();
  const [state] = useState<'ended' | 'left'>(() => (hasReturnAddress() ? 'ended' : 'left'));
  useEffect(() => {
    hideSplash();
    const token = readToken(Date.now());
    clearSession();
    // A token of the password sign-in has no cookie: the navigation itself would not end its session.
    const revoked = token === null ? Promise.resolve() : revokeToken(token);
    void revoked.finally(() => window.location.replace(paths.signOut));
  }, []);
  return (
    <PublicFrame>
      <div className={classes.explanation} role="status">
        <Loader size={28} color="var(--a-fill)" />
        <h1 className={classes.title}>{t(`logout.${state}.title`)}</h1>
        <p className={classes.text}>{t(`logout.${state}.text`)}</p>
      </div>
    </PublicFrame>
  );
}
