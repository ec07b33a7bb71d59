/** Lists the documents kept from signatures that ended after at least one signer had signed; renders nothing when there are none. */
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadPartlySigned } from '#contract/calls/signing.ts';
import type { DocumentRow, PartlySignedRow } from '../../api/answer-types.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { requestOf } from '../../api/request.ts';
import { useDownload } from '../../connected/download.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './side-cards.module.css';

export function PartlySignedCard(props: { document: DocumentRow }) {
  const { t } = useTranslation();
  const { document } = props;
  const signing = useQuery(signingQuery(document.id));
  const partlySigned = signing.data?.partlySigned ?? [];
  if (partlySigned.length === 0) return null;
  return (
    <Card flush title={t('document.partial.title')}>
      <p className={classes.nothing}>{t('document.partial.text')}</p>
      <ol className="divided">
        {partlySigned.map((row) => (
          <PartlySignedItem key={row.id} row={row} />
        ))}
      </ol>
    </Card>
  );
}

function PartlySignedItem(props: { row: PartlySignedRow }) {
  const { t } = useTranslation();
  const { row } = props;
  const at = formatDateTime(row.endedAt);
  const file = requestOf(downloadPartlySigned, { path: { id: row.id } });
  const download = useDownload({ file, words: 'documentActions.downloading' });
  return (
    <li className={classes.signer}>
      <span className={classes.signerText}>
        <span className={classes.signerName}>
          {t('document.partial.ended', { outcome: t(`document.partial.outcome.${row.outcome}`), at })}
        </span>
        <span className={classes.caption}>{t('document.partial.signed', { names: row.signers.join(', ') })}</span>
        <span className={`${classes.caption} num`}>
          {row.sha256 === null ? t('document.partial.making') : `SHA-256 ${row.sha256}`}
        </span>
      </span>
      {row.sha256 === null ? null : (
        <RowButton
          label={t('document.partial.download', { at })}
          tip={t('document.partial.downloadTip')}
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          <IconDownload size={16} stroke={1.8} />
        </RowButton>
      )}
    </li>
  );
}
