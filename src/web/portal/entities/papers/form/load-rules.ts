/** Loads the templates, with the texts of their form, when a type needs them: upload-only pages do not load them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ConfiguredDocumentType, extraFields } from '#domain/folders/folder-types.ts';
import { localKey } from '../../../api/query-keys.ts';
import { loadTexts } from '../../../text/language.ts';
import { canBeGenerated, type DocumentTypeRules } from './paper.ts';

async function loadTemplates() {
  const words = (['paperForm', 'paperFields'] as const).map(loadTexts);
  const [module] = await Promise.all([import('./with-template.ts'), import('./paper-form.tsx'), ...words]);
  return module.withTemplate;
}

/** The form of an uploaded file may also have fields, with the same names as those of papers. */
async function loadLabels() {
  await Promise.all([loadTexts('paperFields'), import('../../documents/fields/extra-field.tsx')]);
  return (type: ConfiguredDocumentType): DocumentTypeRules => type;
}

/** What must be loaded first; null for a type whose form is already loaded. */
function loaderOf(type: ConfiguredDocumentType) {
  if (canBeGenerated(type)) return loadTemplates;
  return extraFields(type).length > 0 ? loadLabels : null;
}

/** The type with what its form and its body need. */
export async function rulesOf(type: ConfiguredDocumentType): Promise<DocumentTypeRules> {
  const load = loaderOf(type);
  return load === null ? type : (await load())(type);
}

export interface LoadedRules {
  /** Null until loaded. */
  rules: DocumentTypeRules | null;
  failure: unknown;
  retry: () => void;
}

/** @param type null while none is chosen. */
export function useRules(type: ConfiguredDocumentType | null): LoadedRules {
  const load = type === null ? null : loaderOf(type);
  const templates = useQuery({
    queryKey: localKey(load === loadTemplates ? 'paper-templates' : 'paper-fields'),
    queryFn: async () => ({ withTemplate: await (load ?? loadLabels)() }),
    enabled: load !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = templates;
  const rules = useMemo(() => {
    if (type === null || load === null) return type;
    return data ? data.withTemplate(type) : null;
  }, [type, load, data]);
  return { rules, failure: load === null ? null : templates.error, retry: () => void templates.refetch() };
}
