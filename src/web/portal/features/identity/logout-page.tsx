/** /logout: clears what is kept here and sends the browser to the external logout (specification §2). */
import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReturnNoted } from '../../api/return-address.ts';
import { hideSplash } from '../../frame/splash.ts';
import { paths } from '../../paths.ts';
import { clearSession } from './clear-session.ts';
import classes from './identity.module.css';
import { PublicFrame } from './public-frame.tsx';

export function LogoutPage() {
  const { t } = useTranslation();
  const [state] = useState<'ended' | 'left'>(() => (isReturnNoted() ? 'ended' : 'left'));
  useEffect(() => {
    hideSplash();
    clearSession();
    window.location.replace(paths.signOut);
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
