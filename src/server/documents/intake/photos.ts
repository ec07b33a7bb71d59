/** Photos on generated papers: who may use which photo, and loading them for drawing. */
import type { FieldIssue } from '#domain/errors.ts';
import type { PaperField, PaperValues } from '#domain/papers/fields.ts';
import type { Paper } from '#domain/papers/paper.ts';
import { printedPhotos, referencedPhotos } from '#domain/papers/photos.ts';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import type { PaperCase } from '../papers/paper-case.ts';
import { findDocumentsIn } from '../queries.ts';
import { listUsablePhotos } from './photos.queries.ts';

/** A request to use photos on a paper. */
interface PhotoAsk {
  readonly fields: readonly PaperField[];
  readonly values: PaperValues;
  readonly paperCase: Pick<PaperCase, 'trailScope'>;
  readonly uploadedBy: number | null;
}

/** Fields that name a photo which the user has not uploaded and which no paper of the folder that they see has. */
async function unusablePhotoFields(db: Db, { fields, values, paperCase, uploadedBy }: PhotoAsk): Promise<string[]> {
  const named = referencedPhotos(fields, values);
  if (named.length === 0) return [];
  const { trailScope: folderScope } = paperCase;
  const inFolder = folderScope === null ? [] : await findDocumentsIn(db, folderScope.folderId);
  const documents = inFolder
    .filter(({ created_by: creator }) => folderScope?.createdBy == null || folderScope.createdBy === creator)
    .map(({ id }) => id);
  const hashes = named.map(({ sha256 }) => sha256);
  const usable = await listUsablePhotos(db, hashes, { uploadedBy, documents });
  return named.filter(({ sha256 }) => !usable.has(sha256)).map(({ field }) => field);
}

export async function photoIssues(db: Db, request: PhotoAsk): Promise<FieldIssue[]> {
  const unusable = await unusablePhotoFields(db, request);
  return unusable.map((field) => ({ objectName: 'document', field, code: 'photo' }));
}

/** Removes the values that `photoIssues` would refuse: a preview draws what it can. */
export async function withoutUnusablePhotos<V extends PaperValues>(
  db: Db,
  asked: PhotoAsk & { values: V },
): Promise<V> {
  const unusable = await unusablePhotoFields(db, asked);
  const readable = new Set(referencedPhotos(asked.fields, asked.values).map(({ field }) => field));
  const isRemoved = ({ name, kind }: PaperField): boolean =>
    kind === 'photo' && (unusable.includes(name) || !readable.has(name));
  const cleared = Object.fromEntries(asked.fields.filter(isRemoved).map(({ name }) => [name, null]));
  return { ...asked.values, ...cleared };
}

/** Draws a paper with its photos, off the main thread. */
export async function drawPaper(world: Pick<World, 'pdf' | 'storage'>, paper: Paper) {
  const photos = [...new Set(printedPhotos(paper.blocks))];
  const pictures = await Promise.all(
    photos.map(async (sha256): Promise<[string, Uint8Array]> => [sha256, await world.storage.get(sha256)]),
  );
  return world.pdf.paper(paper, new Map(pictures));
}
