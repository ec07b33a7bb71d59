/** Asks before a document is deleted: it leaves every list, its evidence stays (specification §2, §4, P-4). */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteDocument, searchDocuments } from '#contract/calls/documents.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ask, type Page } from '../../api/client.ts';
import { refresh, subjectOf } from '../../api/keys.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { Confirm } from '../confirm.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { useEntityWork } from '../entity-work.ts';
import { FailureNote } from '../failure-note.tsx';
import { customerOf, documentTypeLabel } from '../labels.ts';
import { useSurroundings } from './place.ts';

export function RemoveDialog(
  props: DialogFrame & { row: DocumentRow; onRemoved: ((row: DocumentRow) => void) | undefined },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { row } = props;
  const { dossier } = useSurroundings(row.folderId);
  const remove = useEntityWork<DocumentRow, void>({
    entity: 'documents',
    kind: 'delete',
    send: ({ id }) => ask(deleteDocument, { path: { id } }),
    detail: () => `${documentTypeLabel(t, row.type)} · ${row.id}`,
    refresh: [],
    onDone: () => {
      client.setQueriesData<Page<DocumentRow>>({ queryKey: subjectOf(searchDocuments) }, (page) =>
        withoutRow(page, row.id),
      );
      void refresh(client, deleteDocument, { id: row.id });
      props.onClose();
      props.onRemoved?.(row);
    },
  });
  const draft = row.status === 'DRAFT';
  const name = documentTypeLabel(t, row.type);
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  return (
    <Confirm
      opened={props.opened}
      title={t(draft ? 'documentDialogs.remove.draftTitle' : 'documentDialogs.remove.title', { name })}
      text={
        <>
          {t('documentDialogs.remove.text', { id: row.id, customer })} {t('documentDialogs.remove.evidence')}
        </>
      }
      action={t(draft ? 'documentDialogs.remove.draftAction' : 'documentDialogs.remove.action')}
      busy={remove.isPending}
      failure={remove.isError ? <FailureNote failure={remove.error} /> : null}
      onConfirm={() => remove.mutate(row)}
      onClose={props.onClose}
    />
  );
}

function withoutRow(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
