/** Calls on tutorial videos (specification §3 Video, P-15). */
import { queryOptions } from '@tanstack/react-query';
import { call, callDone, callPage, type Page } from './client.ts';

export interface VideoRow {
  id: number;
  order: number;
  title: string;
  externalId: string;
  description: string | null;
  /** Seconds. */
  duration: number | null;
  lastModifiedDate: string;
}

/** What people write. */
export interface VideoBody {
  order: number;
  title: string;
  externalId: string;
  description: string | null;
  duration: number | null;
}

/** All of them, in their order: the list is short and is put in order by hand. */
export const videosQuery = queryOptions({
  queryKey: ['videos', 'all'],
  queryFn: ({ signal }): Promise<Page<VideoRow>> =>
    callPage<VideoRow>('/api/videos', { query: { page: 0, size: 1000, sort: 'order,asc' }, signal }),
});

export const videoQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', id],
    queryFn: ({ signal }) => call<VideoRow>(`/api/videos/${id}`, { signal }),
    gcTime: 0,
  });

export const createVideo = (body: VideoBody, key: string): Promise<VideoRow> =>
  call('/api/videos', { method: 'POST', body, idempotencyKey: key });

/** @param read when the row was last changed as it was read: an older one is refused. */
export const changeVideo = (id: number, body: VideoBody, read: string): Promise<VideoRow> =>
  call('/api/videos', { method: 'PUT', body: { ...body, id, lastModifiedDate: read } });

export const deleteVideo = (id: number): Promise<void> => callDone(`/api/videos/${id}`, { method: 'DELETE' });
