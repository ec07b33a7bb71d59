/** The only module that keeps a document page up to date while another person signs. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { searchDocuments } from '#contract/calls/documents.ts';
import { isInProgress } from '#domain/documents/document-states.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { isLive, pollIntervalMs } from '../../api/live/live.ts';
import { isAbsent, refetchStale } from '../../api/live/live-refresh.ts';
import { eventsQuery, signingQuery } from '../../api/queries/signing.ts';
import { documentQuery } from '../../api/queries.ts';
import { subjectOf } from '../../api/query-keys.ts';

/** Polling interval in ms while a job changes the document and no live stream is connected. */
const MOVING_MS = 2_000;

/** @param id null when the address does not contain a document id. */
export function useLiveDocument(id: number | null): UseQueryResult<DocumentRow> {
  const client = useQueryClient();
  const document = useQuery({
    ...documentQuery(id ?? 0),
    enabled: id !== null,
    // Refetch when the user returns from another tab.
    refetchOnWindowFocus: (query) => !isAbsent(query) && 'always',
    refetchInterval: (query) =>
      query.state.data && isInProgress(query.state.data.status) ? pollIntervalMs(MOVING_MS) : false,
  });
  const { data, dataUpdatedAt } = document;
  const status = data?.status;
  const seen = useRef<{ status: string; at: number } | null>(null);
  useEffect(() => {
    if (id === null || status === undefined) return;
    const before = seen.current;
    seen.current = { status, at: dataUpdatedAt };
    // The live stream already refreshes everything about a document.
    if (before === null || before.at === dataUpdatedAt || isLive()) return;
    const changed = before.status !== status;
    // A signer can open the link or request a code without any change to the document.
    if (changed || isInProgress(status)) {
      refetchStale(client, { queryKey: signingQuery(id).queryKey });
      refetchStale(client, { queryKey: eventsQuery(id).queryKey });
    }
    if (changed) refetchStale(client, { queryKey: subjectOf(searchDocuments) });
  }, [client, id, status, dataUpdatedAt]);
  return document;
}
