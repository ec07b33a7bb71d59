/** Values of the video form: order and length as typed, converted to and from the server's format. Pure. */
import type { createVideo } from '#contract/calls/videos.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { issuesOf, unlessStored } from '#domain/validation.ts';
import { formatDuration, parseDuration } from '#domain/videos/duration.ts';
import { videoSchema } from '#domain/videos/video.ts';
import type { VideoRow } from '../../api/queries/videos.ts';

export type VideoValues = Record<'order' | 'title' | 'externalId' | 'description' | 'duration', string>;

export const newVideoValues = (order: number): VideoValues => ({
  ...{ order: String(order), title: '', externalId: '', description: '', duration: '' },
});

export const valuesOf = (
  video: Pick<VideoRow, 'order' | 'title' | 'externalId' | 'description' | 'duration'>,
): VideoValues => ({
  order: String(video.order),
  title: video.title,
  externalId: video.externalId,
  description: video.description ?? '',
  duration: video.duration === null ? '' : formatDuration(video.duration),
});

/** The body to send. An invalid number becomes one outside the schema's range, so the schema rejects it. */
export function videoBody(values: VideoValues): BodyOf<typeof createVideo> {
  const { order, title, externalId, description, duration } = values;
  return {
    order: /^-?\d{1,9}$/.test(order.trim()) ? Number(order) : Number.NaN,
    title,
    externalId,
    description: description.trim() === '' ? null : description,
    duration: duration.trim() === '' ? null : (parseDuration(duration) ?? Number.NaN),
  };
}

/** @param stored the values of the edited video. */
export function videoIssues(values: VideoValues, stored: VideoValues | null): FieldIssue[] {
  const body = videoBody(values);
  const order = values.order.trim() === '' ? undefined : body.order;
  return unlessStored(issuesOf('video', videoSchema, { ...body, order }), body, stored && videoBody(stored)).map(
    (issue) => (issue.field === 'duration' ? { ...issue, code: 'duration' } : issue),
  );
}
