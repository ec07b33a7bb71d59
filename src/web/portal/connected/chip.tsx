/** Status chips: icon and label in the tone of their meaning, never truncated, never clickable. */
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconCloudCheck,
  IconCloudUp,
  IconCloudX,
  IconHourglass,
  IconLoader2,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#domain/customer-search/synchronization.ts';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import { endReasonOf } from '#domain/signing/decline-reasons.ts';
import type { FolderRow } from '../api/answer-types.ts';
import classes from './chip.module.css';

export type Tone = 'neutral' | 'info' | 'working' | 'waiting' | 'updating' | 'good' | 'bad';
type Icon = ComponentType<{ size?: number; stroke?: number }>;

export function Chip(props: ({ tone: Tone; icon?: Icon } | { look: readonly [Tone, Icon] }) & { children: ReactNode }) {
  const [tone, Icon] = 'look' in props ? props.look : [props.tone, props.icon];
  return (
    <span className={classes.chip} data-tone={tone}>
      {Icon ? (
        <span aria-hidden="true" className={classes.icon}>
          <Icon size={14} stroke={2} />
        </span>
      ) : null}
      {props.children}
    </span>
  );
}

const DOCUMENT: Record<DocumentStatus, readonly [Tone, Icon]> = {
  DRAFT: ['neutral', IconPencil],
  READY_TO_SIGN: ['info', IconPlayerPlay],
  PENDING_START_SIGN: ['working', IconLoader2],
  START_SIGN: ['waiting', IconHourglass],
  COMPLETING: ['working', IconCircleDashed],
  PRIVACY_UPDATING: ['updating', IconRefresh],
  SIGNED: ['good', IconRosetteDiscountCheck],
  FINISH: ['neutral', IconArchive],
  EXPIRED: ['bad', IconClockX],
};

/**
 * The status, by which lists filter and sort, and next to it how a signature ended and the warning of a document that
 * waits for an unsigned FEA module. The key restarts a 200 ms fade whenever the status changes in place.
 */
export function DocumentStatusChip(props: {
  document: { status: DocumentStatus; feaBlocked?: boolean; statusReason?: { code: string; text: string } | null };
}) {
  const { t } = useTranslation();
  const { status, feaBlocked } = props.document;
  const end = endReasonOf(props.document);
  return (
    <span key={status} className={classes.fade}>
      <Chip look={DOCUMENT[status]}>{t(`label.documentStatus.${status}`)}</Chip>
      {end === null ? null : (
        <Chip tone="bad" icon={IconX}>
          {t(`label.ended.${end}`)}
        </Chip>
      )}
      {feaBlocked ? (
        <span
          role="img"
          className={classes.blocked}
          aria-label={t('label.feaBlocked')}
          title={t('label.lifeReason.feaModuleUnsigned')}
        >
          <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
        </span>
      ) : null}
    </span>
  );
}

const FOLDER: Record<FolderRow['status'], readonly [Tone, Icon]> = {
  OPEN: ['good', IconCircleCheck],
  CLOSED: ['neutral', IconLock],
  DELETED: ['bad', IconTrash],
};

export function FolderStatusChip(props: { status: FolderRow['status'] }) {
  const { t } = useTranslation();
  return <Chip look={FOLDER[props.status]}>{t(`label.folderStatus.${props.status}`)}</Chip>;
}

const SYNC: Record<SyncStatus, readonly [Tone, Icon]> = {
  TO_SYNC: ['info', IconCloudUp],
  SYNCING: ['working', IconRefresh],
  SYNCED: ['good', IconCloudCheck],
  SYNC_FAILED: ['bad', IconCloudX],
};

/** A customer unknown to RSP has plain text instead of a chip. */
export function SyncStatusChip(props: { status: SyncStatus | null }) {
  const { t } = useTranslation();
  const { status } = props;
  if (status === null) return <span>{t('label.syncStatus.NONE')}</span>;
  return (
    <span key={status} className={classes.fade}>
      <Chip look={SYNC[status]}>{t(`label.syncStatus.${status}`)}</Chip>
    </span>
  );
}

/** Small outlined tag, such as the origin RSP. */
export function Tag(props: { children: ReactNode }) {
  return <span className={classes.tag}>{props.children}</span>;
}

/** A count next to a title. */
export function Count(props: { children: ReactNode }) {
  return <span className={classes.count}>{props.children}</span>;
}
