/** Columns of the services, and their rows on a phone. */
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
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { ExpiryCell, expiryColumn, useTimeLeft } from '../../connected/expiry-cell.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { TwoLines } from '../../connected/list/cells.tsx';
import { useNames } from '../../connected/user-names.ts';
import { formatDate, formatDateTime, toIsoDate } from '../../text/dates.ts';
import { UsageBar } from '../../ui/figures/usage-bar.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import type { Column } from '../../ui/table.tsx';
import { gaugeFor, isExpired } from './quotas.ts';
import { useServiceWords } from './service-texts.ts';
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
    <span className="icon-tile" aria-hidden="true">
      <Icon size={16} stroke={1.8} />
    </span>
  );
}

/** The usage, or only the size when the service has expired. */
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

function Service({ service }: { service: ServiceRow }) {
  const { t } = useTranslation();
  const { serviceType, notes } = service;
  return (
    <span className={classes.service}>
      <ServiceIcon type={serviceType} />
      <span className="lines">
        <span className="nowrap">{t(`services.type.${serviceType}`)}</span>
        {notes ? (
          <span className={classes.notes} title={notes}>
            {notes}
          </span>
        ) : null}
      </span>
    </span>
  );
}

function Signatures({ service }: { service: ServiceRow }) {
  const { t } = useTranslation();
  if (service.signatureType === null) return t('missing');
  const types = listedSignatureTypes(service.signatureType);
  return <span title={types.map((type) => t(`services.signatureText.${type}`)).join(', ')}>{types.join(', ')}</span>;
}

function Actions(props: { name: string; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation();
  const service = { service: props.name };
  return (
    <span className={classes.actions}>
      <RowButton tip={t('services.edit')} label={t('services.editOne', service)} onClick={props.onEdit}>
        <IconPencil size={16} stroke={1.8} />
      </RowButton>
      <RowButton tip={t('services.delete')} label={t('services.deleteOne', service)} onClick={props.onDelete}>
        <IconTrash size={16} stroke={1.8} />
      </RowButton>
    </span>
  );
}

/** @param shown the rows on the current page. */
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
      cell: (row) => <Service service={row} />,
    },
    {
      key: 'entity',
      header: t('label.field.legalEntity'),
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
    { key: 'signature', header: t('columns.signature'), from: 992, cell: (row) => <Signatures service={row} /> },
    {
      key: 'folders',
      header: t('columns.folders'),
      from: 1200,
      cell: (row) => (row.folderTypeSet ? folderTypes(row.folderTypeSet) : t('missing')),
    },
    expiryColumn(t('services.column.expiry')),
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
        <Actions name={named(row)} onEdit={() => actions.onEdit(row)} onDelete={() => actions.onDelete(row)} />
      ),
    },
  ];
}

/** Line 1: the service and its expiry; lines 2 and 3: legal entity and remaining amount. */
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
      words !== null && gauge === null && isExpired(row, today) ? `${words} · ${t('services.over')}` : words,
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
