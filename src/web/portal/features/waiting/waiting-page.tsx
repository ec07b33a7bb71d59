/** "Da sollecitare" (P-19): every signature that waits for somebody, how far it is, and the link once more with one click. */
import { IconAlertTriangle, IconEye, IconMailCheck, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { canRead, isReadOnlyIn } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { PROGRESSES, type Progress } from '#domain/signing/waiting.ts';
import { lookAgainMs } from '../../api/live.ts';
import { useSession } from '../../api/session.tsx';
import { type WaitingRow, waitingSearch } from '../../api/waiting.ts';
import { paths } from '../../paths.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { BrandTile, usePageAccent } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { customerOf, documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { TwoLines } from '../../ui/list/cells.tsx';
import { type ChoiceFilter, FilterBar } from '../../ui/list/filter-bar.tsx';
import { type ListState, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useNow } from '../../ui/remind.ts';
import type { Column } from '../../ui/table.tsx';
import { Groups } from './groups.tsx';
import { WaitingActions } from './row-actions.tsx';
import classes from './waiting.module.css';
import { endsIn, endsSoon, help, lastEvent, moment, waitsSince } from './words.ts';

const LOOK_AGAIN_MS = 15_000;

export function WaitingPage() {
  const { t } = useTranslation();
  const { account, homeBrand } = useSession();
  usePageAccent(homeBrand);
  const brands = BRANDS.filter(
    (brand) =>
      account.brands.some((entry) => entry.brand === brand && entry.permissions.length > 0) &&
      !isReadOnlyIn(account, brand),
  );
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const list = useAddressedList({
    sorting: { field: 'startSignDate', order: 'asc' },
    sortable: ['startSignDate', 'customerName', 'lastDate'],
    choices: { progress: PROGRESSES, brand: brands, folderType: types },
  });
  const { page, size, sorting, filters } = list.state;
  const found = useQuery({
    ...waitingSearch({ page, size, sort: `${sorting.field},${sorting.order}`, criteria: criteriaOf(list.state) }),
    refetchInterval: () => lookAgainMs(LOOK_AGAIN_MS),
  });
  const total = found.data?.total ?? 0;
  const now = useNow();
  const columns = useColumns(now);
  const phone = usePhoneLines(now);
  const choose = (progress: Progress | undefined) => {
    const { progress: _before, ...others } = filters;
    list.change({ filters: progress === undefined ? others : { ...others, progress } });
  };
  const choices: ChoiceFilter[] = [
    {
      name: 'brand',
      label: t('columns.brand'),
      all: t('waiting.allBrands'),
      choices: brands.map((brand) => ({ value: brand, label: t(`label.brand.${brand}`) })),
    },
    {
      name: 'folderType',
      label: t('columns.type'),
      all: t('waiting.allTypes'),
      choices: types.map((type) => ({ value: type, label: t(`label.folderType.${type}`) })),
    },
  ];
  const title = t('waiting.title');
  return (
    <>
      <PageHead crumbs={[{ label: t('menu.management') }, { label: title }]} title={title} />
      <Card flush>
        <Groups chosen={filters.progress} onChoose={choose} />
        <FilterBar
          list={list}
          search={{ label: t('waiting.search'), placeholder: t('waiting.placeholder') }}
          filters={choices.filter((filter) => filter.choices.length > 1)}
          note={total === 0 ? null : t('waiting.note', counted(total))}
        />
        <ListStates
          query={found}
          skeleton={{ rows: size, height: 52 }}
          empty={
            <ListEmpty
              list={list}
              icon={<IconMailCheck size={30} stroke={1.6} />}
              title={t('waiting.none')}
              text={t('waiting.emptyText')}
            />
          }
        >
          {(rows) => (
            <ListTable
              list={list}
              rows={rows.rows}
              total={rows.total}
              table={{
                label: title,
                columns,
                rowKey: (row) => row.id,
                href: (row) => paths.document(row.id),
                phone,
                tall: true,
              }}
            />
          )}
        </ListStates>
      </Card>
    </>
  );
}

function criteriaOf({ text, filters }: ListState) {
  const { progress, brand, folderType } = filters;
  return {
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
    ...(progress === undefined ? {} : { progress: { equals: progress } }),
    ...(brand === undefined ? {} : { brand: { equals: brand } }),
    ...(folderType === undefined ? {} : { folderType: { equals: folderType } }),
  };
}

function useColumns(now: number): Column<WaitingRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => (
        <TwoLines caption={row.dossierDTO ? dealerName(row.dossierDTO.hst) : ''}>{customerOf(t, row)}</TwoLines>
      ),
      sort: 'customerName',
      main: true,
    },
    {
      key: 'document',
      header: t('columns.document'),
      cell: (row) => (
        <TwoLines caption={<span className={classes.code}>{row.folderDTO ? folderTitle(t, row.folderDTO) : ''}</span>}>
          {documentTypeLabel(t, row.type)}
        </TwoLines>
      ),
    },
    { key: 'progress', header: t('columns.status'), cell: (row) => <ProgressChip row={row} /> },
    {
      key: 'last',
      header: t('waiting.column.last'),
      cell: (row) => <Last row={row} now={now} />,
      sort: 'lastDate',
      from: 768,
    },
    {
      key: 'since',
      header: t('waiting.column.since'),
      cell: (row) => (
        <TwoLines
          caption={t('waiting.since', {
            date: formatShortDate(row.startSignDate),
            time: formatTime(row.startSignDate),
          })}
        >
          {waitsSince(t, row.startSignDate, now)}
        </TwoLines>
      ),
      sort: 'startSignDate',
      from: 1200,
    },
    {
      key: 'expires',
      header: t('waiting.column.expires'),
      cell: (row) => <Expiry row={row} now={now} />,
      from: 1366,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => <WaitingActions row={row} now={now} />,
    },
  ];
}

