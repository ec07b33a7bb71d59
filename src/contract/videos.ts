/** Calls on tutorial videos: the list, create, update and delete. */
import { z } from 'zod';
import { optionalLinesAsStored } from '#domain/text-schemas.ts';
import { VIDEO_FIELDS, videoSchema } from '#domain/videos/video.ts';
import * as calls from './calls/videos.ts';
import { AUTHORED_CRITERIA, type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { authorExample, authorFields, editSchema } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const videoEndpoint = staffEndpointsOf('video');

export const videoAnswer = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  externalId: z.string(),
  description: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  ...authorFields,
});
export type VideoAnswer = z.output<typeof videoAnswer>;

export const VIDEO_CRITERIA = {
  id: 'number',
  order: 'number',
  title: 'text',
  externalId: 'text',
  description: 'text',
  duration: 'number',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

export const VIDEO_SORTS = sortsOf(VIDEO_CRITERIA);

const written = { order: 1, title: 'Primo accesso', externalId: 'abc123', description: 'Come si entra', duration: 185 };
const video = {
  id: 2,
  ...written,
  ...authorExample('admin', '2026-11-20T08:12:00.000Z'),
};

export const listVideos = videoEndpoint(calls.listVideos, 'video.read', {
  summary: 'Tutorial videos, one page, in their order',
  query: listQuery(VIDEO_CRITERIA, { sort: 'order,asc' }),
  output: z.array(videoAnswer),
  example: { query: { 'genericFilter.contains': 'accesso' }, answer: [video] },
  errors: ['video.invalid'],
});

export const getVideo = videoEndpoint(calls.getVideo, 'video.read', {
  summary: 'One tutorial video',
  params: idParams,
  output: videoAnswer,
  example: { params: { id: 2 }, answer: video },
  errors: ['video.notFound'],
});

export const createVideo = videoEndpoint(calls.createVideo, 'video.edit', {
  summary: 'Add a tutorial video',
  body: videoSchema,
  output: videoAnswer,
  status: 201,
  example: { body: written, answer: video },
  errors: ['video.invalid'],
});

export const updateVideo = videoEndpoint(calls.updateVideo, 'video.edit', {
  summary: 'Change a tutorial video',
  body: editSchema({ ...VIDEO_FIELDS, description: optionalLinesAsStored }, {}),
  output: videoAnswer,
  example: { body: video, answer: video },
  errors: ['video.invalid', 'video.notFound', 'conflict.stale'],
});

export const deleteVideo = videoEndpoint(calls.deleteVideo, 'video.edit', {
  summary: 'Remove a tutorial video',
  params: idParams,
  status: 204,
  example: { params: { id: 2 } },
  errors: ['video.notFound'],
});
