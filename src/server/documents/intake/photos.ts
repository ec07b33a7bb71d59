/** Photos on generated papers: who may use which photo, and loading them for drawing. */
import type { FieldIssue } from '#domain/errors.ts';
import type { PaperField, PaperValues } from '#domain/papers/fields.ts';
import type { Paper } from '#domain/papers/paper.ts';
import { photosNamed, photosOn } from '#domain/papers/photos.ts';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import type { PaperCase } from '../papers/paper-case.ts';
import { findDocumentsIn } from '../queries.ts';
import { listKnownPhotos } from './photos.queries.ts';

/** A request to use photos on a paper. */
interface PhotoAsk {
  readonly fields: readonly PaperField[];
  readonly values: PaperValues;
  readonly around: Pick<PaperCase, 'told'>;
  readonly uploadedBy: number | null;
}

/** Fields that name a photo which the user has not uploaded and which no paper of the folder that they see has. */
async function strangePhotos(db: Db, { fields, values, around, uploadedBy }: PhotoAsk): Promise<string[]> {
  const named = photosNamed(fields, values);
  if (named.length === 0) return [];
  const { told } = around;
  const inFolder = told === null ? [] : await findDocumentsIn(db, told.folderId);
  const documents = inFolder
    .filter(({ created_by: by }) => told?.createdBy == null || told.createdBy === by)
    .map(({ id }) => id);
  const wanted = named.map(({ sha256 }) => sha256);
  const known = await listKnownPhotos(db, wanted, { uploadedBy, documents });
  return named.filter(({ sha256 }) => !known.has(sha256)).map(({ field }) => field);
}

export async function photoIssues(db: Db, asked: PhotoAsk): Promise<FieldIssue[]> {
  const strange = await strangePhotos(db, asked);
  return strange.map((field) => ({ objectName: 'document', field, code: 'photo' }));
}

/** Removes the values that `photoIssues` would refuse: a preview draws what it can. */
export async function withKnownPhotos<V extends PaperValues>(db: Db, asked: PhotoAsk & { values: V }): Promise<V> {
  const strange = await strangePhotos(db, asked);
  const readable = new Set(photosNamed(asked.fields, asked.values).map(({ field }) => field));
  const left = ({ name, kind }: PaperField): boolean =>
    kind === 'photo' && (strange.includes(name) || !readable.has(name));
  const without = Object.fromEntries(asked.fields.filter(left).map(({ name }) => [name, null]));
  return { ...asked.values, ...without };
}

/** Draws a paper with its photos, off the main thread. */
export async function drawPaper(world: Pick<World, 'pdf' | 'storage'>, paper: Paper) {
  const photos = [...new Set(photosOn(paper.blocks))];
  const pictures = await Promise.all(
    photos.map(async (sha256): Promise<[string, Uint8Array]> => [sha256, await world.storage.get(sha256)]),
  );
  return world.pdf.paper(paper, new Map(pictures));
}
