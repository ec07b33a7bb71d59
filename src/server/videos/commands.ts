/** Commands on tutorial videos. Permission depends only on the role, so it is checked before anything is loaded. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { tooLongTexts } from '#domain/text-schemas.ts';
import type { VideoValues } from '#domain/videos/video.ts';
import type { Tx } from '#ports/database/database.ts';
import { createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import { changeVideo, insertVideo, lockVideo, removeVideo, type VideoRow } from './queries.ts';

const columnsOf = ({ order, title, externalId, description, duration }: VideoValues) => ({
  position: order,
  title,
  external_id: externalId,
  description,
  duration: duration ?? null,
});

export async function createVideo(tx: Tx, command: { actor: Actor; input: VideoValues; at: Date }): Promise<VideoRow> {
  const { actor, input, at } = command;
  return insertVideo(tx, {
    ...columnsOf(input),
    ...createdColumns(actor, at),
  });
}

/** @throws Refusal video.notFound, conflict.stale, video.invalid */
export async function updateVideo(
  tx: Tx,
  command: { actor: Actor; id: number; read: Date | null | undefined; input: VideoValues; at: Date },
): Promise<VideoRow> {
  const stored = await lockVideo(tx, command.id);
  if (stored === undefined) throw new Refusal('video.notFound');
  refuseStale(command.read, stored.last_modified_date);
  const { description } = command.input;
  const lengthIssues = tooLongTexts('video', { description }, { description: stored.description });
  if (lengthIssues.length > 0) throw new Refusal('video.invalid', { fieldErrors: lengthIssues });
  return changeVideo(tx, command.id, {
    ...columnsOf(command.input),
    ...editedColumns(command.actor, stored, command.at),
  });
}

/** @throws Refusal video.notFound */
export async function deleteVideo(tx: Tx, id: number): Promise<void> {
  if (!(await removeVideo(tx, id))) throw new Refusal('video.notFound');
}
