/** Fetches the templates when a type needs them, with the words of their form: pages that only upload never pay for them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { holdPiece } from '../../text/language.ts';
import { type DocumentTypeRules, mayBeMade } from './paper.ts';

async function loadTemplates() {
  const [module] = await Promise.all([import('./template.ts'), import('./paper-form.tsx'), holdPiece('paperForm')]);
  return module.withTemplate;
}

/** The type as its form and its body need it. */
export async function rulesOf(type: ConfiguredDocumentType): Promise<DocumentTypeRules> {
  return mayBeMade(type) ? (await loadTemplates())(type) : type;
}

export interface LoadedRules {
  /** Null until they are there. */
  rules: DocumentTypeRules | null;
  failure: unknown;
  retry: () => void;
}

/** @param type null while none is chosen. */
export function useRules(type: ConfiguredDocumentType | null): LoadedRules {
  const needed = type !== null && mayBeMade(type);
  const templates = useQuery({
    queryKey: ['paper-templates'],
    queryFn: async () => ({ withTemplate: await loadTemplates() }),
    enabled: needed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = templates;
  const rules = useMemo(() => {
    if (type === null || !mayBeMade(type)) return type;
    return data ? data.withTemplate(type) : null;
  }, [type, data]);
  return { rules, failure: needed ? templates.error : null, retry: () => void templates.refetch() };
}
