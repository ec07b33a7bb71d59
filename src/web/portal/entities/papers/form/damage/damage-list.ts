/** A form's damage as a list: read from its numbered fields and written back without gaps. Pure. */

const PARTS = ['PLACE', 'SPOT', 'KIND', 'TEXT'] as const;
type Part = (typeof PARTS)[number];
type Fields = Readonly<Record<string, string | boolean>>;
export type Damage = Readonly<Record<Part, string>>;

export const fieldOf = (row: number, part: Part): string => `DAMAGE_${row}_${part}`;

/** The damage of a row; undefined when its fields are empty. */
function damageAt(fields: Fields, row: number): Damage | undefined {
  const damage = Object.fromEntries(PARTS.map((part) => [part, String(fields[fieldOf(row, part)] ?? '')])) as Damage;
  return PARTS.some((part) => damage[part].trim() !== '') ? damage : undefined;
}

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

/** The rows with damage, in order. */
export const damageRows = (fields: Fields, most: number): number[] =>
  upTo(most).filter((row) => damageAt(fields, row) !== undefined);

export const damageIn = (fields: Fields, most: number): Damage[] =>
  upTo(most).flatMap((row) => damageAt(fields, row) ?? []);

/** The fields of every row for this list; rows after its end are cleared. */
export function fieldsFor(list: readonly Damage[], most: number): Record<string, string> {
  return Object.fromEntries(
    upTo(most).flatMap((row) => PARTS.map((part) => [fieldOf(row, part), list[row - 1]?.[part] ?? ''])),
  );
}
