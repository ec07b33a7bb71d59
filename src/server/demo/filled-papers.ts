/** The demo's generated papers, filled with sample values around their date. */
import { addDays } from '#domain/calendar-day.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { type FolderType, type FolderTypeConfiguration, findConfiguredType } from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { isGeneratedType } from '#domain/papers/configured-types.ts';
import type { PaperField, PaperValues } from '#domain/papers/fields.ts';
import { SAMPLE_DATA, sampleValues } from '#domain/papers/sample-data.ts';

const DAY = 86_400_000;

/** Moves a date, or the date of a local time, by whole days. */
const shiftDate = (text: string, days: number): string => `${addDays(text.slice(0, 10), days)}${text.slice(10)}`;

const MOTORCYCLE = {
  VEHICLE_MODEL: 'Moto dimostrativa 1250',
  DRIVER_LICENCE_CATEGORY: 'A',
  DAMAGE_1_PLACE: 'rear',
  DAMAGE_2_PLACE: 'rightSide',
  DAMAGE_2_TEXT: 'graffio leggero sulla carena',
};

/** The loan period is shifted with the paper's date; people, their documents and vehicles keep their dates. */
const FIXED_GROUPS: readonly PaperField['group'][] = ['driver', 'vehicle', 'tradeIn'];
const isShifted = ({ group, kind }: PaperField): boolean =>
  !FIXED_GROUPS.includes(group) && (kind === 'date' || kind === 'dateTime');

/** @returns the sample values of a generated type; null for a type whose file is uploaded. @param day of the paper. */
export function filledPaper(
  configuration: FolderTypeConfiguration,
  { folderType, type, day, brand }: { folderType: FolderType; type: string; day: string; brand: Brand },
): PaperValues | null {
  const configured = findConfiguredType(configuration, folderType, type);
  if (configured === undefined || !isGeneratedType(configured)) return null;
  const fields = paperFields(type);
  const days = (Date.parse(day) - Date.parse(SAMPLE_DATA.date)) / DAY;
  const shiftedNames = new Set(fields.filter(isShifted).map(({ name }) => name));
  const sampleOfBrand = { ...sampleValues(fields), ...(brand === 'moto' ? MOTORCYCLE : {}) };
  const knownValues = Object.entries(sampleOfBrand).filter(([name]) => fields.some((field) => field.name === name));
  const values = knownValues.map(([name, value]) => [
    name,
    shiftedNames.has(name) && typeof value === 'string' ? shiftDate(value, days) : value,
  ]);
  return Object.fromEntries(values);
}
