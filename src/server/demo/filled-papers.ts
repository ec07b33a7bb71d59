/** The demo's generated papers, filled with sample values around their date. */
import type { Brand } from '#domain/dealers/brands.ts';
import { type FolderType, type FolderTypeConfiguration, findConfiguredType } from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose.ts';
import { isGeneratedType } from '#domain/papers/configured.ts';
import type { PaperField, PaperValues } from '#domain/papers/fields.ts';
import { SAMPLE_DATA, sampleValues } from '#domain/papers/samples.ts';

const DAY = 86_400_000;

/** Moves a date, or the date of a local time, by whole days. */
function moved(text: string, days: number): string {
  const day = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
  return `${day}${text.slice(10)}`;
}

const MOTORCYCLE = {
  VEHICLE_MODEL: 'Moto dimostrativa 1250',
  DRIVER_LICENCE_CATEGORY: 'A',
  DAMAGE_1_PLACE: 'rear',
  DAMAGE_2_PLACE: 'rightSide',
  DAMAGE_2_TEXT: 'graffio leggero sulla carena',
};

/** The period of the loan moves with the paper; people, their documents and vehicles keep their dates. */
const STAYING: readonly PaperField['group'][] = ['driver', 'vehicle', 'tradeIn'];
const goesAlong = ({ group, kind }: PaperField): boolean =>
  !STAYING.includes(group) && (kind === 'date' || kind === 'dateTime');

/** @returns the sample values of a generated type; null for a type whose file is uploaded. @param day of the paper. */
export function filledPaper(
  configuration: FolderTypeConfiguration,
  { folderType, type, day, brand }: { folderType: FolderType; type: string; day: string; brand: Brand },
): PaperValues | null {
  const configured = findConfiguredType(configuration, folderType, type);
  if (configured === undefined || !isGeneratedType(configured)) return null;
  const fields = paperFields(type);
  const days = (Date.parse(day) - Date.parse(SAMPLE_DATA.date)) / DAY;
  const along = new Set(fields.filter(goesAlong).map(({ name }) => name));
  const ofBrand = { ...sampleValues(fields), ...(brand === 'moto' ? MOTORCYCLE : {}) };
  const known = Object.entries(ofBrand).filter(([name]) => fields.some((field) => field.name === name));
  const values = known.map(([name, value]) => [
    name,
    along.has(name) && typeof value === 'string' ? moved(value, days) : value,
  ]);
  return Object.fromEntries(values);
}
