/** Finds other open customers of the same dealer with the same fiscal code; two dealers may have the same person. */
import { useQuery } from '@tanstack/react-query';
import type { DossierRow } from '../../api/answer-types.ts';
import { dossierSearch } from '../../api/queries.ts';

/** At most this many are named. */
const MAX_NAMED = 3;

/** @param code null while there is nothing to look up; `id` is the customer itself. */
export function useDuplicates(code: string | null, hst: string, id: number | null): DossierRow[] {
  const criteria = { status: { equals: 'OPEN' }, hst: { equals: hst }, fiscalCode: { equals: code ?? '' } };
  const dossiers = useQuery({
    ...dossierSearch({ page: 0, size: MAX_NAMED + 1, sort: 'id,desc', criteria }),
    enabled: code !== null && hst !== '',
    placeholderData: undefined,
  });
  return (dossiers.data?.rows ?? []).filter((row) => row.id !== id).slice(0, MAX_NAMED);
}
