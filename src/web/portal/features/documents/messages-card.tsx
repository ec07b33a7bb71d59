/** Messages sent to the signers, their state, and what staff can do about them; renders nothing before the first message. */
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconMail,
  IconMessage,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#domain/access.ts';
import { messageReason } from '#domain/signing/messages/sent-messages.ts';
import { usePrinting } from '../../../shared/use-printing.ts';
import type { DocumentRow, DossierRow, MessageRow, SignerRow, SigningState } from '../../api/answer-types.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { Chip, type Tone } from '../../connected/chip.tsx';
import { resendReason } from '../../entities/documents/use-remind.ts';
import { formatDateTime, formatTime, toIsoDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './side-cards.module.css';
import { CorrectContact } from './signers-card.tsx';

/** Shows the newest first, then all on request. */
const INITIAL_COUNT = 4;

type State = MessageRow['state'] | 'UNCERTAIN';

const APPEARANCE: Record<State, readonly [Tone, typeof IconMail]> = {
  WAITING: ['waiting', IconRefresh],
  SENT: ['neutral', IconSend],
  DELIVERED: ['good', IconCheck],
  UNDELIVERED: ['bad', IconBan],
  FAILED: ['bad', IconBan],
  UNCERTAIN: ['waiting', IconAlertTriangle],
};

interface CardProps {
  document: DocumentRow;
  dossier: DossierRow;
  target: Target & { hst: string };
  /** Sends the link again; null without the permission. */
  remind: { send: () => void; busy: boolean; now: number } | null;
}

export function MessagesCard(props: CardProps) {
  const { t } = useTranslation();
  const [showsAll, setAll] = useState(false);
  const all = usePrinting() || showsAll;
  const { data } = useQuery(signingQuery(props.document.id));
  if (data === undefined || data.messages.length === 0) return null;
  const { messages } = data;
  return (
    <Card flush title={t('document.messages.title')}>
      <ol className="divided">
        {messages.slice(0, all ? messages.length : INITIAL_COUNT).map((message) => (
          <Message key={message.id} {...props} message={message} signing={data} />
        ))}
      </ol>
      {messages.length > INITIAL_COUNT && !all ? (
        <div className="card-foot">
          <button type="button" className={classes.textButton} onClick={() => setAll(true)}>
            {t('document.messages.all', { number: messages.length })}
          </button>
        </div>
      ) : null}
    </Card>
  );
}

type Remedy = 'retry' | 'retryCode' | 'address' | 'again' | 'phone' | 'copy';

/** What helps with the newest message of its kind; null when nothing is wrong or nothing can be done. */
function remedyFor({ kind, channel, state, reason }: MessageRow, isOpen: boolean): Remedy | null {
  if (state === 'SENT' || state === 'DELIVERED' || reason === 'NOT_NEEDED') return null;
  if (kind === 'COPY') return state === 'WAITING' ? 'retry' : 'copy';
  if (!isOpen || reason === 'LEFT') return null;
  if (state === 'WAITING') return kind === 'CODE' ? 'retryCode' : 'retry';
  if (channel === 'SMS') return 'phone';
  return reason === 'ADDRESS' ? 'address' : 'again';
}

const isLink = ({ kind }: MessageRow): boolean => kind === 'LINK' || kind === 'REMINDER';

/** No newer message of the same kind went to the same person. */
const isNewest = (message: MessageRow, { messages }: SigningState): boolean =>
  messages.find((other) => other.signerId === message.signerId && isLink(other) === isLink(message))?.id === message.id;

function Message(props: CardProps & { message: MessageRow; signing: SigningState }) {
  const { t } = useTranslation();
  const { document, message, signing } = props;
  const signer = signing.signers.find(({ id }) => id === message.signerId);
  const state: State = message.state === 'FAILED' && message.reason === 'UNCERTAIN' ? 'UNCERTAIN' : message.state;
  const [tone, icon] = APPEARANCE[state];
  const waits = signer?.state === 'WAITING' || signer?.state === 'OPENED';
  const isOpen = document.status === 'START_SIGN' && waits && isNewest(message, signing);
  const help = remedyFor(message, isOpen);
  // A link sent again by SMS is labelled as a link, not as a reminder.
  const kind = message.channel === 'SMS' && message.kind === 'REMINDER' ? 'LINK' : message.kind;
  const why = message.reason === null ? null : messageReason(message.reason, uiLanguage());
  const ChannelIcon = message.channel === 'EMAIL' ? IconMail : IconMessage;
  return (
    <li className={classes.message}>
      <span className="small-tile" aria-hidden="true">
        <ChannelIcon size={14} stroke={1.9} />
      </span>
      <span className={classes.signerName}>
        {t(`document.messages.by.${message.channel}`, { kind: t(`document.messages.kind.${kind}`) })}
      </span>
      <Chip tone={tone} icon={icon}>
        {t(`document.messages.state.${state}`)}
      </Chip>
      <span className={`${classes.caption} dotted`}>
        {signing.signers.length > 1 && signer ? <span>{signer.name}</span> : null} <span>{message.address}</span>{' '}
        <time className="nowrap" dateTime={message.at}>
          {timeOrDate(message.at)}
        </time>
      </span>
      {why ? <span className={classes.reason}>{`${why.charAt(0).toUpperCase()}${why.slice(1)}.`}</span> : null}
      {help ? <span className={classes.caption}>{t(`document.messages.help.${help}`)}</span> : null}
      {signer && isOpen && help !== null && help !== 'retry' && help !== 'retryCode' ? (
        <Remedies {...props} signer={signer} />
      ) : null}
    </li>
  );
}

/** Offers another address or phone number, or sending the same link again. */
function Remedies(props: CardProps & { message: MessageRow; signing: SigningState; signer: SignerRow }) {
  const { t } = useTranslation();
  const { remind, signing, signer } = props;
  const signed = signing.signers.some(({ state }) => state === 'SIGNED');
  return (
    <span className={classes.remedies}>
      {signer.userId === null ? (
        <CorrectContact
          document={props.document}
          dossier={props.dossier}
          target={props.target}
          signer={signer}
          signed={signed}
        />
      ) : null}
      {remind !== null && isLink(props.message) ? (
        <RowButton
          label={t('document.messages.again', { name: signer.name })}
          tip={t('document.messages.againTip')}
          reason={resendReason(t, signing.resend, remind.now)}
          busy={remind.busy}
          onClick={remind.send}
        >
          <IconSend size={16} stroke={1.8} />
        </RowButton>
      ) : null}
    </span>
  );
}

/** "10:43" today, with the date on earlier days. */
function timeOrDate(at: string): string {
  return toIsoDate(new Date(at)) === toIsoDate(new Date()) ? formatTime(at) : formatDateTime(at);
}
