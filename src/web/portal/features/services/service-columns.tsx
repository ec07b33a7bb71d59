/** Columns and phone lines of the services (picture 10a). */
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconBell,
  IconCloud,
  IconKey,
  IconMessageDots,
  IconPencil,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { listedSignatureTypes, type ServiceType } from '#domain/entitlements/service-types.ts';
import type { ServiceRow } from '../../api/entitlements.ts';
import { formatDate, formatDateTime, toIsoDate } from '../../text/dates.ts';
import { ExpiryCell, useTimeLeft } from '../../ui/expiry-cell.tsx';
import { useLegalEntities } from '../../ui/legal-entities.ts';
import { TwoLines } from '../../ui/list/cells.tsx';
import { useNames } from '../../ui/names.ts';
import type { Column } from '../../ui/table.tsx';
import { UsageBar } from '../../ui/usage-bar.tsx';
import { gaugeFor, isOver } from './arrange.ts';
import { useServiceWords } from './service-words.ts';
import classes from './services.module.css';

const ICONS = {
  OTP: IconMessageDots,
  DISK_SPACE: IconCloud,
  STRONGDOX_SPACE: IconArchive,
  SIGNATURE_TYPE: IconSignature,
  SIGNATURE_NOTIFICATION: IconBell,
  TPIM: IconKey,
} as const satisfies Record<ServiceType, unknown>;

export function ServiceIcon(props: { type: ServiceType }) {
  const Icon = ICONS[props.type];
  return (
    <span className={classes.tile} aria-hidden="true">
      <Icon size={16} stroke={1.8} />
    </span>
  );
}

/** How much of it is used, or its size alone once it counts no more. */
export function ServiceUse(props: { service: ServiceRow }) {
  const { t } = useTranslation();
  const { amount, named } = useServiceWords();
  const { service } = props;
  const words = amount(service);
  if (words === null) return t('missing');
  const gauge = gaugeFor(service);
  if (gauge === null) return <TwoLines caption={t('services.over')}>{words}</TwoLines>;
  return <UsageBar label={named(service)} gauge={gauge} amount={words} />;
}

function Changed(props: { at: string; name: string | null }) {
  const { at, name } = props;
  const day = <span className="num">{formatDate(at)}</span>;
  return name === null ? day : <TwoLines caption={name}>{day}</TwoLines>;
}

/** @param shown the rows of the page in sight. */
export function useServiceColumns(
  shown: readonly ServiceRow[],
  actions: { onEdit: (service: ServiceRow) => void; onDelete: (service: ServiceRow) => void },
): Column<ServiceRow>[] {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { folderTypes, named } = useServiceWords();
  const nameOf = useNames(shown.map(({ lastModifiedBy }) => lastModifiedBy));
  return [
    {
      key: 'service',
      header: t('services.column.service'),
      sort: 'serviceType',
      main: true,
      cell: (row) => (
        <span className={classes.service}>
          <ServiceIcon type={row.serviceType} />
          <span className={classes.lines}>
            <span className={classes.name}>{t(`services.type.${row.serviceType}`)}</span>
            {row.notes ? (
              <span className={classes.notes} title={row.notes}>
                {row.notes}
              </span>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      key: 'entity',
      header: t('services.column.entity'),
      sort: 'legalEntity',
      cell: (row) => <TwoLines caption={row.legalEntity}>{entityName(row.legalEntity)}</TwoLines>,
    },
    {
      key: 'use',
      header: t('services.column.use'),
      sort: 'use',
      cell: (row) => (
        <span className={classes.use}>
          <ServiceUse service={row} />
        </span>
      ),
    },
    {
      key: 'signature',
      header: t('services.column.signature'),
      from: 992,
      cell: (row) =>
        row.signatureType === null ? (
          t('missing')
        ) : (
          <span
            title={listedSignatureTypes(row.signatureType)
              .map((type) => t(`services.signatureText.${type}`))
              .join(', ')}
          >
            {listedSignatureTypes(row.signatureType).join(', ')}
          </span>
        ),
    },
    {
      key: 'folders',
      header: t('services.column.folders'),
      from: 1200,
      cell: (row) => (row.folderTypeSet ? folderTypes(row.folderTypeSet) : t('missing')),
    },
    {
      key: 'expiry',
      header: t('services.column.expiry'),
      sort: 'expiresAt',
      from: 768,
      cell: (row) => <ExpiryCell day={row.expiresAt} />,
    },
    {
      key: 'changed',
      header: t('services.column.changed'),
      sort: 'lastModifiedDate',
      from: 1366,
      cell: (row) => (
        <span title={formatDateTime(row.lastModifiedDate)}>
          <Changed at={row.lastModifiedDate} name={nameOf(row.lastModifiedBy)} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      quiet: true,
      cell: (row) => (
        <span className={classes.actions}>
          <Tooltip label={t('services.edit')}>
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={t('services.editOne', { service: named(row) })}
              onClick={() => actions.onEdit(row)}
            >
              <IconPencil size={16} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('services.delete')}>
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={t('services.deleteOne', { service: named(row) })}
              onClick={() => actions.onDelete(row)}
            >
              <IconTrash size={16} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        </span>
      ),
    },
  ];
}

/** Line 1 the service and its expiry, lines 2 and 3 whose it is and how much of it is left. */
export function useServiceLines() {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { amount, folderTypes } = useServiceWords();
  const timeLeft = useTimeLeft();
  const today = toIsoDate(new Date());
  return (row: ServiceRow) => {
    const gauge = gaugeFor(row);
    const words = amount(row);
    const gives = [
      words !== null && gauge === null && isOver(row, today) ? `${words} · ${t('services.over')}` : words,
      listedSignatureTypes(row.signatureType).join(', '),
      row.folderTypeSet ? folderTypes(row.folderTypeSet) : null,
    ].filter(Boolean);
    return {
      lead: <ServiceIcon type={row.serviceType} />,
      title: t(`services.type.${row.serviceType}`),
      chip: row.expiresAt ? <ExpiryCell bare day={row.expiresAt} /> : null,
      lines: [
        [entityName(row.legalEntity), timeLeft(row.expiresAt)].filter(Boolean).join(' · '),
        gauge ? (
          <>
            {gives.join(' · ')} ·{' '}
            <span className={classes.band} data-band={gauge.band}>
              {t(`gauge.${gauge.band}`)} {gauge.percent}%
            </span>
          </>
        ) : (
          gives.join(' · ')
        ),
        row.notes,
      ].filter(Boolean),
    };
  };
}
