/** Codes with which a phone sends photos to a form: created at the desk, valid for minutes, for a limited number of photos. */
import { createHash, randomBytes } from 'node:crypto';
import type { PaperCopy } from '#contract/papers.ts';
import { Refusal } from '#domain/errors.ts';
import { PHOTO_LINK_MINUTES } from '#domain/papers/photo-limits.ts';
import type { World } from '../../../world.ts';
import { takePhoto } from '../files.ts';
import { insertPhoto, listPhotosOfLink } from '../photos.queries.ts';
import {
  endLinks,
  findOpenLink,
  findOwnLink,
  insertLink,
  lockOpenLink,
  type PhotoLinkRow,
} from './photo-links.queries.ts';

const TOKEN_BYTES = 24;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** One valid code per user: an abandoned form receives no more photos. */
export async function openLink(world: World, openedBy: number, maxPhotos: number) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = world.clock.now();
  const expires = new Date(at.getTime() + PHOTO_LINK_MINUTES * 60_000);
  const id = await world.database.transaction(async (tx) => {
    await endLinks(tx, openedBy, at);
    const row = { token_hash: hashOf(token), opened_by: openedBy, most: maxPhotos };
    return insertLink(tx, { ...row, created_date: at, expires_date: expires });
  });
  return { id, url: `${world.settings.publicUrl}/photos/${token}`, expiresAt: expires.toISOString() };
}

/** @throws Refusal photoLink.unknown, also for another user's link. */
export async function readOwnLink(world: World, openedBy: number, id: number) {
  const { read } = world.database;
  const link = await findOwnLink(read, id, openedBy);
  if (link === undefined) throw new Refusal('photoLink.unknown');
  const open = link.ended_date === null && link.expires_date > world.clock.now();
  return { open, expiresAt: link.expires_date.toISOString(), photos: await listPhotosOfLink(read, id) };
}

export async function endOwnLink(world: World, openedBy: number, id: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    if ((await findOwnLink(tx, id, openedBy)) === undefined) throw new Refusal('photoLink.unknown');
    await endLinks(tx, openedBy, world.clock.now(), id);
  });
}

/** @throws Refusal photoLink.unknown, also after it expired. */
export async function requireLink(world: World, token: string): Promise<PhotoLinkRow> {
  const link = await findOpenLink(world.database.read, hashOf(token), world.clock.now());
  if (link === undefined) throw new Refusal('photoLink.unknown');
  return link;
}

const remainingOf = ({ most, expires_date }: PhotoLinkRow, photos: readonly string[]) => ({
  left: Math.max(0, most - photos.length),
  expiresAt: expires_date.toISOString(),
});

export async function readRemaining(world: World, token: string) {
  const link = await requireLink(world, token);
  return remainingOf(link, await listPhotosOfLink(world.database.read, link.id));
}

/**
 * Stores a photo from the phone for the user who opened the code; a photo sent again counts once.
 * @param count counts it before its pixels are read.
 * @throws Refusal photoLink.unknown, photoLink.full, file.*, photo.*
 */
export async function takeLinkPhoto(
  world: World,
  { token, photo, count }: { token: string; photo: PaperCopy; count: (link: PhotoLinkRow) => Promise<void> },
) {
  const validLink = await requireLink(world, token);
  const { sha256 } = await takePhoto(world, photo, { owner: validLink.opened_by, count: () => count(validLink) });
  return world.database.transaction(async (tx) => {
    const at = world.clock.now();
    const link = await lockOpenLink(tx, hashOf(token), at);
    if (link === undefined) throw new Refusal('photoLink.unknown');
    const photos = await listPhotosOfLink(tx, link.id);
    if (photos.includes(sha256)) return remainingOf(link, photos);
    if (photos.length >= link.most) throw new Refusal('photoLink.full');
    await insertPhoto(tx, sha256, { uploadedBy: link.opened_by, at, linkId: link.id });
    return remainingOf(link, [...photos, sha256]);
  });
}
