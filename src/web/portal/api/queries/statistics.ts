/** Queries of the dashboard's figures. */
import { queryOptions } from '@tanstack/react-query';
import { listLegalEntities } from '#contract/calls/dealers.ts';
import { countDocuments } from '#contract/calls/documents.ts';
import { archiveStatistics, otpStatistics, sizeStatistics } from '#contract/calls/statistics.ts';
import type { QueryOf } from '#contract/definition/call-types.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { Figures } from '#domain/statistics/gauge.ts';
import { BYTES_PER_MEGABYTE } from '../../text/numbers.ts';
import { ask } from '../client.ts';
import { keyOf } from '../query-keys.ts';
import { queryOf } from '../query-options.ts';

/** Every signature changes the figures: a minute's cache is fresh enough, and an open page refetches occasionally. */
const FRESHNESS = { staleTime: 60_000, refetchInterval: 300_000 } as const;

const within = (legalEntity: string | null) => ({ query: { legalEntity: legalEntity ?? undefined } });

export const legalEntitiesQuery = queryOf(listLegalEntities, {}, { staleTime: Number.POSITIVE_INFINITY });

/** Codes used and bought; null sums all legal entities, for those who see all. */
export const otpUsed = (legalEntity: string | null) => queryOf(otpStatistics, within(legalEntity), FRESHNESS);

const SIZES = { 'documents-size': sizeStatistics, 'archived-documents-size': archiveStatistics };

/** Megabytes used and allowed: of all documents, or of the archived ones. */
export const spaceUsed = (which: keyof typeof SIZES, legalEntity: string | null) =>
  queryOptions({
    queryKey: keyOf(SIZES[which], within(legalEntity)),
    queryFn: async ({ signal }): Promise<Figures> => {
      const { totalSizeUsed, totalSizeAvailable } = await ask(SIZES[which], { ...within(legalEntity), signal });
      const used = totalSizeUsed.size / BYTES_PER_MEGABYTE;
      return totalSizeAvailable ? { used, total: totalSizeAvailable.size / BYTES_PER_MEGABYTE } : { used };
    },
    ...FRESHNESS,
  });

/** Statuses that count as signed. */
const SIGNED = 'PRIVACY_UPDATING,SIGNED';

export interface SignedDocuments {
  /** In any status. */
  documents: number;
  signed: readonly { folderType: FolderType; count: number }[];
}

/** Signed documents per folder type, and the total of documents; without a legal entity, of everything the caller sees. */
export const signedDocuments = (legalEntity: string | null, folderTypes: readonly FolderType[]) =>
  queryOptions({
    queryKey: [...keyOf(countDocuments), legalEntity, folderTypes],
    queryFn: async ({ signal }): Promise<SignedDocuments> => {
      const of = legalEntity === null ? {} : { 'legalEntity.equals': legalEntity };
      const count = (query: QueryOf<typeof countDocuments>) =>
        ask(countDocuments, { query: { ...query, ...of }, signal });
      const [documents, ...signed] = await Promise.all([
        count({}),
        ...folderTypes.map((type) => count({ 'status.in': SIGNED, 'folderType.equals': type })),
      ]);
      return {
        documents,
        signed: folderTypes.map((folderType, index) => ({ folderType, count: signed[index] ?? 0 })),
      };
    },
    ...FRESHNESS,
  });
