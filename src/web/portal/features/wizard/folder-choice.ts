/** The folder that the document goes into: one that is open, or a new one, judged by what its type asks for. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/shapes.ts';
import { spoken } from '../../text/language.ts';
import { folderDoubts, folderIssues, startingFields } from '../../ui/folder-values.ts';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import type { RefusedFields } from '../../ui/page-comparison.tsx';
import type { FolderChoice, NewFolder } from './draft.ts';
import type { Errors } from './rules.ts';
import type { WizardState } from './use-wizard.ts';

export type FolderChoosing = ReturnType<typeof useFolderChoice>;

export function useFolderChoice(wizard: WizardState, errors: RefusedFields) {
  const { folder } = wizard.draft;
  const [kind, setKind] = useState<FolderChoice['kind']>(folder?.kind ?? 'new');
  const form = useFolderForm(wizard, errors);
  const chosen = folder?.kind === 'existing' ? folder.folder : null;
  const choose = (row: FolderRow | null) => wizard.patch({ folder: row && { kind: 'existing', folder: row } });
  return {
    ...{ kind, chosen, form, choose },
    show: (next: FolderChoice['kind']) => {
      setKind(next);
      if (next === 'new') choose(null);
    },
    doubts: kind === 'new' ? folderDoubts(form.values, spoken()) : [],
    check: (): Errors => (kind === 'new' ? (form.validate().errors as Errors) : {}),
    /** Null while none is chosen among the open ones. */
    given: (): FolderChoice | null =>
      kind === 'new' ? { kind, values: form.getValues() } : chosen && { kind, folder: chosen },
  };
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
