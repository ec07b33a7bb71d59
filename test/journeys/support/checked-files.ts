/** Files for /verify: one that the product signed, altered versions of it, and others that users might bring instead. */
import type { Page } from '@playwright/test';
import { updates } from '../../attacks/attacks.ts';
import { makeSignedPaper } from '../../attacks/files/signed-paper.ts';
import { makePaper } from '../../papers/paper.ts';
import { readyPaper } from './portal-calls.ts';

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const pdf = (name: string, bytes: Uint8Array): PickedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

/** Signed by a customer and sealed by the server of this run. */
export async function ownSealedFile(): Promise<PickedFile> {
  const story = await readyPaper(1);
  await story.runToEnd();
  return pdf('preventivo-firmato.pdf', await story.signedFile());
}

/** One byte of a page's content is changed; the file is still readable. */
export function withChangedByte({ buffer }: PickedFile): PickedFile {
  const changed = Buffer.from(buffer);
  const at = changed.indexOf('stream\n') + 40;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return pdf('un-byte.pdf', changed);
}

/** A later revision puts an annotation over the text. */
export async function withCoveringAnnotation({ buffer }: PickedFile): Promise<PickedFile> {
  const cover = updates.find(({ title }) => title === 'an annotation that covers the text');
  if (!cover) throw new Error('no such attack');
  return pdf('coperto.pdf', await cover.apply(new Uint8Array(buffer)));
}

/** Validly signed by another authority. */
export const foreignSignedFile = async (): Promise<PickedFile> =>
  pdf('estero.pdf', (await makeSignedPaper()).revisions[3]);

export const unsignedFile = async (): Promise<PickedFile> => pdf('bozza.pdf', await makePaper({ pages: 1 }));

export const textFile = (name: string, text: string): PickedFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text, 'latin1'),
});

export const pickFile = (page: Page, file: PickedFile): Promise<void> =>
  page.getByLabel('Scegli un file').setInputFiles(file);
