/** Error pages: /error, error-v1 to error-v6 and error-dealer, one design with a way out (specification §2, §8). */
import { Button } from '@mantine/core';
import { IconHome, IconLogin, IconLogout, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readToken } from '../../api/token.ts';
import { hideSplash } from '../../frame/splash.ts';
import { ERROR_VARIANTS, type ErrorVariant, paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Folder } from './folder-drawing.tsx';
import classes from './identity.module.css';
import { PublicFrame } from './public-frame.tsx';

type Variant = ErrorVariant | 'general';
/** The caption's number; sign-in refusals are 403, an absent page 404. */
const CODES: Record<Variant, number> = {
  general: 500,
  v1: 404,
  v2: 401,
  v3: 403,
  v4: 403,
  v5: 403,
  v6: 503,
  dealer: 404,
};

/** Why a sign-in ended here, as the server says it in `?reason=` (P-3). */
const REFUSED_SIGN_IN: Readonly<Record<string, ErrorVariant>> = {
  unknownUser: 'v3',
  notActivated: 'v4',
  signInFailed: 'v2',
};

export function GeneralErrorPage() {
  return <Explanation variant="general" />;
}

export function ErrorPage() {
  const { variant } = useParams({ strict: false });
  const { reason } = useSearch({ strict: false }) as { reason?: string };
  const known = ERROR_VARIANTS.find((name) => `error-${name}` === variant);
  const refused = reason === undefined ? undefined : REFUSED_SIGN_IN[reason];
  return <Explanation variant={known === 'v1' && refused ? refused : (known ?? 'v1')} />;
}

function Explanation(props: { variant: Variant }) {
  const { t } = useTranslation();
  const { variant } = props;
  const { code } = useSearch({ strict: false }) as { code?: string };
  const [at] = useState(() => new Date().toISOString());
  const title = t(`errorPages.${variant}.title`);
  useEffect(() => {
    hideSplash();
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  const reference = code && /^[\w-]{1,64}$/.test(code) ? code : null;
  return (
    <PublicFrame>
      <div className={classes.explanation}>
        <Folder />
        <p className={classes.caption}>
          {t('errorPages.caption', { code: CODES[variant] })}
          {variant === 'general' ? <span lang="en"> · {t('errorPages.oops')}</span> : null}
        </p>
        <h1 className={classes.title}>{title}</h1>
        {variant === 'dealer' ? (
          <p className={classes.verbatim} lang="en">
            {t('errorPages.dealerVerbatim')}
          </p>
        ) : null}
        {variant === 'v1' ? (
          <p className={classes.verbatim} lang="en">
            {t('errorPages.oops')}
          </p>
        ) : null}
        <p className={classes.text}>{t(`errorPages.${variant}.text`)}</p>
        <div className={classes.ways}>
          <Ways variant={variant} />
        </div>
        <p className={classes.help}>
          {reference ? (
            <>
              {t('errorPages.help')} <strong className="code">{reference}</strong> ·{' '}
            </>
          ) : null}
          <span className="num">{formatDateTime(at)}</span>
        </p>
      </div>
    </PublicFrame>
  );
}

function Ways(props: { variant: Variant }) {
  const { t } = useTranslation();
  const signedIn = readToken(Date.now()) !== null;
  if (props.variant === 'dealer') {
    return (
      <>
        <Button component="a" href={paths.logout} leftSection={<IconLogout size={18} stroke={1.9} />}>
          {t('errorPages.logout')}
        </Button>
        <Button
          component="a"
          href={paths.dashboard}
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.9} />}
        >
          {t('errorPages.retry')}
        </Button>
      </>
    );
  }
  if (!signedIn || ['v2', 'v3', 'v4'].includes(props.variant)) {
    return (
      <Button component="a" href={paths.logout} leftSection={<IconLogin size={18} stroke={1.9} />}>
        {t('errorPages.signIn')}
      </Button>
    );
  }
  return (
    <>
      <Button component="a" href={paths.dashboard} leftSection={<IconHome size={18} stroke={1.9} />}>
        {t('errorPages.dashboard')}
      </Button>
      <Button component="a" href={paths.dossiers} variant="default" leftSection={<IconSearch size={18} stroke={1.9} />}>
        {t('errorPages.customers')}
      </Button>
    </>
  );
}
