/** Telephones and addresses that a second person confirms before a signature starts, or that serve none (D-45); absent where there is none. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { contactCheckQuery } from '../../api/queries.ts';
import type { ContactCheckRow } from '../../api/shapes.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone.ts';
import { Card } from '../../ui/card.tsx';
import { wordFailure } from '../../ui/failure-note.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import classes from './side-cards.module.css';

export function ContactsCard(props: { documentId: number }) {
  const { t } = useTranslation();
  const { documentId } = props;
  const rows = useQuery(contactCheckQuery(documentId)).data ?? [];
  if (rows.length === 0) return null;
  const confirming = rows.some(({ verdict }) => verdict === 'word');
  return (
    <Card flush title={t(confirming ? 'document.doubt.title' : 'document.doubt.wrongTitle')}>
      {confirming ? <p className={classes.nothing}>{t('document.doubt.text')}</p> : null}
      <ol>
        {rows.map((row) => (
          <Doubtful key={`${row.signer} ${row.kind}`} row={row} documentId={documentId} />
        ))}
      </ol>
    </Card>
  );
}

function Doubtful(props: { row: ContactCheckRow; documentId: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { row, documentId } = props;
  const { verdict, kind, signer, contact, staff, others, word, mayConfirm } = row;
  const query = contactCheckQuery(documentId);
  const confirm = useMutation({
    mutationFn: async () => {
      const toast = toastProgress(t('document.doubt.doing'));
      try {
        const path = `/api/documents/${documentId}/confirm-contact`;
        const after = await call<ContactCheckRow[]>(path, { method: 'POST', body: { kind, signer, contact } });
        toast.done(t('document.doubt.done'), t('document.doubt.doneDetail'));
        return after;
      } catch (error) {
        toast.failed(t('document.doubt.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (after) => client.setQueryData(query.queryKey, after),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents', documentId] }),
  });
  const why = [
    ...(staff ? [t('document.doubt.staff')] : []),
    ...(others > 0 ? [t('document.doubt.others', { count: others })] : []),
  ].join(' · ');
  const state = (): string => {
    if (verdict !== 'word') return t('document.doubt.refused');
    if (word === null) return t(mayConfirm ? 'document.doubt.confirmHint' : 'document.doubt.ownHint');
    const given = { name: word.by, at: formatDateTime(word.at) };
    return word.own ? t('document.doubt.ownWord', given) : t('document.doubt.confirmed', given);
  };
  return (
    <li className={classes.signer}>
      <span className={classes.signerText}>
        <span className={classes.signerName}>{signer}</span>
        <span className={`${classes.caption} num`}>{kind === 'phone' ? formatPhone(contact) : contact}</span>
        {why === '' ? null : <span className={classes.caption}>{why}</span>}
        <span className={classes.caption}>{state()}</span>
        {mayConfirm && word === null ? (
          <span className={classes.confirm}>
            <Button variant="default" size="sm" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t(kind === 'phone' ? 'document.doubt.confirmPhone' : 'document.doubt.confirmEmail')}
            </Button>
          </span>
        ) : null}
      </span>
    </li>
  );
}
