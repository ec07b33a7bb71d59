/** Asks before a document is deleted: it leaves every list, its evidence stays (specification §2, §4, P-4). */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { callDone, type Page } from '../../api/client.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { ActDialog } from '../act/act-dialog.tsx';
import { useAct } from '../act/use-act.ts';
import type { DialogFrame } from '../document-dialogs.tsx';
import { customerOf, documentTypeLabel } from '../labels.ts';
import { useSurroundings } from './place.ts';

export function RemoveDialog(
  props: DialogFrame & { row: DocumentRow; onRemoved: ((row: DocumentRow) => void) | undefined },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { row } = props;
  const { dossier } = useSurroundings(row.folderId);
  const remove = useAct<DocumentRow, void>({
    of: ['delete', 'documents'],
    send: ({ id }) => callDone(`/api/documents/${id}`, { method: 'DELETE' }),
    detail: () => `${documentTypeLabel(t, row.type)} · ${row.id}`,
    stale: [['folders'], ['dossiers'], ['statistics']],
    onDone: () => {
      client.setQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] }, (page) =>
        withoutRow(page, row.id),
      );
      // Asked for itself it would answer that it is not there any more.
      void client.invalidateQueries({ predicate: ({ queryKey: [name, id] }) => name === 'documents' && id !== row.id });
      props.onClose();
      props.onRemoved?.(row);
    },
  });
  const draft = row.status === 'DRAFT';
  const name = documentTypeLabel(t, row.type);
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  return (
    <ActDialog
      opened={props.opened}
      title={t(draft ? 'documentDialogs.remove.draftTitle' : 'documentDialogs.remove.title', { name })}
      text={
        <>
          {t('documentDialogs.remove.text', { id: row.id, customer })} {t('documentDialogs.remove.evidence')}
        </>
      }
      action={t(draft ? 'documentDialogs.remove.draftAction' : 'documentDialogs.remove.action')}
      danger
      act={remove}
      onAct={() => remove.mutate(row)}
      onClose={props.onClose}
    />
  );
}

function withoutRow(page: Page<DocumentRow> | undefined, id: number): Page<DocumentRow> | undefined {
  if (!page?.rows.some((row) => row.id === id)) return page;
  return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
}
