/** Columns of the pending signatures, and their card on a phone. */
import { IconAlertTriangle, IconEye, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { awaitedSince } from '#domain/signing/awaited-signers.ts';
import type { Progress } from '#domain/signing/signer-progress.ts';
import type { WaitingRow } from '../../api/queries/waiting.ts';
import { useSession } from '../../api/session.tsx';
import { Chip, type Tone } from '../../connected/chip.tsx';
import { customerOf, documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { TwoLines } from '../../connected/list/cells.tsx';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { Awaits, awaitedLine } from '../../entities/documents/awaited-signers.tsx';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import type { Column } from '../../ui/table.tsx';
import { WaitingActions } from './row-actions.tsx';
import classes from './waiting.module.css';
import { endsIn, endsSoon, lastEventText, momentText, remedyText, waitsSince } from './waiting-texts.ts';

export function useWaitingColumns(now: number): Column<WaitingRow>[] {
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
        <TwoLines caption={<span className="nowrap">{row.folderDTO ? folderTitle(t, row.folderDTO) : ''}</span>}>
          {documentTypeLabel(t, row.type)}
        </TwoLines>
      ),
    },
    { key: 'awaits', header: t('waiting.column.awaits'), cell: (row) => <Awaits each awaits={row.awaits} /> },
    { key: 'progress', header: t('columns.status'), cell: (row) => <ProgressChip row={row} /> },
    {
      key: 'last',
      header: t('waiting.column.last'),
      cell: (row) => <LastEvent row={row} now={now} />,
      sort: 'lastDate',
      from: 768,
    },
    {
      key: 'since',
      header: t('waiting.column.since'),
      cell: (row) => {
        const since = sinceOf(row);
        return (
          <TwoLines caption={t('waiting.since', { date: formatShortDate(since), time: formatTime(since) })}>
            {waitsSince(t, since, now)}
          </TwoLines>
        );
      },
      sort: 'since',
      from: 1280,
    },
    { key: 'expires', header: t('waiting.column.expires'), cell: (row) => <Expiry row={row} now={now} />, from: 1366 },
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => <WaitingActions row={row} now={now} />,
    },
  ];
}

/** After an import a document may wait without any signer. */
const sinceOf = (row: WaitingRow): string | null => awaitedSince(row.awaits) ?? row.startSignDate;

const APPEARANCE: Record<Progress, readonly [Tone, typeof IconEye]> = {
  SENT: ['waiting', IconSend],
  OPENED: ['info', IconEye],
  STUCK: ['bad', IconAlertTriangle],
};

function ProgressChip(props: { row: WaitingRow }) {
  const { t } = useTranslation();
  const { progress } = props.row.waiting;
  const [tone, icon] = APPEARANCE[progress];
  return (
    <Chip key={progress} tone={tone} icon={icon}>
      {t(`waiting.progress.${progress}`)}
    </Chip>
  );
}

/** The last event with its time, and what would help or how often the link was sent again. */
function useLastLine(now: number) {
  const { t } = useTranslation();
  return ({ waiting }: WaitingRow): string => {
    const { reminders } = waiting;
    const more = remedyText(t, waiting) ?? (reminders > 0 ? t('waiting.reminders', { count: reminders }) : null);
    return [momentText(t, waiting.last.at, now), more].filter(Boolean).join(' · ');
  };
}

function LastEvent(props: { row: WaitingRow; now: number }) {
  const { t } = useTranslation();
  const line = useLastLine(props.now);
  return <TwoLines caption={line(props.row)}>{lastEventText(t, props.row)}</TwoLines>;
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

/** The card of a row: customer, document, progress, and "Sollecita" within reach of the thumb. */
export function useWaitingLines(now: number) {
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
        awaitedLine(t, row.awaits),
        lastEventText(t, row),
        line(row),
        expiresAt === null
          ? t('waiting.waitsFor', { time: waitsSince(t, sinceOf(row), now) })
          : t('waiting.expiresAt', { date: formatShortDate(expiresAt), time: formatTime(expiresAt) }),
      ],
      foot: <WaitingActions row={row} now={now} large />,
    };
  };
}
