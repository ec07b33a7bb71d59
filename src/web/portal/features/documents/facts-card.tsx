/** Facts of the document: signature, flags, extra fields, who made it and when. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DocumentRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatSize } from '../../text/numbers.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { fieldLabel, readable } from '../../ui/labels.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

export function DocumentFacts(props: { document: DocumentRow; folder: FolderRow }) {
  const { t } = useTranslation();
  const { document } = props;
  const flag = (value: boolean) => (value ? t('yes') : t('missing'));
  const shown = (value: DocumentRow['variableFields'][string]): string => {
    if (value === null || value === '') return t('missing');
    if (typeof value === 'boolean') return flag(value);
    return typeof value === 'string' && ISO_DATE.test(value) ? formatDate(value) : String(value);
  };
  const extras: Fact[] = Object.entries(document.variableFields).map(([name, value]) => ({
    label: fieldLabel(t, name) ?? readable(name),
    value: shown(value),
  }));
  const by = document.createdBy;
  const facts: Fact[] = [
    {
      label: t('label.field.sigType'),
      value: document.sigType ? t(`label.sigType.${document.sigType}`) : t('missing'),
    },
    { label: t('label.field.signable'), value: flag(document.signable) },
    { label: t('label.field.archivable'), value: flag(document.archivable) },
    ...extras,
    { label: t('label.field.fileName'), value: document.fileName ?? t('missing') },
    { label: t('label.field.fileSize'), value: <span className="num">{formatSize(document.fileSize)}</span> },
    {
      label: t('documents.facts.created'),
      value: (
        <span className="num">
          {by
            ? t('documents.facts.by', { at: formatDateTime(document.createdDate), name: by })
            : formatDateTime(document.createdDate)}
        </span>
      ),
    },
    { label: t('columns.modified'), value: <span className="num">{formatDateTime(document.lastModifiedDate)}</span> },
  ];
  return (
    <Card
      title={t('documents.facts.title')}
      aside={<Link to={paths.folder(props.folder.id)}>{t('documents.facts.folder')}</Link>}
    >
      <Facts facts={facts} />
    </Card>
  );
}
