/** Loads the folder and the customer of a document, which only list rows have, when a dialog opens. */
import { useQuery } from '@tanstack/react-query';
import type { DossierRow, FolderRow } from '../../../api/answer-types.ts';
import { dossierQuery, folderQuery } from '../../../api/queries.ts';

export interface DocumentContext {
  folder: FolderRow | undefined;
  dossier: DossierRow | undefined;
  failure: unknown;
  retry: () => void;
}

/** @param folderId absent until it is known. */
export function useDocumentContext(folderId: number | undefined): DocumentContext {
  const folder = useQuery({ ...folderQuery(folderId ?? 0), enabled: folderId !== undefined });
  const dossierId = folder.data?.dossierId;
  const dossier = useQuery({ ...dossierQuery(dossierId ?? 0), enabled: dossierId !== undefined });
  const failed = folder.isError ? folder : dossier.isError ? dossier : null;
  return {
    folder: folder.data,
    dossier: dossier.data,
    failure: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
