/** Refusals of a start because a signature field of the uploaded file cannot be signed as it is. */
import type { FieldFault } from '../signing/places.ts';
import type { RefusalText } from './text.ts';

const IT = 'Apri «Posizione delle firme» e scegli dove va la firma.';
const EN = 'Open “Signature places” and choose where the signature goes.';

const refusal = (it: string, en: string) => ({ status: 409, it: `${it} ${IT}`, en: `${en} ${EN}` }) as const;

export const PLACE_REFUSALS = {
  'places.fieldNoPage': refusal(
    'Il campo firma «{name}» del file non è su nessuna pagina.',
    'The file’s signature field “{name}” is on no page.',
  ),
  'places.fieldHidden': refusal(
    'Il campo firma «{name}» del file è nascosto: la firma non si vedrebbe.',
    'The file’s signature field “{name}” is hidden: the signature would not be seen.',
  ),
  'places.fieldNotPrinted': refusal(
    'Il campo firma «{name}» del file non viene stampato: sulla carta la firma mancherebbe.',
    'The file’s signature field “{name}” is not printed: on paper the signature would be missing.',
  ),
  'places.fieldTurned': refusal(
    'Il campo firma «{name}» del file non segue la pagina ruotata o ingrandita: non tutti vedrebbero la firma nello stesso punto.',
    'The file’s signature field “{name}” does not follow the rotated or enlarged page: not everyone would see the signature in the same spot.',
  ),
  'places.fieldLarge': refusal(
    'Il campo firma «{name}» del file copre gran parte della pagina.',
    'The file’s signature field “{name}” covers a large part of the page.',
  ),
  'places.placeOutside': refusal(
    'Il campo firma «{name}» del file esce dalla pagina.',
    'The file’s signature field “{name}” is outside the page.',
  ),
  'places.placeSmall': refusal(
    'Il campo firma «{name}» del file è troppo piccolo: nome e tipo di firma non si leggerebbero.',
    'The file’s signature field “{name}” is too small: the name and the kind of signature could not be read.',
  ),
  'places.placeOverlap': refusal(
    'Il campo firma «{name}» del file si sovrappone a un’altra firma.',
    'The file’s signature field “{name}” overlaps another signature.',
  ),
} as const satisfies Record<`places.${FieldFault}`, RefusalText>;