const LOOK: Record<Progress, readonly [Tone, typeof IconEye]> = {
  SENT: ['waiting', IconSend],
  OPENED: ['info', IconEye],
  STUCK: ['bad', IconAlertTriangle],
};

function ProgressChip(props: { row: WaitingRow }) {
  const { t } = useTranslation();
  const { progress } = props.row.waiting;
  const [tone, icon] = LOOK[progress];
  return (
    <Chip key={progress} tone={tone} icon={icon}>
      {t(`waiting.progress.${progress}`)}
    </Chip>
  );
}

/** What happened last, when, and what would help or how often the link was sent again. */
function useLastLine(now: number) {
  const { t } = useTranslation();
  return ({ waiting }: WaitingRow): string => {
    const { reminders } = waiting;
    const more = help(t, waiting) ?? (reminders > 0 ? t('waiting.reminders', { count: reminders }) : null);
    return [moment(t, waiting.last.at, now), more].filter(Boolean).join(' · ');
  };
}

function Last(props: { row: WaitingRow; now: number }) {
  const { t } = useTranslation();
  const line = useLastLine(props.now);
  return <TwoLines caption={line(props.row)}>{lastEvent(t, props.row.waiting)}</TwoLines>;
}

function Expiry(props: { row: WaitingRow; now: number }) {
  const { t } = useTranslation();
  const { expiresAt } = props.row.waiting;
  if (expiresAt === null) return t('missing');
  return (
    <TwoLines caption={t('waiting.moment', { date: formatShortDate(expiresAt), time: formatTime(expiresAt) })}>
      <span className={classes.ends} data-soon={endsSoon(expiresAt, props.now) || undefined}>
        {endsIn(t, expiresAt, props.now)}
      </span>
    </TwoLines>
  );
}

/** A card: whose, what, how far, and "Sollecita" within the thumb's reach. */
function usePhoneLines(now: number) {
  const { t } = useTranslation();
  const line = useLastLine(now);
  return (row: WaitingRow) => {
    const { expiresAt } = row.waiting;
    return {
      lead: row.folderDTO ? <BrandTile brand={row.folderDTO.brand} size={28} /> : undefined,
      title: customerOf(t, row),
      chip: <ProgressChip row={row} />,
      lines: [
        [documentTypeLabel(t, row.type), row.folderDTO ? folderTitle(t, row.folderDTO) : null]
          .filter(Boolean)
          .join(' · '),
        lastEvent(t, row.waiting),
        line(row),
        expiresAt === null
          ? t('waiting.waitsFor', { time: waitsSince(t, row.startSignDate, now) })
          : t('waiting.expiresAt', { date: formatShortDate(expiresAt), time: formatTime(expiresAt) }),
      ],
      foot: <WaitingActions row={row} now={now} large />,
    };
  };
}
