/** The facts of a document: what people ask for first, and behind a fold everything it carries (specification §3, Document). */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { coworkersQuery, folderTypesQuery } from '../../api/queries.ts';
import type { DocumentRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { document as words } from '../../text/it/document.ts';
import { formatSize } from '../../text/numbers.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { documentTypeLabel, fieldLabel, folderTitle, readable } from '../../ui/labels.ts';
import classes from './side-cards.module.css';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
type Value = DocumentRow['variableFields'][string];
type KnownMime = keyof typeof words.mimeType;

const mimeLabel = (t: TFunction, mimeType: string): string =>
  mimeType in words.mimeType ? t(`document.mimeType.${mimeType as KnownMime}`) : mimeType;

export function DocumentFacts(props: { document: DocumentRow; folder: FolderRow }) {
  const { t } = useTranslation();
  const { document, folder } = props;
  const extras = useExtraFacts(document, folder);
  const flag = (value: boolean) => (value ? t('yes') : t('missing'));
  const moment = (at: string | null, name: string | null) =>
    name && at ? t('document.facts.by', { at: formatDateTime(at), name }) : formatDateTime(at);
  const facts: Fact[] = [
    {
      label: t('label.field.sigType'),
      value: document.sigType ? t(`label.sigType.${document.sigType}`) : t('missing'),
    },
    { label: t('label.field.signable'), value: flag(document.signable) },
    { label: t('label.field.archivable'), value: flag(document.archivable) },
    ...extras,
    { label: t('document.facts.created'), value: moment(document.createdDate, document.createdBy) },
    { label: t('document.facts.modified'), value: moment(document.lastModifiedDate, document.lastModifiedBy) },
    ...(document.startSignDate
      ? [{ label: t('document.facts.started'), value: moment(document.startSignDate, null) }]
      : []),
  ];
  const rest: Fact[] = [
    { label: t('document.facts.number'), value: <span className="num">{document.id}</span> },
    { label: t('label.field.type'), value: documentTypeLabel(t, document.type) },
    {
      label: t('document.facts.folder'),
      value: (
        <Link
          to={paths.folder(folder.id)}
        >{`${folderTitle(t, folder)} · ${t(`label.folderType.${folder.type}`)}`}</Link>
      ),
    },
    { label: t('label.field.fileName'), value: document.fileName ?? t('missing') },
    { label: t('label.field.fileSize'), value: <span className="num">{formatSize(document.fileSize)}</span> },
    { label: t('label.field.mimeType'), value: document.mimeType ? mimeLabel(t, document.mimeType) : t('missing') },
    ...feaFact(t, document),
    ...staffFacts(t, document.metadata),
  ];
  return (
    <Card
      title={t('document.facts.title')}
      aside={<Link to={paths.folder(folder.id)}>{t('document.facts.folder')}</Link>}
    >
      <div className={classes.facts}>
        <Facts facts={facts} />
        <details className={classes.details}>
          <summary>{t('document.facts.all')}</summary>
          <div className={classes.more}>
            <Facts facts={rest} />
          </div>
        </details>
      </div>
    </Card>
  );
}

function feaFact(t: TFunction, document: DocumentRow): Fact[] {
  const { feaModuleId } = document;
  if (feaModuleId === null) return [];
  const link = <Link to={paths.document(feaModuleId)}>{t('document.facts.feaNumber', { id: feaModuleId })}</Link>;
  return [{ label: t('document.facts.feaModule'), value: link }];
}

/** Who signs for the dealer, as far as the document names them. */
function staffFacts(t: TFunction, metadata: DocumentRow['metadata']): Fact[] {
  const { dealer, operatorDealer, salesManager } = metadata;
  const link = (url: string | null) => (url ? <a href={url}>{t('document.facts.open')}</a> : null);
  return [
    { label: t('document.facts.seller'), value: dealer.seller },
    { label: t('document.facts.dealerLink'), value: link(dealer.signUrl) },
    { label: t('document.facts.operatorLabel'), value: operatorDealer.label },
    { label: t('document.facts.operatorLink'), value: link(operatorDealer.signUrl) },
    { label: t('document.facts.managerLabel'), value: salesManager.label },
    { label: t('document.facts.managerLink'), value: link(salesManager.signUrl) },
  ].filter(({ value }) => value !== null);
}

const PICKERS = ['ROLE_OPERATOR_DEALER', 'ROLE_SALE_MANAGER'] as const;

/** The extra fields of the type by their labels; a picked colleague by name. */
function useExtraFacts(document: DocumentRow, folder: FolderRow): Fact[] {
  const { t } = useTranslation();
  const entries = Object.entries(document.variableFields);
  const types = useQuery({ ...folderTypesQuery, enabled: entries.length > 0 });
  const fields =
    types.data?.find((known) => known.slug === folder.type)?.documentTypes.find((known) => known.slug === document.type)
      ?.fields ?? [];
  const roleOf = (name: string) => PICKERS.find((role) => fields.find((field) => field.name === name)?.type === role);
  const roles = [...new Set(entries.flatMap(([name]) => roleOf(name) ?? []))];
  const colleagues = useQueries({ queries: roles.map((role) => coworkersQuery(role, folder.brand, folder.type)) });
  const shown = (name: string, value: Value): string => {
    if (value === null || value === '') return t('missing');
    if (typeof value === 'boolean') return value ? t('yes') : t('missing');
    if (roleOf(name)) {
      const known = colleagues.flatMap((query) => query.data ?? []).find((person) => person.id === Number(value));
      return known?.fullname ?? t('document.facts.colleague', { id: value });
    }
    return typeof value === 'string' && ISO_DATE.test(value) ? formatDate(value) : String(value);
  };
  return entries.map(([name, value]) => ({ label: fieldLabel(t, name) ?? readable(name), value: shown(name, value) }));
}
