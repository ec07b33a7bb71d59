/** Signed documents, codes and storage of the legal entity in one band; each part fails independently. */
import { Button } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Figures, gaugeOf } from '#domain/statistics/gauge.ts';
import { otpUsed, signedDocuments, spaceUsed } from '../../api/queries/statistics.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { folderTypeColour } from '../../connected/folder-type.tsx';
import { GaugeFigure } from '../../entities/statistics/gauge.tsx';
import { formatCount, formatSpace, spaceOf } from '../../text/numbers.ts';
import { Empty, SkeletonRows } from '../../ui/card.tsx';
import { Donut } from '../../ui/figures/donut.tsx';
import type { LegalEntityChoice } from './legal-entity.ts';
import { countedFolderTypes } from './offered-cards.ts';
import classes from './usage.module.css';

export function Usage(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { choice } = props;
  return (
    <div className={classes.band} data-chosen={choice.legalEntity !== null || undefined}>
      <UsageCell name={t('dashboard.signed')}>
        <SignedDocumentsChart legalEntity={choice.legalEntity} />
      </UsageCell>
      {choice.legalEntity === null ? <ChooseEntityNote choice={choice} /> : <Gauges legalEntity={choice.legalEntity} />}
    </div>
  );
}

function UsageCell(props: { name: string; children: ReactNode }) {
  return (
    <section className={classes.cell} aria-label={props.name}>
      {props.children}
    </section>
  );
}

function SignedDocumentsChart(props: { legalEntity: string | null }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const types = countedFolderTypes(account);
  const counts = useQuery(signedDocuments(props.legalEntity, types));
  if (counts.isError) return <Failed title={t('dashboard.signed')} query={counts} />;
  const shares = types.map((type) => ({
    key: type,
    label: t(`label.folderType.${type}`),
    colour: folderTypeColour(type),
    count: counts.data?.signed.find(({ folderType }) => folderType === type)?.count ?? 0,
  }));
  const signed = shares.reduce((sum, share) => sum + share.count, 0);
  const all = counts.data?.documents ?? 0;
  return (
    <div className={classes.arriving} data-arrived={counts.data !== undefined || undefined} aria-busy={!counts.data}>
      <Donut
        title={t('dashboard.signed')}
        unit={t('dashboard.signedUnit', { count: signed })}
        shares={shares.toSorted((a, b) => b.count - a.count)}
        note={t('dashboard.ofDocuments', { count: all, replace: { count: formatCount(all) } })}
      />
    </div>
  );
}

function Gauges(props: { legalEntity: string }) {
  const { t } = useTranslation();
  const { legalEntity } = props;
  return (
    <>
      <Usable label={t('dashboard.otp')} query={useQuery(otpUsed(legalEntity))} unit="codes" />
      <Usable
        label={t('dashboard.space')}
        query={useQuery(spaceUsed('documents-size', legalEntity))}
        unit="megabytes"
      />
      <Usable
        label={t('dashboard.archive')}
        query={useQuery(spaceUsed('archived-documents-size', legalEntity))}
        unit="megabytes"
      />
    </>
  );
}

function Usable(props: { label: string; query: UseQueryResult<Figures>; unit: 'codes' | 'megabytes' }) {
  const { t } = useTranslation();
  const { label, query, unit } = props;
  return (
    <UsageCell name={label}>
      {query.isError ? (
        <Failed title={label} query={query} />
      ) : (
        <GaugeFigure
          label={label}
          gauge={query.data ? gaugeOf(query.data) : null}
          amount={amountOf(query.data ?? null, unit, t)}
          detail={detailOf(query.data, t)}
        />
      )}
    </UsageCell>
  );
}

function amountOf(figures: Figures | null, unit: 'codes' | 'megabytes', t: TFunction): string {
  const { used, total, limited } = gaugeOf(figures);
  const codes = unit === 'codes';
  if (!limited) return figures === null ? t('missing') : codes ? formatCount(used) : formatSpace(used);
  const worded = codes ? { used: formatCount(used), total: formatCount(total) } : spaceOf(used, total);
  return t('dashboard.usedOf', figures === null ? { ...worded, used: t('missing') } : worded);
}

/** Explains the band's label: nothing is left, or no grant is in force. */
function detailOf(figures: Figures | undefined, t: TFunction): string | null {
  if (figures?.total === undefined) return null;
  if (figures.total === 0) return t('dashboard.noService');
  return figures.used >= figures.total ? t('dashboard.spent') : null;
}

function Failed(props: { title: string; query: UseQueryResult<unknown> }) {
  const { title, query } = props;
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <FailureNote failure={query.error} onRetry={() => void query.refetch()} />
    </>
  );
}

/** Codes and storage can be shown only for one legal entity at a time. */
function ChooseEntityNote(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { failure, choices, isLoading: coming } = props.choice;
  return (
    <section className={classes.cell} data-bare={failure ? undefined : true} aria-label={t('dashboard.usage')}>
      {failure ? (
        <FailureNote failure={failure.error} onRetry={failure.retry} />
      ) : coming ? (
        <SkeletonRows rows={3} />
      ) : (
        <Empty
          icon={IconGauge}
          title={choices ? t('dashboard.noEntity') : t('dashboard.unknownEntity')}
          text={choices ? t('dashboard.noEntityText') : t('dashboard.unknownEntityText')}
          action={
            choices ? (
              <Button variant="default" onClick={props.choice.ask}>
                {t('dashboard.chooseEntity')}
              </Button>
            ) : undefined
          }
        />
      )}
    </section>
  );
}
