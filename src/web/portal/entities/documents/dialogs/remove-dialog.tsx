/** Confirmation before a document is deleted: it is removed from every list, its evidence stays. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteDocument, searchDocuments } from '#contract/calls/documents.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import type { Page } from '../../../api/client.ts';
import { withoutRow } from '../../../api/live/live-cache.ts';
import { subjectOf } from '../../../api/query-keys.ts';
import { DeleteDialog } from '../../../connected/act/delete-dialog.tsx';
import { customerOf, documentTypeLabel } from '../../../connected/labels.ts';
import { useDocumentContext } from './document-context.ts';
import type { DialogFrame } from './document-dialogs.tsx';

export function RemoveDialog(
  props: DialogFrame & { row: DocumentRow; onRemoved: ((row: DocumentRow) => void) | undefined },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { row } = props;
  const { dossier } = useDocumentContext(row.folderId);
  const draft = row.status === 'DRAFT';
  const name = documentTypeLabel(t, row.type);
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  return (
    <DeleteDialog
      entity="documents"
      row={row}
      opened={props.opened}
      call={deleteDocument}
      title={t(draft ? 'documentDialogs.remove.draftTitle' : 'documentDialogs.remove.title', { name })}
      text={
        <>
          {t('documentDialogs.remove.text', { id: row.id, customer })} {t('documentDialogs.remove.evidence')}
        </>
      }
      action={t(draft ? 'documentDialogs.remove.draftAction' : 'documentDialogs.remove.action')}
      detail={`${name} · ${row.id}`}
      onClose={props.onClose}
      onDeleted={() => {
        client.setQueriesData<Page<DocumentRow>>({ queryKey: subjectOf(searchDocuments) }, (page) =>
          withoutRow(page, row.id),
        );
        props.onRemoved?.(row);
      }}
    />
  );
}
