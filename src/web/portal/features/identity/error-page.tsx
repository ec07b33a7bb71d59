/** Error pages: /error, error-v1 to error-v6 and error-dealer, each with its drawing, words and links. */
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readToken, readUser } from '../../api/session/token.ts';
import { hideSplash } from '../../frame/splash.ts';
import { ERROR_VARIANTS } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { ErrorLinks, type Explained } from './error-links.tsx';
import { FolderDrawing, type Situation } from './folder-drawing.tsx';
import classes from './identity.module.css';
import { PublicFrame } from './public-frame.tsx';

export * as words from '../../text/it/public-pages.ts';

/** The number in the caption (403 for a refused sign-in, 404 for a missing page) and the drawing. */
const APPEARANCE: Record<Explained, { code: number; drawing: Situation }> = {
  general: { code: 500, drawing: 'torn' },
  v1: { code: 404, drawing: 'missing' },
  timeOut: { code: 408, drawing: 'late' },
  v2: { code: 401, drawing: 'key' },
  v3: { code: 403, drawing: 'stranger' },
  v4: { code: 403, drawing: 'asleep' },
  providerSilent: { code: 503, drawing: 'unplugged' },
  unverified: { code: 403, drawing: 'stranger' },
  otherIdentity: { code: 403, drawing: 'locked' },
  v5: { code: 403, drawing: 'locked' },
  v6: { code: 503, drawing: 'unplugged' },
  dealer: { code: 404, drawing: 'dealers' },
};

/** Explains an error-v1 from the `?reason=` of a failed sign-in. */
const ENDED_SIGN_IN: Readonly<Record<string, Explained>> = {
  unknownUser: 'v3',
  notActivated: 'v4',
  signInFailed: 'v2',
  providerSilent: 'providerSilent',
  timeOut: 'timeOut',
  emailUnverified: 'unverified',
  otherIdentity: 'otherIdentity',
};

/** No sign-in took place: do not show an earlier user. */
const SIGN_IN_ENDED: readonly Explained[] = [
  'v2',
  'v3',
  'v4',
  'timeOut',
  'providerSilent',
  'unverified',
  'otherIdentity',
];

export function GeneralErrorPage() {
  return <Explanation variant="general" />;
}

export function ErrorPage() {
  const { variant } = useParams({ strict: false });
  const { reason } = useSearch({ strict: false }) as { reason?: string };
  const knownVariant = ERROR_VARIANTS.find((name) => `error-${name}` === variant) ?? 'v1';
  const ended = reason === undefined ? undefined : ENDED_SIGN_IN[reason];
  return <Explanation variant={knownVariant === 'v1' && ended ? ended : knownVariant} />;
}

function Explanation(props: { variant: Explained }) {
  const { t } = useTranslation();
  const { variant } = props;
  const { code } = useSearch({ strict: false }) as { code?: string };
  const [now] = useState(() => Date.now());
  const user = readUser(now);
  const [title, text] =
    variant === 'v1'
      ? [t('errorPages.v1.title'), t('errorPages.v1.text')]
      : [t(`situations.${variant}.title`), t(`situations.${variant}.text`)];
  useEffect(() => {
    hideSplash();
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  const reference = code && /^[\w-]{1,64}$/.test(code) ? code : null;
  const verbatim = variant === 'dealer' ? 'dealerVerbatim' : variant === 'v1' || variant === 'general' ? 'oops' : null;
  return (
    <PublicFrame>
      <div className={classes.explanation}>
        <FolderDrawing situation={APPEARANCE[variant].drawing} />
        <p className={classes.caption}>{t('errorPages.caption', { code: APPEARANCE[variant].code })}</p>
        <h1 className={classes.title}>{title}</h1>
        {verbatim ? (
          <p className={classes.verbatim} lang="en">
            {t(`situations.${verbatim}`)}
          </p>
        ) : null}
        <p className={classes.text}>{text}</p>
        <div className={classes.ways}>
          <ErrorLinks variant={variant} signedIn={readToken(now) !== null} />
        </div>
        <p className={classes.help}>
          {reference ? (
            <>
              {t('situations.help')} <strong className="code">{reference}</strong> ·{' '}
            </>
          ) : null}
          {user && !SIGN_IN_ENDED.includes(variant) ? (
            <>{t('situations.signedInAs', { name: user.fullname })} · </>
          ) : null}
          {reference ? null : <>{t('errorPages.helpTime')} </>}
          <span className="num">{formatDateTime(new Date(now).toISOString())}</span>
        </p>
      </div>
    </PublicFrame>
  );
}
