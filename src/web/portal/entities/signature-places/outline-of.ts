/** A pending signature field as an outline over the picture of its page. */
import { fieldCaption } from '#domain/signing/fields/field-caption.ts';
import type { Outline } from '../../connected/pdf/field-outlines.tsx';
import type { SeenPlaces } from './place-drafts.ts';

type Pending = Pick<SeenPlaces['points'][number], 'point' | 'page' | 'box' | 'label' | 'signer'>;

/** @returns nothing for a field on a page that will be added later. */
export function outlineOf({ point, page, box, label, signer }: Pending): Outline[] {
  return page === null || box === null ? [] : [{ key: String(point), page, box, caption: fieldCaption(label, signer) }];
}
