/** /logged: where the sign-in returns; loads account and dealers, then redirects; without a session after 10 s, redirects to error-v1. */
import { Loader } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../shared/chrome/mark.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { accountQuery, dealersQuery } from '../../api/queries.ts';
import { takeReturnAddress } from '../../api/session/return-address.ts';
import { landingTarget } from '../../api/session/take-landing.ts';
import { readToken } from '../../api/session/token.ts';
import { deleteOldDrafts } from '../../connected/form/draft/delete-drafts.ts';
import { toastGood } from '../../connected/toasts.tsx';
import { hideSplash } from '../../frame/splash.ts';
import { paths } from '../../paths.ts';
import classes from './identity.module.css';
import { PaperDrawing } from './paper-drawing.tsx';

export * as words from '../../text/it/public-pages.ts';

const TIME_OUT_MS = 10_000;

export function LoggedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  const token = readToken(Date.now()) !== null;
  const account = useQuery({ ...accountQuery, enabled: token });
  const dealers = useQuery({ ...dealersQuery, enabled: account.isSuccess });

  useEffect(() => {
    hideSplash();
    deleteOldDrafts(localStorage);
    document.title = `${t('landing.title')} · ${t('product')}`;
  }, [t]);
  const signedIn = account.isSuccess;
  useEffect(() => {
    // The session exists now: slow dealers are not a time-out.
    if (signedIn) return;
    const late = () => void navigate({ to: paths.error('v1'), search: { reason: 'timeOut' }, replace: true });
    const timer = setTimeout(late, TIME_OUT_MS);
    return () => clearTimeout(timer);
  }, [navigate, signedIn]);
  const login = account.data?.login;
  const dealersFailed = dealers.isError && !(dealers.error instanceof ApiFailure && dealers.error.status === 401);
  useEffect(() => {
    if (dealersFailed) void navigate({ to: paths.error('dealer'), replace: true });
    if (!dealers.isSuccess || login === undefined) return;
    const target = landingTarget();
    const back = takeReturnAddress(login);
    // An explicitly requested address takes precedence.
    if (back === null || target !== '/') return router.history.replace(target);
    router.history.replace(back);
    toastGood(t('landing.back'), t('landing.backText'));
  }, [dealersFailed, dealers.isSuccess, login, navigate, router, t]);

  const steps = [token, account.isSuccess, dealers.isSuccess];
  const done = steps.filter(Boolean).length;
  const name = account.data?.fullname;
  return (
    <div className={classes.landing}>
      <div className={classes.landingText}>
        <span className={classes.product}>
          <Mark />
          {t('product')}
        </span>
        <main className={classes.landingMain}>
          <h1 className={classes.landingTitle}>{t('landing.title')}</h1>
          <p className={classes.text}>
            {name ? t('landing.as', { name }) : token ? t('landing.text') : t('landing.waiting')}
          </p>
          <div
            className={classes.track}
            role="progressbar"
            aria-label={t('landing.progress')}
            aria-valuemin={0}
            aria-valuemax={3}
            aria-valuenow={done}
          >
            <div style={{ width: `${Math.round(((done + 0.4) / 3.4) * 100)}%` }} />
          </div>
          <ul className={classes.steps}>
            {(['identity', 'account', 'dealers'] as const).map((step, index) => (
              <li key={step} data-done={steps[index] || undefined} data-now={index === done || undefined}>
                <StepIcon state={steps[index] ? 'done' : index === done ? 'now' : 'later'} />
                {t(`landing.${step}`)}
              </li>
            ))}
          </ul>
        </main>
        <p className="caption">{t('landing.slow')}</p>
      </div>
      <div className={classes.landingPaper} aria-hidden="true">
        <PaperDrawing />
      </div>
    </div>
  );
}

function StepIcon(props: { state: 'done' | 'now' | 'later' }) {
  if (props.state === 'done') return <IconCircleCheck size={18} stroke={1.9} aria-hidden="true" />;
  if (props.state === 'now') return <Loader size={18} color="var(--a-fill)" aria-hidden="true" />;
  return <IconCircle size={18} stroke={1.6} aria-hidden="true" />;
}
