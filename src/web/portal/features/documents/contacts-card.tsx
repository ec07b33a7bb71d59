/**
 * Phone numbers and e-mail addresses that a second person must confirm before a signature starts, or that cannot be
 * used; renders nothing when there are none.
 */
import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirmContact } from '#contract/calls/signing.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { ContactCheckRow, DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { contactCheckQuery } from '../../api/queries/signing.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { Chip } from '../../connected/chip.tsx';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { Card } from '../../ui/card.tsx';
import { Email } from '../../ui/email.tsx';
import classes from './side-cards.module.css';

type ContactState = 'open' | 'confirmed' | 'wrong';

const CHIPS = {
  open: ['waiting', IconHourglass],
  confirmed: ['good', IconCircleCheck],
  wrong: ['bad', IconBan],
} as const;

const contactStateOf = ({ verdict, word }: ContactCheckRow): ContactState =>
  verdict !== 'word' ? 'wrong' : word === null ? 'open' : 'confirmed';

export function ContactsCard(props: { documentId: number; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { documentId } = props;
  const rows = useQuery(contactCheckQuery(documentId)).data ?? [];
  if (rows.length === 0) return null;
  const stands = rows.map(contactStateOf);
  const most = (['open', 'wrong', 'confirmed'] as const).find((stand) => stands.includes(stand)) ?? 'open';
  return (
    <Card flush title={t(`document.doubt.title.${most}`)}>
      {most === 'open' ? <p className={classes.nothing}>{t('document.doubt.text')}</p> : null}
      <ol className="divided">
        {rows.map((row) => (
          <Doubtful key={`${row.signer} ${row.kind}`} row={row} {...props} />
        ))}
      </ol>
    </Card>
  );
}

function Doubtful(props: { row: ContactCheckRow; documentId: number; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { row, documentId, dossier } = props;
  const { kind, signer, contact, staff, company, others, word, mayConfirm } = row;
  const confirm = useAct({
    words: 'document.doubt',
    detail: () => t('document.doubt.doneDetail'),
    send: () => ask(confirmContact, { path: { id: documentId }, body: { kind, signer, contact } }),
    cacheKey: contactCheckQuery(documentId).queryKey,
    call: confirmContact,
    path: () => ({ id: documentId }),
    waits: true,
  });
  const stand = contactStateOf(row);
  const [tone, icon] = CHIPS[stand];
  const hint = (): string => {
    if (stand === 'wrong') return t('document.doubt.refused');
    if (word === null) return t(mayConfirm ? 'document.doubt.confirmHint' : 'document.doubt.ownHint');
    const confirmation = { name: word.by, at: formatDateTime(word.at) };
    return word.own ? t('document.doubt.ownWord', confirmation) : t('document.doubt.confirmed', confirmation);
  };
  return (
    <li className={classes.doubt}>
      <span className={classes.signerName}>{signer}</span>
      <Chip tone={tone} icon={icon}>
        {t(`document.doubt.stand.${stand}`)}
      </Chip>
      <span className={classes.reasons}>
        <span className={classes.contact}>
          {kind === 'phone' ? <span className="num">{formatPhone(contact)}</span> : <Email address={contact} />}
        </span>
        {staff ? <span>{t('document.doubt.staff')}</span> : null}
        {company ? <span>{t('document.doubt.company')}</span> : null}
        {others > 0 ? <span>{t('document.doubt.others', { count: others })}</span> : null}
        <span>{hint()}</span>
      </span>
      {stand === 'open' && mayConfirm ? (
        <Button variant="default" size="sm" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t(kind === 'phone' ? 'document.doubt.confirmPhone' : 'document.doubt.confirmEmail')}
        </Button>
      ) : null}
      {/* Signers other than the customer are edited on the document itself. */}
      {stand === 'wrong' && signer === customerName(dossier) ? (
        <Link to={paths.dossier(dossier.id)}>{t('document.doubt.openCustomer')}</Link>
      ) : null}
    </li>
  );
}
