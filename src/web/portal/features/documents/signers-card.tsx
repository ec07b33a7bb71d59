/** Who signs, in order, and how far they are (DESIGN.md §4, signers). */
import { IconBan, IconCircleCheck, IconEye, IconHourglass, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Target } from '#domain/access.ts';
import { signingQuery } from '../../api/queries.ts';
import type { DocumentRow, DossierRow, SignerRow } from '../../api/shapes.ts';
import { formatDateTime, formatShortDate, formatTime, toIsoDate } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TabletState } from '../../ui/tablet-state.tsx';
import classes from './side-cards.module.css';

const LOOK: Record<SignerRow['state'], readonly [Tone, typeof IconEye]> = {
  WAITING: ['waiting', IconHourglass],
  OPENED: ['info', IconEye],
  SIGNED: ['good', IconCircleCheck],
  DECLINED: ['bad', IconBan],
  LOCKED: ['bad', IconLock],
};

export function SignersCard(props: { document: DocumentRow; dossier: DossierRow; target: Target & { hst: string } }) {
  const { t } = useTranslation();
  const { document } = props;
  const signing = useQuery(signingQuery(document.id));
  const signers = signing.data?.signers ?? [];
  const signed = signers.filter((signer) => signer.state === 'SIGNED').length;
  const expiry = document.status === 'START_SIGN' ? signing.data?.expiresAt : null;
  const summary = [
    t('document.signers.count', { done: signed, total: signers.length }),
    expiry ? t('document.signers.expires', { date: formatShortDate(expiry), time: formatTime(expiry) }) : null,
  ];
  return (
    <Card
      flush
      title={t('document.signers.title')}
      aside={signers.length > 0 ? <span className="num">{summary.filter(Boolean).join(' · ')}</span> : null}
    >
      {signing.isPending ? (
        <SkeletonRows rows={2} height={52} label={t('loading')} />
      ) : signing.isError ? (
        <div className={classes.padded}>
          <FailureNote failure={signing.error} onRetry={() => void signing.refetch()} />
        </div>
      ) : signers.length === 0 ? (
        <Expected document={document} dossier={props.dossier} />
      ) : (
        <ol>
          {signers.map((signer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: signers keep their place in the order
            <li key={index} className={classes.signer}>
              <span className={classes.order}>{index + 1}</span>
              <span className={classes.signerText}>
                <span className={classes.signerName}>{signer.name}</span>
                <span className={classes.caption}>
                  {t(`label.signerRole.${signer.role}`)}
                  {signer.maskedPhone ? ` · ${signer.maskedPhone}` : ''}
                </span>
              </span>
              <SignerChip signer={signer} />
            </li>
          ))}
        </ol>
      )}
      <TabletState document={document} target={props.target} />
    </Card>
  );
}

/** Before the start: who will get the link and the code, so that a wrong number is seen in time; of a company the person who signs (P-6). */
function Expected(props: { document: DocumentRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { document, dossier } = props;
  if (!document.signable) return <p className={classes.nothing}>{t('document.signers.notSignable')}</p>;
  return (
    <>
      <p className={classes.nothing}>{t('document.signers.none')}</p>
      <ol>
        <li className={classes.signer}>
          <span className={classes.order}>1</span>
          <span className={classes.signerText}>
            <span className={classes.signerName}>{`${dossier.firstName} ${dossier.lastName}`}</span>
            <span className={classes.caption}>
              {t('document.signers.link')} {dossier.email ?? t('missing')}
            </span>
            <span className={`${classes.caption} num`}>
              {t('document.signers.code')} {dossier.mobilePhone ? formatPhone(dossier.mobilePhone) : t('missing')}
            </span>
          </span>
        </li>
      </ol>
    </>
  );
}

function SignerChip(props: { signer: SignerRow }) {
  const { t } = useTranslation();
  const { signer } = props;
  const [tone, icon] = LOOK[signer.state];
  const today = signer.signedAt !== null && toIsoDate(new Date(signer.signedAt)) === toIsoDate(new Date());
  const at = signer.signedAt === null ? '' : today ? formatTime(signer.signedAt) : formatDateTime(signer.signedAt);
  return (
    <Chip tone={tone} icon={icon}>
      {t(`label.signerState.${signer.state}`)} {at}
    </Chip>
  );
}
