/** Photos on a generated paper: referenced by the hash of the upload, printed with their captions. */
import type { PaperData } from './data.ts';
import { isReadable, type PaperField } from './fields.ts';
import { listRows, PHOTOS } from './lists.ts';
import type { Block, BlockOf } from './paper.ts';
import { type PaperValues, textOf } from './values.ts';

/** Photos referenced by these values; invalid references are reported by the check of the values. */
export function photosNamed(
  fields: readonly PaperField[],
  values: PaperValues,
): { readonly field: string; readonly sha256: string }[] {
  return fields.flatMap((one) => {
    const sha256 = one.kind === 'photo' ? textOf(values, one.name) : '';
    return sha256 !== '' && isReadable(one, sha256) ? [{ field: one.name, sha256 }] : [];
  });
}

/** Photos printed on a paper. */
export const photosOn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'photos' ? block.photos.map(({ sha256 }) => sha256) : []));

export function photoBlock({ values }: PaperData, heading: string): BlockOf<'photos'> | undefined {
  const taken = listRows(PHOTOS, values).filter(({ text }) => text('FILE') !== '');
  if (taken.length === 0) return undefined;
  const photos = taken.map(({ text }, index) => {
    const number = index + 1;
    const words = text('TEXT');
    return {
      sha256: text('FILE'),
      caption: words === '' ? `Foto ${number}` : `Foto ${number}: ${words}`,
      alt: words === '' ? `Foto ${number} del veicolo` : `Foto ${number} del veicolo: ${words}`,
    };
  });
  return { kind: 'photos', heading, photos };
}
