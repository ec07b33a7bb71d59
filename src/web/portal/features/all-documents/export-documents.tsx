/** Exports the documents found; the file is named after the view and the day. */
import { useTranslation } from 'react-i18next';
import { exportDocuments } from '#contract/calls/documents.ts';
import { type DocumentView, MAX_EXPORTED_DOCUMENTS } from '#domain/documents/document-views.ts';
import type { DocumentCriteria } from '../../api/queries/all-documents.ts';
import { requestOf } from '../../api/request.ts';
import { ExportButton } from '../../connected/export-button.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';

export function ExportDocuments(props: {
  criteria: DocumentCriteria;
  sort: string;
  view: DocumentView | undefined;
  total: number;
}) {
  const { t } = useTranslation();
  const { criteria, sort, view, total } = props;
  const of = view ? [t(`allDocuments.views.${view}`).toLowerCase().replaceAll(' ', '-')] : [];
  const tooMany = total > MAX_EXPORTED_DOCUMENTS;
  return (
    <ExportButton
      file={requestOf(exportDocuments, { query: { sort }, body: criteria })}
      name={`${[t('menu.documents').toLowerCase(), ...of, toIsoDate(new Date())].join('-')}.xlsx`}
      words="allDocuments.export"
      reason={tooMany ? t('allDocuments.export.tooMany', { most: formatCount(MAX_EXPORTED_DOCUMENTS) }) : null}
    />
  );
}
