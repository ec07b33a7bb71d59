/** Detects signature lines in an upload's text, in the drawing process, once per content. */
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import type { FileLayout } from '#domain/signing/places.ts';
import type { World } from '../../world.ts';
import { type Content, KeptAnswers } from './kept-answers.ts';

/** Cached files: a seller views the same ones until they are started. */
const KEPT = 500;
const kept = new WeakMap<World['pages'], KeptAnswers<readonly SignatureLine[]>>();

/** @throws DrawingFailed; then nothing is cached. */
export function fileLines(
  { pages }: Pick<World, 'pages'>,
  { sha256, bytes }: Content,
  layout: Pick<FileLayout, 'pages'>,
): Promise<readonly SignatureLine[]> {
  const answers = kept.get(pages) ?? new KeptAnswers<readonly SignatureLine[]>(KEPT);
  kept.set(pages, answers);
  return answers.get(sha256, async () => pages.signatureLines(await bytes(), layout.pages, sha256));
}
