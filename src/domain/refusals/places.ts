/** Refusals of a start because a signature field of the uploaded file cannot be signed as it is. */
import type { FieldFault } from '../signing/places.ts';
import type { RefusalText } from './text.ts';

const IT = 'Apri «Posizione delle firme» e scegli dove va la firma.';
const EN = 'Open “Signature places” and choose where the signature goes.';

export const PLACE_REFUSALS = {
  'places.fieldNoPage': {
    status: 409,
    it: `Il campo firma «{name}» del file non è su nessuna pagina. ${IT}`,
    en: `The file’s signature field “{name}” is on no page. ${EN}`,
  },
  'places.fieldHidden': {
    status: 409,
    it: `Il campo firma «{name}» del file è nascosto: la firma non si vedrebbe. ${IT}`,
    en: `The file’s signature field “{name}” is hidden: the signature would not be seen. ${EN}`,
  },
  'places.fieldNotPrinted': {
    status: 409,
    it: `Il campo firma «{name}» del file non viene stampato: sulla carta la firma mancherebbe. ${IT}`,
    en: `The file’s signature field “{name}” is not printed: on paper the signature would be missing. ${EN}`,
  },
  'places.fieldTurned': {
    status: 409,
    it: `Il campo firma «{name}» del file non segue la pagina ruotata o ingrandita: non tutti vedrebbero la firma nello stesso punto. ${IT}`,
    en: `The file’s signature field “{name}” does not follow the rotated or enlarged page: not everyone would see the signature in the same spot. ${EN}`,
  },
  'places.fieldLarge': {
    status: 409,
    it: `Il campo firma «{name}» del file copre gran parte della pagina. ${IT}`,
    en: `The file’s signature field “{name}” covers a large part of the page. ${EN}`,
  },
  'places.placeOutside': {
    status: 409,
    it: `Il campo firma «{name}» del file esce dalla pagina. ${IT}`,
    en: `The file’s signature field “{name}” lies outside the page. ${EN}`,
  },
  'places.placeSmall': {
    status: 409,
    it: `Il campo firma «{name}» del file è troppo piccolo: nome e tipo di firma non si leggerebbero. ${IT}`,
    en: `The file’s signature field “{name}” is too small: the name and the kind of signature could not be read. ${EN}`,
  },
  'places.placeOverlap': {
    status: 409,
    it: `Il campo firma «{name}» del file si sovrappone a un’altra firma. ${IT}`,
    en: `The file’s signature field “{name}” overlaps another signature. ${EN}`,
  },
} as const satisfies Record<`places.${FieldFault}`, RefusalText>;
