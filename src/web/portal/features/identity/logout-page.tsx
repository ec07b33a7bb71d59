/** /logout: clears everything kept here and sends the browser to the external logout (specification §2). */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/queries.ts';
import { clearToken } from '../../api/token.ts';
import { hideSplash } from '../../frame/splash.ts';
import { paths } from '../../paths.ts';
import classes from './identity.module.css';
import { PublicFrame } from './public-frame.tsx';

export function LogoutPage() {
  const { t } = useTranslation();
  useEffect(() => {
    hideSplash();
    clearToken();
    sessionStorage.clear();
    queryClient.clear();
    window.location.replace(paths.signOut);
  }, []);
  return (
    <PublicFrame>
      <div className={classes.explanation} role="status">
        <Loader size={28} color="var(--a-fill)" />
        <h1 className={classes.title}>{t('logout.title')}</h1>
        <p className={classes.text}>{t('logout.text')}</p>
      </div>
    </PublicFrame>
  );
}
