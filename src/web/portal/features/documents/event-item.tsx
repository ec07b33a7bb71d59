/** One evidence event: icon, tone, name, a line of facts, and the time. */
import {
  IconBan,
  IconBellRinging,
  IconCheck,
  IconClockX,
  IconDownload,
  IconDragDrop,
  IconEye,
  IconFilePlus,
  IconHash,
  IconKey,
  IconLink,
  IconLock,
  IconMail,
  IconPencil,
  IconPlayerPlay,
  IconQrcode,
  IconRosetteDiscountCheck,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { eventName } from '#domain/signing/trail/event-names.ts';
import type { EventRow } from '../../api/answer-types.ts';
import type { Tone } from '../../connected/chip.tsx';
import { formatDateTime, formatShortDate, formatTime, toIsoDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { eventFacts, type KnownEvent, knownEvent, withoutHashes } from './event-facts.ts';
import classes from './side-cards.module.css';

type Icon = typeof IconCheck;

const APPEARANCE: Record<KnownEvent, readonly [Tone, Icon]> = {
  'document.created': ['neutral', IconFilePlus],
  'document.generated': ['neutral', IconFilePlus],
  'document.edited': ['neutral', IconPencil],
  'document.deleted': ['bad', IconTrash],
  'content.gate.passed': ['neutral', IconCheck],
  'document.takenBack': ['neutral', IconFilePlus],
  'sign.started': ['neutral', IconPlayerPlay],
  'sign.prepared': ['neutral', IconCheck],
  'places.chosen': ['neutral', IconDragDrop],
  'places.withdrawn': ['neutral', IconDragDrop],
  'signature.placed': ['neutral', IconDragDrop],
  'places.leftOut': ['waiting', IconDragDrop],
  'sign.preparationFailed': ['bad', IconBan],
  'link.sent': ['waiting', IconMail],
  'link.failed': ['bad', IconBan],
  'link.delivered': ['good', IconCheck],
  'link.undelivered': ['bad', IconBan],
  'reminder.requested': ['neutral', IconBellRinging],
  'reminder.sent': ['waiting', IconMail],
  'reminder.failed': ['bad', IconBan],
  'copy.sent': ['good', IconMail],
  'copy.failed': ['bad', IconBan],
  'copy.delivered': ['good', IconCheck],
  'copy.undelivered': ['bad', IconBan],
  'contact.corrected': ['neutral', IconPencil],
  'contact.history': ['neutral', IconPencil],
  'contact.shared': ['neutral', IconPencil],
  'contact.confirmed': ['good', IconCheck],
  'contact.vouched': ['neutral', IconCheck],
  'signer.replaced': ['neutral', IconPencil],
  'qr.requested': ['info', IconQrcode],
  'qr.contended': ['waiting', IconQrcode],
  'qr.refused': ['bad', IconQrcode],
  'qr.confirmed': ['good', IconQrcode],
  'link.opened': ['info', IconLink],
  'document.shown': ['neutral', IconEye],
  'otp.requested': ['neutral', IconKey],
  'otp.sent': ['waiting', IconBellRinging],
  'otp.failed': ['bad', IconBan],
  'otp.delivered': ['good', IconCheck],
  'otp.undelivered': ['bad', IconBan],
  'otp.wrong': ['bad', IconKey],
  'otp.expired': ['waiting', IconClockX],
  'otp.verified': ['info', IconCheck],
  'otp.locked': ['bad', IconLock],
  'identity.confirmed': ['info', IconKey],
  'method.chosen': ['info', IconKey],
  'bio.consent': ['info', IconCheck],
  'bio.captured': ['info', IconLock],
  'hand.given': ['info', IconSignature],
  'point.confirmed': ['info', IconCheck],
  'terms.accepted': ['info', IconCheck],
  'sign.confirmed': ['info', IconCheck],
  'signature.applied': ['good', IconSignature],
  'timestamp.applied': ['good', IconHash],
  sealed: ['good', IconRosetteDiscountCheck],
  'audit.sealed': ['good', IconRosetteDiscountCheck],
  'partial.kept': ['waiting', IconSignature],
  'document.signed': ['good', IconRosetteDiscountCheck],
  archived: ['good', IconHash],
  downloaded: ['neutral', IconDownload],
  viewed: ['neutral', IconEye],
  'consent.choice': ['info', IconCheck],
  'consents.recorded': ['good', IconFilePlus],
  'consents.pushed': ['good', IconMail],
  'consents.pushFailed': ['bad', IconBan],
  'consents.withdrawn': ['waiting', IconBan],
  'fea.used': ['info', IconRosetteDiscountCheck],
  'customer.identified': ['info', IconKey],
  'fea.activated': ['good', IconRosetteDiscountCheck],
  'fea.revoked': ['bad', IconBan],
  declined: ['bad', IconBan],
  cancelled: ['bad', IconBan],
  expired: ['bad', IconClockX],
  renewed: ['info', IconPlayerPlay],
};

/**
 * @param props.person who acted, by the name that colleagues see.
 * @param props.timeOnly for the complete list, where a heading already shows the day.
 */
export function Moment(props: { event: EventRow; person: string | null; timeOnly?: boolean }) {
  const { t } = useTranslation();
  const { event } = props;
  const known = knownEvent(event.type);
  const [tone, EventIcon] = known ? APPEARANCE[known] : (['neutral', IconCheck] as const);
  const allFacts = eventFacts({ ...event, actorName: props.person });
  const facts = props.timeOnly ? allFacts : withoutHashes(allFacts);
  return (
    <li className={classes.event}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true">
        <EventIcon size={14} stroke={1.9} />
      </span>
      <span className={classes.eventText}>
        <span className={classes.signerName}>
          {known ? eventName(known, uiLanguage()) : t('document.evidence.other')}
        </span>
        {facts ? <span className={classes.caption}>{facts}</span> : null}
      </span>
      <time className={classes.time} dateTime={event.time} title={formatDateTime(event.time)}>
        {props.timeOnly ? formatTime(event.time) : timeOrDate(event.time)}
      </time>
    </li>
  );
}

/** "10:43" today, "19/11 10:43" on earlier days. */
function timeOrDate(time: string): string {
  const today = toIsoDate(new Date(time)) === toIsoDate(new Date());
  return today ? formatTime(time) : `${formatShortDate(time)} ${formatTime(time)}`;
}
