/** Photos on a generated paper: referenced by the hash of the upload, printed with their captions. */
import { isValidText, type PaperField } from './fields.ts';
import { listRows, PHOTOS } from './lists.ts';
import type { Block, BlockOf } from './paper.ts';
import type { PaperData } from './paper-data.ts';
import { type PaperValues, textOf } from './paper-values.ts';

/** Photos referenced by these values; invalid references are reported by the check of the values. */
export function referencedPhotos(
  fields: readonly PaperField[],
  values: PaperValues,
): { readonly field: string; readonly sha256: string }[] {
  return fields.flatMap((field) => {
    const sha256 = field.kind === 'photo' ? textOf(values, field.name) : '';
    return sha256 !== '' && isValidText(field, sha256) ? [{ field: field.name, sha256 }] : [];
  });
}

export const printedPhotos = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'photos' ? block.photos.map(({ sha256 }) => sha256) : []));

export function photoBlock({ values }: PaperData, heading: string): BlockOf<'photos'> | undefined {
  const photoRows = listRows(PHOTOS, values).filter(({ text }) => text('FILE') !== '');
  if (photoRows.length === 0) return undefined;
  const photos = photoRows.map(({ text }, index) => {
    const number = index + 1;
    const captionText = text('TEXT');
    return {
      sha256: text('FILE'),
      caption: captionText === '' ? `Foto ${number}` : `Foto ${number}: ${captionText}`,
      alt: captionText === '' ? `Foto ${number} del veicolo` : `Foto ${number} del veicolo: ${captionText}`,
    };
  });
  return { kind: 'photos', heading, photos };
}
