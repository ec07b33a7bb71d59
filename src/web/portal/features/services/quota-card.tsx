/** Usage of the quotas of one legal entity or of all: three gauges with their bands, and the legal entities that need a renewal. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuotaKind } from '#domain/entitlements/quota.ts';
import { type Figures, gaugeOf } from '#domain/statistics/gauge.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { otpUsed, spaceUsed } from '../../api/queries/statistics.ts';
import { FailureNote } from '../../connected/failure-note.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { GaugeDial } from '../../entities/statistics/gauge.tsx';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { counted, formatCount, formatSpace, spaceOf } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { nextExpiry, urgentQuotas } from './quotas.ts';
import classes from './services.module.css';

const KINDS = ['OTP', 'DISK_SPACE', 'STRONGDOX_SPACE'] as const satisfies readonly QuotaKind[];
/** Number of renewals shown; the list below has all of them. */
const MAX_URGENT = 4;

interface QuotaScope {
  /** Undefined means all legal entities together. */
  entity: string | undefined;
  services: readonly ServiceRow[];
  /** False until the services are loaded: no expiry can be shown without them. */
  known: boolean;
}

export function QuotaCard(props: QuotaScope & { onEntity: (code: string) => void }) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { entity } = props;
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
        <OtpQuota {...props} />
        <SpaceQuota {...props} kind="DISK_SPACE" which="documents-size" />
        <SpaceQuota {...props} kind="STRONGDOX_SPACE" which="archived-documents-size" />
      </div>
      {entity === undefined ? <Urgent {...props} /> : null}
    </Card>
  );
}

function OtpQuota(props: QuotaScope) {
  const use = useQuery(otpUsed(props.entity ?? null));
  return <Quota {...props} kind="OTP" figures={use.data} failure={use.error} onRetry={() => void use.refetch()} />;
}

function SpaceQuota(props: QuotaScope & { kind: QuotaKind; which: 'documents-size' | 'archived-documents-size' }) {
  const use = useQuery(spaceUsed(props.which, props.entity ?? null));
  return <Quota {...props} figures={use.data} failure={use.error} onRetry={() => void use.refetch()} />;
}

function Quota(
  props: QuotaScope & {
    kind: (typeof KINDS)[number];
    figures: Figures | undefined;
    failure: Error | null;
    onRetry: () => void;
  },
) {
  const { t } = useTranslation();
  const { kind, figures } = props;
  const name = t(`services.type.${kind}`);
  const gauge = figures === undefined ? null : gaugeOf(figures);
  if (props.failure) {
    return (
      <section className={classes.quota} aria-label={name} data-failed>
        <h3 className={classes.quotaTitle}>{name}</h3>
        <FailureNote failure={props.failure} onRetry={props.onRetry} />
      </section>
    );
  }
  return (
    <section className={classes.quota} aria-label={name} aria-busy={gauge === null}>
      <span className={classes.dial}>
        <GaugeDial label={name} gauge={gauge} />
      </span>
      <div className={classes.quotaWords}>
        <h3 className={classes.quotaTitle}>{name}</h3>
        {figures === undefined || gauge === null ? (
          <p className={classes.caption}>{t('loading')}</p>
        ) : (
          <>
            <Amount kind={kind} figures={figures} all={props.entity === undefined} />
            {gauge.limited ? (
              <p className={classes.caption}>
                <span className={classes.band} data-band={gauge.band}>
                  {figures.total === 0 ? t('services.quota.ended') : t(`gauge.${gauge.band}`)}
                </span>
                {props.known || figures.total === 0 ? (
                  <>
                    {' '}
                    · <Until {...props} ended={figures.total === 0} />
                  </>
                ) : null}
              </p>
            ) : null}
          </>
        )}
      </div>
    </section>
  );
}

/** "412 di 1.000" and what is left; without a service, the used amount and that there is no limit. */
function Amount(props: { kind: QuotaKind; figures: Figures; all: boolean }) {
  const { t } = useTranslation();
  const { total, used } = props.figures;
  const otp = props.kind === 'OTP';
  if (total === undefined || total === 0) {
    const unlimited = props.all ? t('services.quota.unlimitedAll') : t('services.quota.unlimited');
    return (
      <>
        <p>
          {otp
            ? t('services.quota.usedOTP', counted(used))
            : t('services.quota.usedSpace', { used: formatSpace(used) })}
        </p>
        {total === undefined ? <p className={classes.caption}>{unlimited}</p> : null}
      </>
    );
  }
  const remaining = Math.max(0, total - used);
  return (
    <>
      <p>
        {otp
          ? t('services.amount.OTP', { used: formatCount(used), total: formatCount(total) })
          : t('services.amount.space', spaceOf(used, total))}
      </p>
      <p className={classes.caption}>
        {remaining === 0
          ? t('services.quota.spent')
          : otp
            ? t('services.quota.freeOTP', counted(remaining))
            : t('services.quota.freeSpace', { left: formatSpace(remaining) })}
      </p>
    </>
  );
}

function Until(props: QuotaScope & { kind: QuotaKind; ended: boolean }) {
  const { t } = useTranslation();
  const { entity, kind, services } = props;
  if (props.ended) return t('services.quota.endedText');
  const day = nextExpiry(services, { kind, entity: entity ?? null, today: toIsoDate(new Date()) });
  if (day === null) return t('services.quota.endless');
  return t(entity === undefined ? 'services.quota.next' : 'services.quota.until', { day: formatDate(day) });
}

/** Legal entities with a nearly used-up quota, the most urgent first; each links to its legal entity. */
function Urgent(props: QuotaScope & { onEntity: (code: string) => void }) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const urgent = urgentQuotas(props.services, toIsoDate(new Date()));
  if (urgent.length === 0) return null;
  return (
    <div className={classes.urgent}>
      <h3 className="strong">{t('services.quota.pressing')}</h3>
      <ul className={classes.urgentList}>
        {urgent.slice(0, MAX_URGENT).map((quota) => {
          const words = { entity: entityName(quota.entity), type: t(`services.type.${quota.kind}`) };
          return (
            <li key={`${quota.entity} ${quota.kind}`}>
              <button type="button" className={classes.urgentOne} onClick={() => props.onEntity(quota.entity)}>
                <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
                {quota.percent === null
                  ? t('services.quota.pressingEnded', words)
                  : t('services.quota.pressingOne', { ...words, percent: quota.percent })}
              </button>
            </li>
          );
        })}
      </ul>
      {urgent.length > MAX_URGENT ? (
        <span className={classes.caption}>{t('services.quota.more', { count: urgent.length - MAX_URGENT })}</span>
      ) : null}
    </div>
  );
}
