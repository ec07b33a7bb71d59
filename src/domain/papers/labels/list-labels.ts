/** Labels of the lists' lines: `Optional 3: prezzo`. */

const LISTS = {
  OPTION: {
    it: 'Optional',
    en: 'Option',
    most: 12,
    parts: {
      NAME: { it: 'descrizione', en: 'description' },
      CODE: { it: 'codice', en: 'code' },
      PRICE: { it: 'prezzo, IVA inclusa', en: 'price, VAT included' },
    },
  },
  PAYMENT: {
    it: 'Pagamento',
    en: 'Payment',
    most: 6,
    parts: {
      NAME: { it: 'causale e mezzo', en: 'purpose and means' },
      DUE: { it: 'scadenza', en: 'due date' },
      AMOUNT: { it: 'importo', en: 'amount' },
    },
  },
  JOB: {
    it: 'Lavoro',
    en: 'Job',
    most: 10,
    parts: {
      NAME: { it: 'descrizione', en: 'description' },
      HOURS: { it: 'ore', en: 'hours' },
    },
  },
  PART: {
    it: 'Ricambio',
    en: 'Part',
    most: 12,
    parts: {
      NAME: { it: 'descrizione', en: 'description' },
      CODE: { it: 'codice', en: 'code' },
      QUANTITY: { it: 'quantità', en: 'quantity' },
      PRICE: { it: 'prezzo unitario, IVA esclusa', en: 'unit price, VAT excluded' },
    },
  },
  EXTRA: {
    it: 'Lavoro aggiuntivo',
    en: 'Additional work',
    most: 4,
    parts: {
      NAME: { it: 'descrizione', en: 'description' },
      AMOUNT: { it: 'importo, IVA inclusa', en: 'amount, VAT included' },
      TIME: { it: 'autorizzato il', en: 'authorised on' },
      MEANS: { it: 'da chi e con quale mezzo', en: 'by whom and by which means' },
    },
  },
  DAMAGE: {
    it: 'Danno',
    en: 'Damage',
    most: 6,
    parts: {
      PLACE: { it: 'punto del veicolo', en: 'part of the vehicle' },
      SPOT: { it: 'posizione sul disegno', en: 'position on the drawing' },
      KIND: { it: 'tipo', en: 'kind' },
      TEXT: { it: 'descrizione', en: 'description' },
    },
  },
  PHOTO: {
    it: 'Foto',
    en: 'Photo',
    most: 6,
    parts: {
      FILE: { it: 'immagine', en: 'picture' },
      TEXT: { it: 'didascalia', en: 'caption' },
    },
  },
} as const;

export type ListName = keyof typeof LISTS;
export type ListPart<L extends ListName> = L extends ListName ? keyof (typeof LISTS)[L]['parts'] & string : never;

/** Maximum number of lines on a generated paper; more belong in an enclosure. */
export const maxRows = (list: ListName): number => LISTS[list].most;

/** Labels by field name. */
export const LIST_LABELS: Readonly<Record<string, { it: string; en: string }>> = Object.fromEntries(
  Object.entries(LISTS).flatMap(([list, { it, en, most, parts }]) =>
    Array.from({ length: most }, (_, index) => index + 1).flatMap((row) =>
      Object.entries(parts).map(([part, label]) => [
        `${list}_${row}_${part}`,
        { it: `${it} ${row}: ${label.it}`, en: `${en} ${row}: ${label.en}` },
      ]),
    ),
  ),
);
