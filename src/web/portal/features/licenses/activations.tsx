/** The activations of one licence. */
import { IconCopy, IconDeviceTablet, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ACTIVATION_STATUSES } from '#domain/entitlements/activation-status.ts';
import { type ActivationRow, activationsQuery, type LicenseRow } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { expiryColumn } from '../../connected/expiry-cell.tsx';
import { TwoLines } from '../../connected/list/cells.tsx';
import { MIN_SEARCH_LENGTH } from '../../connected/list/filter-bar.tsx';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { ListBody } from '../../connected/list/list-body.tsx';
import { useLocalList } from '../../connected/list/list-state.ts';
import { SearchBox } from '../../connected/list/search-box.tsx';
import { formatDate } from '../../text/dates.ts';
import { dialogLink } from '../../ui/dialogs/use-dialog-param.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import type { Column } from '../../ui/table.tsx';
import { useActivationRights } from './activation-rights.ts';
import { ActivationStatusChip, activationName } from './activation-status.tsx';
import { useCopyCode } from './copy-code.tsx';
import classes from './licenses.module.css';

const USUAL_STATUSES = ACTIVATION_STATUSES.filter((status) => status !== 'DELETED');
const SMALL_ICON = { size: 16, stroke: 1.8 } as const;

export interface ActivationActions {
  onOpen: (activation: Pick<ActivationRow, 'id'>) => void;
  onDelete: (activation: ActivationRow) => void;
  onDevice: (activation: Pick<ActivationRow, 'id'>) => void;
}

export function Activations(props: { license: LicenseRow; actions: ActivationActions }) {
  const { t } = useTranslation();
  const { license, actions } = props;
  const list = useLocalList({ field: 'deviceLabel', order: 'asc' }, 5);
  const statuses = {
    ...{ name: `status-${license.id}`, label: t('columns.status') },
    all: t('licenses.activation.allStatuses'),
    choices: ACTIVATION_STATUSES.map((value) => ({ value, label: t(`licenses.activation.status.${value}`) })),
  };
  const criteria = {
    'licenseId.equals': String(license.id),
    'status.in': list.state.filters[statuses.name] ?? USUAL_STATUSES.join(','),
    'genericFilter.contains': list.state.text || undefined,
  };
  return (
    <div className={classes.activations}>
      <div className={classes.tools}>
        <SearchBox
          small
          label={`${t('licenses.activation.title')}: ${license.licenseCode}`}
          placeholder={t('licenses.activation.searchIn')}
          shortest={MIN_SEARCH_LENGTH}
          value={list.state.text}
          onSearch={(text) => list.change({ text })}
        />
        <ListFilter small list={list} filter={statuses} />
      </div>
      <ListBody
        list={list}
        label={t('licenses.use', { license: license.licenseCode })}
        query={useQuery(activationsQuery({ ...list.paging, criteria }))}
        skeleton={3}
        empty={{
          icon: IconDeviceTablet,
          title: t('licenses.activation.none'),
          text: t('licenses.activation.noneText'),
        }}
        rows={{
          ...{ columns: useColumns(license, actions), phone: usePhoneLines(), dense: true, tall: true },
          rowKey: (row) => row.id,
          href: (row) => dialogLink('activation', row.id),
        }}
      />
    </div>
  );
}

function useColumns(license: LicenseRow, actions: ActivationActions): Column<ActivationRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const copy = useCopyCode();
  const { mayAdd, fixed } = useActivationRights(license);
  const missing = (text: string | null) => text ?? t('missing');
  return [
    {
      key: 'code',
      header: t('label.field.code'),
      sort: 'activationCode',
      main: true,
      cell: (row) => <span className="code nowrap">{row.activationCode}</span>,
    },
    {
      key: 'label',
      header: t('label.field.deviceLabel'),
      sort: 'deviceLabel',
      cell: (row) => missing(row.deviceLabel),
    },
    {
      key: 'device',
      header: t('label.field.deviceName'),
      sort: 'deviceName',
      from: 1200,
      cell: (row) => missing(row.deviceName),
    },
    {
      key: 'dealer',
      header: t('columns.dealer'),
      sort: 'hst',
      from: 768,
      cell: (row) => <TwoLines caption={t('licenses.hst', { codes: row.hst })}>{dealerName(row.hst)}</TwoLines>,
    },
    {
      key: 'namirial',
      header: t('label.field.licenseCodeNamirial'),
      sort: 'licenseCodeNamirial',
      from: 1366,
      cell: (row) => missing(row.licenseCodeNamirial),
    },
    expiryColumn(t('licenses.activation.column.expiry')),
    {
      key: 'status',
      header: t('columns.status'),
      sort: 'status',
      cell: (row) => <ActivationStatusChip status={row.status} />,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => (
        <RowActions
          activation={row}
          editable={mayAdd && fixed(row) === null}
          actions={actions}
          onCopy={() => copy(row.activationCode)}
        />
      ),
    },
  ];
}

function RowActions(props: {
  activation: ActivationRow;
  editable: boolean;
  actions: ActivationActions;
  onCopy: () => void;
}) {
  const { t } = useTranslation();
  const { activation, actions, onCopy } = props;
  const name = { activation: activationName(activation) };
  const draft = activation.status === 'DRAFT';
  if (!props.editable) {
    const label = t('licenses.activation.copyOne', { code: activation.activationCode });
    return (
      <span className={classes.actions}>
        <RowButton tip={t('licenses.activation.copy')} label={label} onClick={onCopy}>
          <IconCopy {...SMALL_ICON} />
        </RowButton>
      </span>
    );
  }
  return (
    <span className={classes.actions}>
      <RowButton
        tip={t(draft ? 'licenses.device.none' : 'licenses.device.manage')}
        label={t(draft ? 'licenses.device.activateOne' : 'licenses.device.title', name)}
        onClick={() => actions.onDevice(activation)}
      >
        <IconDeviceTablet {...SMALL_ICON} />
      </RowButton>
      <RowMenu
        label={t('licenses.activation.more', name)}
        items={[
          { text: t('licenses.activation.copy'), icon: <IconCopy {...SMALL_ICON} />, onClick: onCopy },
          {
            text: t('licenses.activation.edit'),
            icon: <IconPencil {...SMALL_ICON} />,
            onClick: () => actions.onOpen(activation),
          },
          {
            text: t('licenses.activation.delete'),
            icon: <IconTrash {...SMALL_ICON} />,
            onClick: () => actions.onDelete(activation),
          },
        ]}
      />
    </span>
  );
}

function usePhoneLines() {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (row: ActivationRow) => ({
    title: row.deviceLabel ?? t('licenses.activation.unlabelled'),
    chip: <ActivationStatusChip status={row.status} />,
    lines: [
      <span key="code" className="code">
        {row.activationCode}
      </span>,
      [dealerName(row.hst), row.deviceName, row.expiresAt === null ? null : formatDate(row.expiresAt)]
        .filter(Boolean)
        .join(' · '),
    ],
  });
}
