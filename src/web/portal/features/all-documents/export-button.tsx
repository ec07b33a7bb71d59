/** Exports the documents found as an Excel file and shows the progress. */
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exportDocuments } from '#contract/calls/documents.ts';
import { type DocumentView, MOST_EXPORTED_DOCUMENTS } from '#domain/documents/views.ts';
import { askLongFile, saveFile } from '../../api/client.ts';
import type { DocumentCriteria } from '../../api/queries/all-documents.ts';
import { requestOf } from '../../api/request.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount, formatSize } from '../../text/numbers.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';

/** A faster update is not readable. */
const TELL_EVERY_MS = 400;

export function ExportButton(props: {
  criteria: DocumentCriteria;
  sort: string;
  view: DocumentView | undefined;
  total: number;
}) {
  const { t } = useTranslation();
  const { criteria, sort, view, total } = props;
  const of = view ? [t(`allDocuments.views.${view}`).toLowerCase().replaceAll(' ', '-')] : [];
  const name = `${[t('menu.documents').toLowerCase(), ...of, toIsoDate(new Date())].join('-')}.xlsx`;
  const work = useAct<DocumentCriteria, Blob>({
    words: 'allDocuments.export',
    detail: ({ size }) => t('allDocuments.export.doneText', { name, size: formatSize(size) }),
    send: async (body, { tell }) => {
      let told = 0;
      const file = await askLongFile(requestOf(exportDocuments, { query: { sort }, body }), (bytes) => {
        if (Date.now() - told < TELL_EVERY_MS) return;
        told = Date.now();
        tell(t('allDocuments.export.received', { size: formatSize(bytes) }));
      });
      saveFile(file, name);
      return file;
    },
  });
  const tooMany = total > MOST_EXPORTED_DOCUMENTS;
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} stroke={1.9} />}
      reason={tooMany ? t('allDocuments.export.tooMany', { most: formatCount(MOST_EXPORTED_DOCUMENTS) }) : null}
      loading={work.isPending}
      onClick={() => work.mutate(criteria)}
    >
      {t('allDocuments.export.action')}
    </ReasonButton>
  );
}
