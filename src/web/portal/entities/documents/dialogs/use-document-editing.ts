/** Edits a stored document: loads it afresh, keeps the input, saves it as it is or as a draft. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateDocument } from '#contract/calls/documents.ts';
import { listCoworkers } from '#contract/calls/users.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import { type SignatureType, statusAfterSave } from '#domain/documents/document-states.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import type { Account, DocumentRow } from '../../../api/answer-types.ts';
import { ask } from '../../../api/client.ts';
import { documentQuery, folderTypesQuery } from '../../../api/queries.ts';
import { keyOf } from '../../../api/query-keys.ts';
import { useSaving } from '../../../connected/form/use-editing.ts';
import { documentTypeLabel, folderTitle } from '../../../connected/labels.ts';
import { useRules } from '../../papers/form/load-rules.ts';
import { asUploadedBefore, type DocumentTypeRules, hasPaper, storedCase } from '../../papers/form/paper.ts';
import { EMPTY_VALUES, useDocumentForm } from '../fields/document-form.ts';
import { type DocumentValues, fieldsBody, mergedValues, valuesOf } from '../fields/document-values.ts';
import { showDocument } from '../use-document-mutations.ts';
import { useDocumentContext } from './document-context.ts';
import type { FormAct } from './document-form-dialog.tsx';
import { useRefuse } from './unsaved-values.ts';

type Body = BodyOf<typeof updateDocument>;

/** A generated paper has its standard file name; only the server can check the evidence trail, which is authoritative. */
const isGenerated = ({ fileName, type }: DocumentRow): boolean => fileName === null || fileName === paperFileName(type);

/** What the form needs before it can be filled in. */
function useStored(listed: DocumentRow, opened: boolean) {
  const configuration = useQuery(folderTypesQuery);
  // A list may be minutes old: start the form from the current row.
  const current = useQuery({ ...documentQuery(listed.id), enabled: opened, refetchOnMount: 'always' });
  const context = useDocumentContext(listed.folderId);
  const configuredType = configuration.data && findConfiguredType(configuration.data, listed.folder.type, listed.type);
  const templates = useRules(configuredType ?? null);
  const failed = current.isError ? current : configuration.isError ? configuration : null;
  return {
    context,
    rules: templates.rules,
    fresh: current.isFetchedAfterMount ? current.data : undefined,
    isTypeGone: configuration.data !== undefined && !configuredType,
    failure: failed?.error ?? context.failure ?? templates.failure,
    retry: failed ? () => void failed.refetch() : context.failure ? context.retry : templates.retry,
  };
}

/** A form value as text: the signature type, a colleague's name, other values as typed. */
function displayed(
  t: TFunction,
  client: QueryClient,
  type: DocumentTypeRules | null,
  field: string,
  value: unknown,
): string {
  if (field === 'sigType') return t(`documentFields.sigTypeLong.${value as SignatureType}`);
  const role = type?.fields.find(({ name }) => name === field)?.type ?? '';
  if (!role.startsWith('ROLE_')) return String(value);
  const queryKey = keyOf(listCoworkers, { path: { role: role as Role } });
  const colleagues = client.getQueriesData<Account[]>({ queryKey }).flatMap(([, rows]) => rows ?? []);
  return colleagues.find(({ id }) => String(id) === value)?.fullname ?? t('conflict.person');
}

export function useDocumentEditing(listed: DocumentRow, opened: boolean, onClose: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const stored = useStored(listed, opened);
  const { context, rules, fresh } = stored;
  const [type, setType] = useState<DocumentTypeRules | null>(null);
  const asDraft = useRef(false);
  const paperContext = context.folder && context.dossier ? storedCase(context.folder, context.dossier) : undefined;
  const fields = useDocumentForm({
    type,
    initialValues: EMPTY_VALUES,
    paperCase: paperContext,
    stored: { mimeType: fresh?.mimeType ?? null },
    onValuesChange: (values) => {
      if (saving.row) saving.changed(values);
    },
  });
  const refuse = useRefuse(fields);
  const saving: ReturnType<typeof useSaving<DocumentValues, DocumentRow, Body>> = useSaving<
    DocumentValues,
    DocumentRow,
    Body
  >(
    { ...fields.form, refuse },
    {
      of: ['update', 'documents'],
      row: null,
      valuesOf: (row) => (row && type ? valuesOf(row, type) : EMPTY_VALUES),
      bodyOf: (values, row): Body => {
        if (!row || !type) throw new Error('Nothing was read yet');
        const draft = asDraft.current ? { draft: true } : {};
        return { id: row.id, ...fieldsBody(values, type), lastModifiedDate: row.lastModifiedDate, ...draft };
      },
      send: (body) => ask(updateDocument, { body }),
      call: updateDocument,
      reload: ({ id }) => client.fetchQuery({ ...documentQuery(id), staleTime: 0 }),
      isApplied: ({ status }, { draft, signable }) =>
        status === statusAfterSave({ draft: draft === true, signable: signable === true }),
      draft: `document.${listed.id}`,
      keepable: (values) => ({ ...values, file: null }),
      merge: (base, mine, theirs) => ({ values: mergedValues(base, mine, theirs), both: [] }),
      parts: (values) => ({ ...values, file: null, fields: {}, proposed: {}, ...values.fields }),
      display: (field, values) => displayed(t, client, type, field, values[field]),
      detail: (row) => `${documentTypeLabel(t, row.type)} · ${t(`label.documentStatus.${row.status}`)}`,
      onSaved: (row) => {
        showDocument(client, row);
        onClose();
      },
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: initializes the form once, after both have loaded
  useEffect(() => {
    if (type || !rules || !fresh) return;
    // An uploaded file is never replaced by a generated paper.
    const begun = hasPaper(rules) && !isGenerated(fresh) ? asUploadedBefore(rules) : rules;
    setType(begun);
    saving.begin(fresh, valuesOf(fresh, begun));
  }, [rules, fresh]);
  const { folder, dossier } = context;
  const { row } = saving;
  const refused = row && UNSIGNED_ACTIONS.edit.refusal({ ...row, ...(folder ? { folderStatus: folder.status } : {}) });
  return {
    ...{ stored, type, made: paperContext, fields, saving },
    /** Why it cannot be edited now. */
    refused,
    isEditable: row !== null && refused === null,
    /** The resulting status. */
    landing: statusAfterSave({ draft: false, signable: fields.form.values.signable }),
    place: dossier && folder ? `${customerName(dossier)} · ${folderTitle(t, folder)}` : null,
    busy: saving.busy ? (saving.act.variables?.draft ? ('draft' as const) : ('save' as const)) : null,
    save: (act: FormAct) =>
      fields.submit((values) => {
        asDraft.current = act === 'draft';
        saving.save(values);
      }, act === 'draft'),
  };
}
