/** Detects signature lines in an upload's text, in the drawing process, once per content. */
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import type { FileLayout } from '#domain/signing/places.ts';
import type { World } from '../../world.ts';
import { AnswerCache, type Content } from './answer-cache.ts';

/** Cached files: a seller views the same ones until they are started. */
const CACHE_SIZE = 500;
const caches = new WeakMap<World['pages'], AnswerCache<readonly SignatureLine[]>>();

/** @throws DrawingFailed; then nothing is cached. */
export function detectFileLines(
  { pages }: Pick<World, 'pages'>,
  { sha256, bytes }: Content,
  layout: Pick<FileLayout, 'pages'>,
): Promise<readonly SignatureLine[]> {
  const cache = caches.get(pages) ?? new AnswerCache<readonly SignatureLine[]>(CACHE_SIZE);
  caches.set(pages, cache);
  return cache.get(sha256, async () => pages.signatureLines(await bytes(), layout.pages, sha256));
}
