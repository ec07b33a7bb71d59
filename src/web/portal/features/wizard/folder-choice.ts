/** The folder of the document: an open one or a new one, validated by the rules of its type. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useEntityForm } from '../../connected/form/entity-form.ts';
import type { RefusedFields } from '../../connected/page-comparison.tsx';
import { folderDoubts, folderIssues, startingFields } from '../../entities/folders/folder-values.ts';
import { uiLanguage } from '../../text/language.ts';
import type { Errors } from './customer-rules.ts';
import type { WizardState } from './use-wizard.ts';
import type { Draft, FolderChoice, NewFolder } from './wizard-draft.ts';
import type { WizardSubject } from './wizard-rules.ts';

export type FolderChoosing = ReturnType<typeof useFolderChoice>;

export function useFolderChoice(wizard: WizardState, errors: RefusedFields) {
  const { account } = useSession();
  const { folder, customer } = wizard.draft;
  const [shown, setKind] = useState<FolderChoice['kind'] | null>(folder?.kind ?? null);
  const form = useFolderForm(wizard, errors);
  const dossierId = customer?.kind === 'existing' ? customer.dossier.id : null;
  const open = useQuery({
    ...openFolders(account, wizard.subject, dossierId ?? 0, ''),
    enabled: dossierId !== null,
  });
  const lone = shown === null ? loneFolder(open.data?.rows, wizard) : null;
  const kind = shown ?? (lone ? 'existing' : 'new');
  const chosen = folder?.kind === 'existing' ? folder.folder : lone;
  const choose = (row: FolderRow | null) => wizard.patch({ folder: row && { kind: 'existing', folder: row } });
  return {
    ...{ kind, chosen, form, choose },
    /** Not yet known: whether the customer has an open folder to reuse. */
    isAsked: shown === null && open.isLoading,
    /** The number of open folders of this type for the customer. */
    open: open.data?.total ?? 0,
    show: (next: FolderChoice['kind']) => {
      setKind(next);
      const [row, another] = open.data?.rows ?? [];
      choose(next === 'existing' && row && !another ? row : null);
    },
    doubts: kind === 'new' ? folderDoubts(form.values, uiLanguage()) : [],
    check: (): Errors => (kind === 'new' ? (form.validate().errors as Errors) : {}),
    /** Null while no open folder is selected. */
    given: (): FolderChoice | null =>
      kind === 'new' ? { kind, values: form.getValues() } : chosen && { kind, folder: chosen },
  };
}

export const FOLDERS_SHOWN = 8;

/** The customer's open folders of this brand and type, newest first. */
export function openFolders(
  account: Parameters<typeof folderSearch>[0],
  subject: WizardSubject,
  dossierId: number,
  text: string,
): ReturnType<typeof folderSearch> {
  return folderSearch(account, {
    page: 0,
    size: FOLDERS_SHOWN,
    sort: 'id,desc',
    criteria: {
      dossierId: { equals: dossierId },
      brand: { equals: subject.brand },
      type: { equals: subject.folderType },
      status: { equals: 'OPEN' },
      ...(text === '' ? {} : { genericFilter: { contains: text } }),
    },
  });
}

/** The only open folder, unless a new one was started or the PDF names a different car or number. */
export function loneFolder(
  rows: readonly FolderRow[] | undefined,
  { draft, start }: { draft: Draft; start: { draft: Draft } },
): FolderRow | null {
  const [row, another] = rows ?? [];
  if (!row || another || JSON.stringify(draft.typedFolder) !== JSON.stringify(start.draft.typedFolder)) return null;
  const typed = start.draft.typedFolder;
  const differs = (['plate', 'vin', 'businessId'] as const).some((name) => typed?.[name] && typed[name] !== row[name]);
  return differs ? null : row;
}

function useFolderForm({ subject, draft, patch }: WizardState, initialErrors: RefusedFields) {
  const { t } = useTranslation();
  const { brand, folderType: type, folderTypeRules } = subject;
  return useEntityForm<NewFolder>({
    initialValues: draft.typedFolder ?? startingFields(folderTypeRules),
    initialErrors,
    onValuesChange: (typedFolder) => patch({ typedFolder }),
    issues: (values) => folderIssues({ ...values, brand, type }, null, folderTypeRules),
    labelOf: (field) => (field === 'businessId' ? t(`label.businessId.${type}`) : undefined),
  });
}
