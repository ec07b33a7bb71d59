/** Presents a tutorial video in its API form. */
import type { VideoAnswer } from '#contract/videos.ts';
import type { VideoRow } from './queries.ts';

export function presentVideo(row: VideoRow): VideoAnswer {
  return {
    id: row.id,
    order: row.position,
    title: row.title,
    externalId: row.external_id,
    description: row.description,
    duration: row.duration,
    createdBy: row.created_by,
    createdDate: row.created_date.toISOString(),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: row.last_modified_date.toISOString(),
  };
}
