/** What a legal entity, or all of them, may use and has used: three figures with their bands, and who needs a renewal (P-14, picture 10a). */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuotaKind } from '#domain/entitlements/quota.ts';
import { type Figures, gaugeOf } from '#domain/statistics/gauge.ts';
import { quotaUse, type ServiceRow } from '../../api/entitlements.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { formatCount, formatMegabytes } from '../../text/numbers.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useLegalEntities } from '../../ui/legal-entities.ts';
import { UsageBar } from '../../ui/usage-bar.tsx';
import { nextExpiry, pressing } from './arrange.ts';
import { ServiceIcon } from './service-columns.tsx';
import classes from './services.module.css';

const KINDS = ['OTP', 'DISK_SPACE', 'STRONGDOX_SPACE'] as const satisfies readonly QuotaKind[];
/** Of those to renew; the list below has them all. */
const SHOWN = 4;

export function QuotaCard(props: {
  /** Undefined: all legal entities together. */
  entity: string | undefined;
  services: readonly ServiceRow[];
  onEntity: (code: string) => void;
}) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { entity, services } = props;
  const urgent = pressing(services, toIsoDate(new Date()));
  return (
    <Card
      flush
      title={
        entity === undefined ? t('services.quota.titleAll') : t('services.quota.title', { entity: entityName(entity) })
      }
      aside={
        <ul className={classes.legend}>
          <li data-band="ok">{t('services.quota.upTo60')}</li>
          <li data-band="warning">{t('services.quota.from60')}</li>
          <li data-band="alert">{t('services.quota.from90')}</li>
        </ul>
      }
    >
      <div className={classes.quotas}>
        {KINDS.map((kind) => (
          <Quota key={kind} kind={kind} entity={entity ?? null} services={services} />
        ))}
      </div>
      {entity === undefined && urgent.length > 0 ? (
        <div className={classes.urgent}>
          <h3 className={classes.urgentTitle}>{t('services.quota.pressing')}</h3>
          <ul className={classes.urgentList}>
            {urgent.slice(0, SHOWN).map((one) => {
              const words = { entity: entityName(one.entity), type: t(`services.type.${one.kind}`) };
              return (
                <li key={`${one.entity} ${one.kind}`}>
                  <button type="button" className={classes.urgentOne} onClick={() => props.onEntity(one.entity)}>
                    {one.percent === null
                      ? t('services.quota.pressingEnded', words)
                      : t('services.quota.pressingOne', { ...words, percent: one.percent })}
                  </button>
                </li>
              );
            })}
          </ul>
          {urgent.length > SHOWN ? (
            <span className={classes.caption}>{t('services.quota.more', { count: urgent.length - SHOWN })}</span>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

function Quota(props: { kind: QuotaKind; entity: string | null; services: readonly ServiceRow[] }) {
  const { t } = useTranslation();
  const { kind, entity, services } = props;
  const use = useQuery(quotaUse(kind, entity));
  const day = nextExpiry(services, { kind, entity, today: toIsoDate(new Date()) });
  const until =
    day === null
      ? t('services.quota.endless')
      : t(entity === null ? 'services.quota.next' : 'services.quota.until', { day: formatDate(day) });
  return (
    <section className={classes.quota} aria-label={t(`services.type.${kind}`)}>
      <h3 className={classes.quotaTitle}>
        <ServiceIcon type={kind} />
        {t(`services.type.${kind}`)}
      </h3>
      {use.isError ? (
        <FailureNote failure={use.error} onRetry={() => void use.refetch()} />
      ) : use.data ? (
        <Measured kind={kind} figures={use.data} until={until} all={entity === null} />
      ) : (
        <SkeletonRows rows={1} label={t('loading')} />
      )}
    </section>
  );
}

function Measured(props: { kind: QuotaKind; figures: Figures; until: string; all: boolean }) {
  const { t } = useTranslation();
  const { kind, figures } = props;
  const otp = kind === 'OTP';
  const written = otp ? formatCount : formatMegabytes;
  const used = written(figures.used);
  if (figures.total === undefined) {
    return (
      <>
        <p className={classes.unlimited}>{t(otp ? 'services.quota.usedOTP' : 'services.quota.usedSpace', { used })}</p>
        <p className={classes.caption}>
          {props.all ? t('services.quota.unlimitedAll') : t('services.quota.unlimited')}
        </p>
      </>
    );
  }
  if (figures.total === 0) {
    return (
      <>
        <p className={classes.ended}>{t('services.quota.ended')}</p>
        <p className={classes.caption}>
          {t(otp ? 'services.quota.usedOTP' : 'services.quota.usedSpace', { used })} · {t('services.quota.endedText')}
        </p>
      </>
    );
  }
  const free = Math.max(0, figures.total - figures.used);
  return (
    <>
      <UsageBar
        large
        label={t(`services.type.${kind}`)}
        gauge={gaugeOf(figures)}
        amount={t(otp ? 'services.amount.OTP' : 'services.amount.space', { used, total: written(figures.total) })}
      />
      <p className={classes.caption}>
        {free === 0
          ? t('services.quota.spent')
          : t(otp ? 'services.quota.freeOTP' : 'services.quota.freeSpace', {
              count: free,
              replace: { count: written(free) },
            })}{' '}
        · {props.until}
      </p>
    </>
  );
}
