/** The evidence timeline: newest first, five events, then all; never a code or a stroke (D-50, DESIGN.md §4). */
import {
  IconBan,
  IconBellRinging,
  IconCheck,
  IconClockX,
  IconDownload,
  IconEye,
  IconFilePlus,
  IconHash,
  IconKey,
  IconLink,
  IconLock,
  IconMail,
  IconPencil,
  IconPlayerPlay,
  IconRosetteDiscountCheck,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eventsQuery } from '../../api/queries.ts';
import type { EventRow } from '../../api/shapes.ts';
import { formatDateTime, formatShortDate, formatTime, toIsoDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { eventFacts, type KnownEvent, knownEvent } from './events.ts';
import classes from './side-cards.module.css';

const FIRST = 5;
type Icon = typeof IconCheck;

const LOOK: Record<KnownEvent, readonly [Tone, Icon]> = {
  'document.created': ['neutral', IconFilePlus],
  'document.edited': ['neutral', IconPencil],
  'document.deleted': ['bad', IconTrash],
  'content.gate.passed': ['neutral', IconCheck],
  'document.takenBack': ['neutral', IconFilePlus],
  'sign.started': ['neutral', IconPlayerPlay],
  'sign.prepared': ['neutral', IconCheck],
  'sign.preparationFailed': ['bad', IconBan],
  'link.sent': ['waiting', IconMail],
  'link.opened': ['info', IconLink],
  'document.shown': ['neutral', IconEye],
  'otp.requested': ['neutral', IconKey],
  'otp.sent': ['waiting', IconBellRinging],
  'otp.failed': ['bad', IconBan],
  'otp.wrong': ['bad', IconKey],
  'otp.expired': ['waiting', IconClockX],
  'otp.verified': ['info', IconCheck],
  'otp.locked': ['bad', IconLock],
  'point.confirmed': ['info', IconCheck],
  'sign.confirmed': ['info', IconCheck],
  'signature.applied': ['good', IconSignature],
  'timestamp.applied': ['good', IconHash],
  sealed: ['good', IconRosetteDiscountCheck],
  'audit.sealed': ['good', IconRosetteDiscountCheck],
  'document.signed': ['good', IconRosetteDiscountCheck],
  downloaded: ['neutral', IconDownload],
  viewed: ['neutral', IconEye],
  declined: ['bad', IconBan],
  cancelled: ['bad', IconBan],
  expired: ['bad', IconClockX],
  renewed: ['info', IconPlayerPlay],
};

export function EvidenceCard(props: { documentId: number; moving: boolean }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const events = useQuery(eventsQuery(props.documentId, props.moving));
  const rows = events.data ?? [];
  return (
    <Card title={t('documents.evidence.title')} aside={rows.length > 0 ? <ChainCount count={rows.length} /> : null}>
      {events.isPending ? (
        <SkeletonRows rows={3} label={t('loading')} />
      ) : events.isError ? (
        <FailureNote failure={events.error} onRetry={() => void events.refetch()} />
      ) : rows.length === 0 ? (
        <p className={classes.caption}>{t('documents.evidence.none')}</p>
      ) : (
        <>
          <ol className={classes.events}>
            {(all ? rows : rows.slice(0, FIRST)).map((event) => (
              <Moment key={event.seq} event={event} />
            ))}
          </ol>
          {!all && rows.length > FIRST ? (
            <button type="button" className={classes.textButton} onClick={() => setAll(true)}>
              {t('documents.evidence.all')}
            </button>
          ) : null}
        </>
      )}
    </Card>
  );
}

function ChainCount(props: { count: number }) {
  const { t } = useTranslation();
  return (
    <span className={classes.chain}>
      <IconLink size={14} stroke={1.8} aria-hidden="true" />
      {t('documents.evidence.count', { count: props.count, replace: { count: formatCount(props.count) } })}
    </span>
  );
}

function Moment(props: { event: EventRow }) {
  const { t } = useTranslation();
  const { event } = props;
  const known = knownEvent(event.type);
  const [tone, EventIcon] = known ? LOOK[known] : (['neutral', IconCheck] as const);
  const facts = eventFacts(event, {
    pages: (count) => t('documents.evidence.pages', { count }),
    attemptsLeft: (count) => t('documents.evidence.attemptsLeft', { count }),
  });
  return (
    <li className={classes.event}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true">
        <EventIcon size={14} stroke={1.9} />
      </span>
      <span className={classes.eventText}>
        <span className={classes.signerName}>{known ? t(`documents.event.${known}`) : t('documents.event.other')}</span>
        {facts ? <span className={classes.caption}>{facts}</span> : null}
      </span>
      <time className={classes.time} dateTime={event.time} title={formatDateTime(event.time)}>
        {when(event.time)}
      </time>
    </li>
  );
}

/** 10:43 today, 19/11 10:43 before. */
function when(time: string): string {
  const today = toIsoDate(new Date(time)) === toIsoDate(new Date());
  return today ? formatTime(time) : `${formatShortDate(time)} ${formatTime(time)}`;
}
