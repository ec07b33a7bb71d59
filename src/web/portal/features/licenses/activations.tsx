/** The activations of one licence: list, form, deletion, code to copy (picture 10b). */
import { IconCopy, IconDeviceTablet, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ACTIVATION_STATUSES } from '#domain/entitlements/license.ts';
import { type ActivationRow, activationsQuery, type LicenseRow } from '../../api/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { ExpiryCell } from '../../ui/expiry-cell.tsx';
import { TwoLines } from '../../ui/list/cells.tsx';
import { FilterSelect } from '../../ui/list/filter-bar.tsx';
import { type ListState, useLocalList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import type { Column } from '../../ui/table.tsx';
import { ActivationStatusChip } from './activation-status.tsx';
import { useCopyCode } from './copy-code.ts';
import { activationName } from './deletions.tsx';
import classes from './licenses.module.css';
import { useActivationRights } from './rights.ts';

const USUAL = ACTIVATION_STATUSES.filter((status) => status !== 'DELETED');
/** The server answers 400 to shorter text (P-20). */
const SHORTEST = 3;
const SMALL = { size: 16, stroke: 1.8 } as const;

export interface ActivationActions {
  onOpen: (activation: Pick<ActivationRow, 'id'>) => void;
  onDelete: (activation: ActivationRow) => void;
  onDevice: (activation: Pick<ActivationRow, 'id'>) => void;
}

export function Activations(props: { license: LicenseRow; actions: ActivationActions }) {
  const { t } = useTranslation();
  const { license, actions } = props;
  const list = useLocalList({ field: 'deviceLabel', order: 'asc' }, 5);
  const activations = useQuery(activationsQuery(wantedOf(license, list.state)));
  const columns = useColumns(license, actions);
  const phone = usePhoneLines();
  const label = t('licenses.activation.of', { license: license.licenseCode });
  const { status } = list.state.filters;
  return (
    <div className={classes.activations}>
      <div className={classes.tools}>
        <SearchBox
          small
          label={`${t('licenses.activation.title')}: ${license.licenseCode}`}
          placeholder={t('licenses.activation.searchIn')}
          shortest={SHORTEST}
          value={list.state.text}
          onSearch={(text) => list.change({ text })}
        />
        <FilterSelect
          small
          filter={{
            name: `status-${license.id}`,
            label: t('licenses.activation.column.status'),
            all: t('licenses.activation.allStatuses'),
            choices: ACTIVATION_STATUSES.map((value) => ({ value, label: t(`licenses.activation.status.${value}`) })),
          }}
          value={status ?? ''}
          onChoose={(value) => list.change({ filters: value === '' ? {} : { status: value } })}
        />
      </div>
      <ListStates
        query={activations}
        skeleton={{ rows: 3, height: 52 }}
        empty={
          <ListEmpty
            list={list}
            icon={<IconDeviceTablet size={30} stroke={1.6} />}
            title={t('licenses.activation.none')}
            text={t('licenses.activation.noneText')}
          />
        }
      >
        {(found) => (
          <ListTable
            list={list}
            rows={found.rows}
            total={found.total}
            table={{
              label,
              columns,
              rowKey: (row) => row.id,
              href: () => paths.licenses,
              over: (row: ActivationRow) => ({ activation: String(row.id) }),
              phone,
              dense: true,
              tall: true,
            }}
          />
        )}
      </ListStates>
    </div>
  );
}

function wantedOf(license: LicenseRow, { page, size, sorting, text, filters }: ListState) {
  return {
    page,
    size,
    sort: `${sorting.field},${sorting.order}`,
    criteria: {
      'licenseId.equals': String(license.id),
      'status.in': filters.status ?? USUAL.join(','),
      'genericFilter.contains': text === '' ? undefined : text,
    },
  };
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
      header: t('licenses.activation.column.code'),
      sort: 'activationCode',
      main: true,
      cell: (row) => <span className={`code ${classes.code}`}>{row.activationCode}</span>,
    },
    {
      key: 'label',
      header: t('licenses.activation.column.label'),
      sort: 'deviceLabel',
      cell: (row) => missing(row.deviceLabel),
    },
    {
      key: 'device',
      header: t('licenses.activation.column.device'),
      sort: 'deviceName',
      from: 1200,
      cell: (row) => missing(row.deviceName),
    },
    {
      key: 'dealer',
      header: t('licenses.activation.column.dealer'),
      sort: 'hst',
      from: 768,
      cell: (row) => <TwoLines caption={t('licenses.hst', { codes: row.hst })}>{dealerName(row.hst)}</TwoLines>,
    },
    {
      key: 'namirial',
      header: t('licenses.activation.column.namirial'),
      sort: 'licenseCodeNamirial',
      from: 1366,
      cell: (row) => missing(row.licenseCodeNamirial),
    },
    {
      key: 'expiry',
      header: t('licenses.activation.column.expiry'),
      sort: 'expiresAt',
      from: 768,
      cell: (row) => <ExpiryCell day={row.expiresAt} />,
    },
    {
      key: 'status',
      header: t('licenses.activation.column.status'),
      sort: 'status',
      cell: (row) => <ActivationStatusChip status={row.status} />,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => {
        const name = { activation: activationName(row) };
        const onCopy = () => copy(row.activationCode);
        const draft = row.status === 'DRAFT';
        return (
          <span className={classes.actions}>
            {mayAdd && fixed(row) === null ? (
              <>
                <RowButton
                  tip={t(draft ? 'licenses.device.none' : 'licenses.device.manage')}
                  label={t(draft ? 'licenses.device.activateOne' : 'licenses.device.manageOne', name)}
                  onClick={() => actions.onDevice(row)}
                >
                  <IconDeviceTablet {...SMALL} />
                </RowButton>
                <RowMenu
                  label={t('licenses.activation.more', name)}
                  items={[
                    { text: t('licenses.activation.copy'), icon: <IconCopy {...SMALL} />, onClick: onCopy },
                    {
                      text: t('licenses.activation.edit'),
                      icon: <IconPencil {...SMALL} />,
                      onClick: () => actions.onOpen(row),
                    },
                    {
                      text: t('licenses.activation.delete'),
                      icon: <IconTrash {...SMALL} />,
                      onClick: () => actions.onDelete(row),
                    },
                  ]}
                />
              </>
            ) : (
              <RowButton
                tip={t('licenses.activation.copy')}
                label={t('licenses.activation.copyOne', { code: row.activationCode })}
                onClick={onCopy}
              >
                <IconCopy {...SMALL} />
              </RowButton>
            )}
          </span>
        );
      },
    },
  ];
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
