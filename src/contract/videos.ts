/** Calls on tutorial videos: the list, create, update and delete. */
import { z } from 'zod';
import { optionalLinesAsStored } from '#domain/text.ts';
import { VIDEO_FIELDS, videoSchema } from '#domain/videos/video.ts';
import * as calls from './calls/videos.ts';
import { type CriteriaFields, listQuery, sortsOf } from './definition/criteria.ts';
import { editSchema } from './definition/edit.ts';
import { endpoint } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

export const videoAnswer = z.object({
  id: z.number(),
  order: z.number(),
  title: z.string(),
  externalId: z.string(),
  description: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  createdBy: z.string().nullable(),
  createdDate: z.string(),
  lastModifiedBy: z.string().nullable(),
  lastModifiedDate: z.string(),
});
export type VideoAnswer = z.output<typeof videoAnswer>;

export const VIDEO_CRITERIA = {
  id: 'number',
  order: 'number',
  title: 'text',
  externalId: 'text',
  description: 'text',
  duration: 'number',
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

export const VIDEO_SORTS = sortsOf(VIDEO_CRITERIA);

const written = { order: 1, title: 'Primo accesso', externalId: 'abc123', description: 'Come si entra', duration: 185 };
const video = {
  id: 2,
  ...written,
  createdBy: 'admin',
  createdDate: '2026-11-20T08:12:00.000Z',
  lastModifiedBy: 'admin',
  lastModifiedDate: '2026-11-20T08:12:00.000Z',
};

export const listVideos = endpoint(calls.listVideos, {
  summary: 'Tutorial videos, one page, in their order',
  access: 'staff',
  action: 'video.read',
  query: listQuery(VIDEO_CRITERIA, { sort: 'order,asc' }),
  output: z.array(videoAnswer),
  status: 200,
  objectName: 'video',
  example: { query: { 'genericFilter.contains': 'accesso' }, answer: [video] },
  errors: ['video.invalid'],
});

export const getVideo = endpoint(calls.getVideo, {
  summary: 'One tutorial video',
  access: 'staff',
  action: 'video.read',
  params: idParams,
  output: videoAnswer,
  status: 200,
  objectName: 'video',
  example: { params: { id: 2 }, answer: video },
  errors: ['video.notFound'],
});

export const createVideo = endpoint(calls.createVideo, {
  summary: 'Add a tutorial video',
  access: 'staff',
  action: 'video.edit',
  body: videoSchema,
  output: videoAnswer,
  status: 201,
  objectName: 'video',
  example: { body: written, answer: video },
  errors: ['video.invalid'],
});

export const updateVideo = endpoint(calls.updateVideo, {
  summary: 'Change a tutorial video',
  access: 'staff',
  action: 'video.edit',
  body: editSchema({ ...VIDEO_FIELDS, description: optionalLinesAsStored }, {}),
  output: videoAnswer,
  status: 200,
  objectName: 'video',
  example: { body: video, answer: video },
  errors: ['video.invalid', 'video.notFound', 'conflict.stale'],
});

export const deleteVideo = endpoint(calls.deleteVideo, {
  summary: 'Remove a tutorial video',
  access: 'staff',
  action: 'video.edit',
  params: idParams,
  status: 204,
  objectName: 'video',
  example: { params: { id: 2 } },
  errors: ['video.notFound'],
});
