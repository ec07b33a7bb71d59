/** The facts of a document: the most requested ones first, the rest behind a fold. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { registryDay } from '#domain/papers/article-94.ts';
import type { DocumentRow, FolderRow } from '../../api/answer-types.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { documentTypeLabel, folderTitle, folderTypeLabel } from '../../connected/labels.ts';
import { useNames } from '../../connected/user-names.ts';
import { useExtraFacts } from '../../entities/documents/fields/extra-facts.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { document as words } from '../../text/it/documents/document.ts';
import { formatSize } from '../../text/numbers.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import classes from './side-cards.module.css';

/** More extra fields than this would push the important facts out of view. */
const MAX_EXTRAS = 8;

type KnownMime = keyof typeof words.mimeType;

const mimeLabel = (t: TFunction, mimeType: string): string =>
  mimeType in words.mimeType ? t(`document.mimeType.${mimeType as KnownMime}`) : mimeType;

export function DocumentFacts(props: { document: DocumentRow; folder: FolderRow }) {
  const { t } = useTranslation();
  const { document, folder } = props;
  const { variableFields } = document;
  const types = useQuery({ ...folderTypesQuery, enabled: Object.keys(variableFields).length > 0 });
  const type = types.data && findConfiguredType(types.data, folder.type, document.type);
  const extras = useExtraFacts(variableFields, type?.fields ?? [], { brand: folder.brand, folderType: folder.type });
  const flag = (value: boolean) => t(value ? 'affirmed' : 'no');
  const named = useNames([document.createdBy, document.lastModifiedBy]);
  const moment = (at: string | null, login: string | null) => {
    const name = named(login);
    return name && at ? t('label.by', { at: formatDateTime(at), name }) : formatDateTime(at);
  };
  const folded = extras.length > MAX_EXTRAS;
  const facts: Fact[] = [
    {
      label: t('label.field.sigType'),
      value: document.sigType ? t(`label.sigType.${document.sigType}`) : t('missing'),
    },
    { label: t('label.field.signable'), value: flag(document.signable) },
    { label: t('label.field.archivable'), value: flag(document.archivable) },
    ...registryFact(t, document),
    ...(folded ? [] : extras),
    { label: t('document.facts.created'), value: moment(document.createdDate, document.createdBy) },
    { label: t('document.facts.modified'), value: moment(document.lastModifiedDate, document.lastModifiedBy) },
    ...(document.startSignDate
      ? [{ label: t('document.facts.started'), value: moment(document.startSignDate, null) }]
      : []),
  ];
  const rest: Fact[] = [
    { label: t('label.field.businessId'), value: <span className="num">{document.id}</span> },
    { label: t('label.field.type'), value: documentTypeLabel(t, document.type) },
    {
      label: t('columns.folder'),
      value: (
        <Link to={paths.folder(folder.id)}>{`${folderTitle(t, folder)} · ${folderTypeLabel(t, folder.type)}`}</Link>
      ),
    },
    { label: t('label.field.fileName'), value: document.fileName ?? t('missing') },
    {
      label: t(document.signedDocumentId === null ? 'label.field.fileSize' : 'document.facts.originalSize'),
      value: <span className="num">{formatSize(document.fileSize)}</span>,
    },
    { label: t('label.field.mimeType'), value: document.mimeType ? mimeLabel(t, document.mimeType) : t('missing') },
    ...feaFact(t, document),
    ...staffFacts(t, document.metadata),
  ];
  return (
    <Card title={t('document.facts.title')} aside={<Link to={paths.folder(folder.id)}>{t('columns.folder')}</Link>}>
      <div className={classes.facts}>
        <Facts facts={facts} />
        {folded ? (
          <details className={classes.details}>
            <summary>{t('document.facts.filledIn', { number: extras.length })}</summary>
            <div className={classes.more}>
              <Facts facts={extras} />
            </div>
          </details>
        ) : null}
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

/** A loan of a vehicle for more than thirty days must be reported to the registry: remind staff of the day. */
function registryFact(t: TFunction, { type, variableFields }: DocumentRow): Fact[] {
  const day = type.startsWith('LOAN_') ? registryDay(variableFields) : null;
  if (day === null) return [];
  return [{ label: t('document.facts.registry'), value: t('document.facts.registryUntil', { day: formatDate(day) }) }];
}

function feaFact(t: TFunction, document: DocumentRow): Fact[] {
  const { feaModuleId } = document;
  if (feaModuleId === null) return [];
  const link = <Link to={paths.document(feaModuleId)}>{t('document.facts.feaNumber', { id: feaModuleId })}</Link>;
  return [{ label: t('label.documentType.FEA_MODULE'), value: link }];
}

/** The dealer's signers, as far as the document has their names. */
function staffFacts(t: TFunction, metadata: DocumentRow['metadata']): Fact[] {
  const { dealer, operatorDealer, salesManager } = metadata;
  const link = (url: string | null) => (url ? <a href={url}>{t('actions.open')}</a> : null);
  return [
    { label: t('document.facts.seller'), value: dealer.seller },
    { label: t('document.facts.dealerLink'), value: link(dealer.signUrl) },
    { label: t('label.signerRole.operatorDealer'), value: operatorDealer.label },
    { label: t('document.facts.operatorLink'), value: link(operatorDealer.signUrl) },
    { label: t('label.signerRole.salesManager'), value: salesManager.label },
    { label: t('document.facts.managerLink'), value: link(salesManager.signUrl) },
  ].filter(({ value }) => value !== null);
}
