/** Lists the signers in order with their progress. */
import {
  IconBan,
  IconCircleCheck,
  IconClockX,
  IconCopy,
  IconEye,
  IconHourglass,
  IconLock,
  IconPencil,
  IconUserEdit,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { type DocumentStatus, isInProgress } from '#domain/documents/document-states.ts';
import type { DocumentRow, DossierRow, SignerRow, SigningState } from '../../api/answer-types.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { useSession } from '../../api/session.tsx';
import { Chip, type Tone } from '../../connected/chip.tsx';
import { NotLoaded } from '../../connected/failure-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { TabletState } from '../../entities/documents/tablet-state.tsx';
import { useCopyLink } from '../../entities/documents/use-document-mutations.ts';
import { paths } from '../../paths.ts';
import { formatDateTime, formatShortDate, formatTime, toIsoDate } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { ExpectedSigners } from './expected-signers.tsx';
import classes from './side-cards.module.css';

const ContactDialog = lazyPart(async () => (await import('./contact-form.tsx')).ContactForm);
const ReplaceDialog = lazyPart(async () => (await import('./replace-form.tsx')).ReplaceForm, 'ownSignature');

const APPEARANCE: Record<SignerRow['state'], readonly [Tone, typeof IconEye]> = {
  WAITING: ['waiting', IconHourglass],
  OPENED: ['info', IconEye],
  SIGNED: ['good', IconCircleCheck],
  DECLINED: ['bad', IconBan],
  LOCKED: ['bad', IconLock],
};

const LATER = ['neutral', IconHourglass] as const;
/** For signers who had not signed when the signature ended. */
const ENDED = { EXPIRED: ['bad', IconClockX], NOT_SIGNED: ['neutral', IconBan] } as const;

export function SignersCard(props: { document: DocumentRow; dossier: DossierRow; target: Target & { hst: string } }) {
  const { t } = useTranslation();
  const { document } = props;
  const signing = useQuery(signingQuery(document.id));
  const signers = signing.data?.signers ?? [];
  const signed = signers.filter((signer) => signer.state === 'SIGNED').length;
  const customers = signers.filter((signer) => signer.userId === null).length;
  const next = signers.find((signer) => signer.turn);
  const expiry = document.status === 'START_SIGN' ? signing.data?.expiresAt : null;
  const summary = [
    signers.length === 1
      ? t(signed === 1 ? 'document.signers.oneDone' : 'document.signers.oneDue')
      : t('document.signers.count', { done: signed, count: signers.length }),
    expiry ? t('document.signers.expires', { date: formatShortDate(expiry), time: formatTime(expiry) }) : null,
  ];
  return (
    <Card
      flush
      title={t('document.signers.title')}
      aside={signers.length > 0 ? <span className="num">{summary.filter(Boolean).join(' · ')}</span> : null}
    >
      {signing.data === undefined ? (
        <NotLoaded query={signing} rows={2} height={52} padded />
      ) : signers.length === 0 ? (
        <ExpectedSigners document={document} dossier={props.dossier} place={props.target} />
      ) : (
        <ol className="divided">
          {signers.map((signer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: signers never change order
            <li key={index} className={classes.signer}>
              <span className="small-tile">{index + 1}</span>
              <span className={classes.signerText}>
                <span className={classes.signerName}>{signer.name}</span>
                <span className={`${classes.caption} dotted`}>
                  <span>{t(`label.signerRole.${signer.role}`)}</span>{' '}
                  {signer.maskedPhone ? <span className="nowrap">{signer.maskedPhone}</span> : null}
                </span>
              </span>
              <SignerChip signer={signer} status={document.status} />
              {signer.userId === null ? (
                <CorrectContact {...props} signer={signer} signed={signed > 0} />
              ) : (
                <ReplaceSigner {...props} signer={signer} />
              )}
              {customers > 1 && signer.userId === null && signer.signUrl ? (
                <CopyLink signer={signer} url={signer.signUrl} />
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {signers.length > 1 && next && document.status === 'START_SIGN' ? (
        <p className={classes.waitingFor}>{t('document.signers.waitingFor', { name: next.name })}</p>
      ) : null}
      <SignedTogether document={document} others={signing.data?.together ?? []} />
      <TabletState document={document} target={props.target} />
    </Card>
  );
}

/** The other documents signed with the same link and code. */
function SignedTogether(props: { document: DocumentRow; others: SigningState['together'] }) {
  const { t } = useTranslation();
  const { document, others } = props;
  if (others.length === 0) return null;
  return (
    <div className="quiet card-foot">
      <p>{t(document.signedDocumentId === null ? 'document.signers.together' : 'document.signers.togetherDone')}</p>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={paths.document(other.id)}>
              {documentTypeLabel(t, other.type)} n.&nbsp;{other.id}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CorrectProps {
  document: DocumentRow;
  dossier: DossierRow;
  target: Target;
  signer: SignerRow;
  /** At least one signer has signed. */
  signed: boolean;
}

/** For a signer who has not signed: absent without the permission, refused when another signer has signed. */
export function CorrectContact(props: CorrectProps) {
  const { t } = useTranslation();
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const { document, signer } = props;
  const waits = signer.state === 'WAITING' || signer.state === 'OPENED';
  const possible = DOCUMENT_ACTIONS['correct-contact'].refusal(document) === null;
  if (!possible || !waits || !may('document.sign', props.target).ok) return null;
  const { contact } = signer;
  if (contact === null && !props.signed) return null;
  return (
    <>
      <RowButton
        label={t('document.contact.act', { name: signer.name })}
        tip={t('document.contact.tip')}
        reason={contact === null ? t('document.contact.signed') : null}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={16} stroke={1.8} />
      </RowButton>
      {open && contact ? (
        <ContactDialog
          documentId={document.id}
          dossierId={props.dossier.id}
          signer={{ ...signer, contact }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** For a staff signer who has not signed: absent without the permission. */
function ReplaceSigner(props: { document: DocumentRow; target: Target & { hst: string }; signer: SignerRow }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const { document, target, signer } = props;
  const { hst, brand, folderType } = target;
  const waits = signer.state === 'WAITING' || signer.state === 'OPENED';
  const possible = DOCUMENT_ACTIONS['replace-signer'].refusal(document) === null;
  if (!possible || !waits || !may('document.sign', target).ok) return null;
  if (signer.role === 'customer' || brand === undefined || folderType === undefined) return null;
  return (
    <>
      <RowButton
        label={t('document.signers.replace', { name: signer.name })}
        tip={t('document.signers.replaceTip')}
        reason={null}
        onClick={() => setOpen(true)}
      >
        <IconUserEdit size={16} stroke={1.8} />
      </RowButton>
      {open ? (
        <ReplaceDialog
          documentId={document.id}
          place={{ hst, brand, folderType }}
          signer={signer}
          role={signer.role}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** With several signers each has a link; a single signer's link is copied from the page's actions. */
function CopyLink(props: { signer: SignerRow; url: string }) {
  const { t } = useTranslation();
  const copy = useCopyLink();
  return (
    <RowButton
      label={t('document.signers.copyLink', { name: props.signer.name })}
      tip={t('documentActions.copyLink')}
      onClick={() => copy(props.url)}
    >
      <IconCopy size={16} stroke={1.8} />
    </RowButton>
  );
}

function SignerChip(props: { signer: SignerRow; status: DocumentStatus }) {
  const { t } = useTranslation();
  const { signer, status } = props;
  const waits = signer.state === 'WAITING' || signer.state === 'OPENED';
  if (waits && !isInProgress(status)) {
    const ended = status === 'EXPIRED' ? 'EXPIRED' : 'NOT_SIGNED';
    const [tone, icon] = ENDED[ended];
    return (
      <Chip tone={tone} icon={icon}>
        {t(`document.signerState.${ended}`)}
      </Chip>
    );
  }
  // Staff sign after the customers.
  const later = signer.state === 'WAITING' && !signer.turn;
  const [tone, icon] = later ? LATER : APPEARANCE[signer.state];
  const today = signer.signedAt !== null && toIsoDate(new Date(signer.signedAt)) === toIsoDate(new Date());
  const at = signer.signedAt === null ? '' : today ? formatTime(signer.signedAt) : formatDateTime(signer.signedAt);
  return (
    <Chip tone={tone} icon={icon}>
      {later ? t('document.signers.afterCustomer') : t(`document.signerState.${signer.state}`)} {at}
    </Chip>
  );
}
