/** Queries of tutorial videos. */
import { getVideo, listVideos } from '#contract/calls/videos.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-options.ts';

export type VideoRow = RowOf<typeof listVideos>;

/** All of them in order: the list is short and sorted manually. */
export const videosQuery = pageOf(listVideos, { query: { page: 0, size: 1000, sort: 'order,asc' } });

export const videoQuery = (id: number) => queryOf(getVideo, { path: { id } }, { gcTime: 0 });
