/** The one place that keeps a document's page up to date while somebody signs elsewhere (specification §4). */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { searchDocuments } from '#contract/calls/documents.ts';
import { isMoving } from '#domain/documents/life.ts';
import { subjectOf } from '../../api/keys.ts';
import { isLive, lookAgainMs } from '../../api/live/live.ts';
import { isAbsent, readAgain } from '../../api/live/live-refresh.ts';
import { eventsQuery, signingQuery } from '../../api/queries/signing.ts';
import { documentQuery } from '../../api/queries.ts';
import type { DocumentRow } from '../../api/shapes.ts';

/** ms between two looks while the document moves by itself and no stream tells. */
const MOVING_MS = 2_000;

/** @param id null when the address names no document. */
export function useLiveDocument(id: number | null): UseQueryResult<DocumentRow> {
  const client = useQueryClient();
  const document = useQuery({
    ...documentQuery(id ?? 0),
    enabled: id !== null,
    // Who comes back from another tab sees what happened there.
    refetchOnWindowFocus: (query) => !isAbsent(query) && 'always',
    refetchInterval: (query) =>
      query.state.data && isMoving(query.state.data.status) ? lookAgainMs(MOVING_MS) : false,
  });
  const { data, dataUpdatedAt } = document;
  const status = data?.status;
  const seen = useRef<{ status: string; at: number } | null>(null);
  useEffect(() => {
    if (id === null || status === undefined) return;
    const before = seen.current;
    seen.current = { status, at: dataUpdatedAt };
    // The stream brings in everything about a document at once.
    if (before === null || before.at === dataUpdatedAt || isLive()) return;
    const changed = before.status !== status;
    // A signer opens the link or asks for a code without the document itself changing.
    if (changed || isMoving(status)) {
      readAgain(client, { queryKey: signingQuery(id).queryKey });
      readAgain(client, { queryKey: eventsQuery(id).queryKey });
    }
    if (changed) readAgain(client, { queryKey: subjectOf(searchDocuments) });
  }, [client, id, status, dataUpdatedAt]);
  return document;
}
