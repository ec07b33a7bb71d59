/** Columns of the customer list, and its rows on a phone. */
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';
import { SyncStatusChip, Tag } from '../../connected/chip.tsx';
import { modifiedColumn, OpenMark, TwoLines } from '../../connected/list/cells.tsx';
import { formatCount } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { CustomerTile } from '../../ui/figures/tile.tsx';
import type { Column } from '../../ui/table.tsx';

export function useDossierColumns(): Column<DossierRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => <Customer dossier={row} />,
      sort: 'customerName',
      main: true,
    },
    {
      key: 'dealer',
      header: t('columns.dealer'),
      cell: (row) => (
        <TwoLines caption={t('registry.customers.hst', { code: row.hst })}>{dealerName(row.hst)}</TwoLines>
      ),
      sort: 'hst',
      from: 768,
      whole: true,
    },
    {
      key: 'phone',
      header: t('label.field.mobilePhone'),
      cell: (row) => <span className="nowrap">{formatPhone(row.mobilePhone)}</span>,
      figures: true,
    },
    { key: 'city', header: t('label.field.city'), cell: (row) => row.city, sort: 'city', from: 1200 },
    {
      key: 'origin',
      header: t('columns.origin'),
      cell: (row) => (row.searchType ? <Tag>{row.searchType}</Tag> : t('missing')),
      from: 1366,
    },
    {
      key: 'folders',
      header: t('columns.folders'),
      cell: (row) => formatCount(row.numberOfFolders),
      align: 'right',
      figures: true,
      sort: 'numberOfFolders',
      from: 1366,
    },
    {
      key: 'sync',
      header: t('registry.customers.sync'),
      cell: (row) => <SyncStatusChip status={row.syncStatus} />,
      from: 768,
      whole: true,
    },
    modifiedColumn(t('columns.modified'), 992),
    { key: 'open', header: t('actions.open'), cell: () => <OpenMark />, quiet: true },
  ];
}

export function useDossierLines() {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (row: DossierRow) => {
    const count = row.numberOfFolders;
    const folders = t('label.folders', { count, replace: { count: formatCount(count) } });
    return {
      lead: <CustomerTile company={row.organizationName !== null} />,
      title: customerName(row),
      chip: row.syncStatus === null ? undefined : <SyncStatusChip status={row.syncStatus} />,
      lines: [`${formatPhone(row.mobilePhone)} · ${row.city}`, `${dealerName(row.hst)} · ${folders}`],
    };
  };
}

function Customer(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const code = dossier.fiscalCode;
  return (
    <TwoLines
      lead={<CustomerTile company={dossier.organizationName !== null} />}
      caption={code ? <span className="code">{code}</span> : t('registry.customers.noFiscalCode')}
    >
      {customerName(dossier)}
    </TwoLines>
  );
}
