/** The customer's documents that need action by the dealer. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { documentSearch } from '../../api/queries.ts';
import { Count, DocumentStatusChip } from '../../connected/chip.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { paths } from '../../paths.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import classes from './dossiers.module.css';

const SHOWN = 5;

export function ToComplete(props: { dossierId: number }) {
  const { t } = useTranslation();
  const waiting = useQuery(
    documentSearch({
      page: 0,
      size: SHOWN,
      sort: 'id,desc',
      criteria: {
        dossierId: { equals: props.dossierId },
        status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
      },
    }),
  );
  const rows = waiting.data?.rows ?? [];
  return (
    <Card
      flush
      title={t('registry.customer.toComplete')}
      count={waiting.data ? <Count>{formatCount(waiting.data.total)}</Count> : null}
    >
      {waiting.isError ? (
        <QueryFailure padded query={waiting} />
      ) : !waiting.data ? (
        <SkeletonRows rows={2} />
      ) : rows.length === 0 ? (
        <p className="padded quiet">{t('registry.customer.nothingToComplete')}</p>
      ) : (
        <ul className={classes.waiting}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={paths.document(row.id)}>{documentTypeLabel(t, row.type)}</Link>
              <DocumentStatusChip document={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
