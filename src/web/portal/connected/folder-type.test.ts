/** The colour class and the label of a folder type, including a type added by a newer server. */
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { folderTypeClass } from './folder-type.tsx';
import { folderNumber, folderTitle, folderTypeLabel } from './labels.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as unknown as TFunction;
const unknown = 'FLEET_RENTAL' as FolderType;

it('a known type has its own class and label', () => {
  expect(FOLDER_TYPES.map(folderTypeClass)).toEqual([...FOLDER_TYPES]);
  expect(folderTypeLabel(t, 'SERVICE')).toBe('label.folderType.SERVICE');
  expect(folderNumber(t, { type: 'SERVICE', businessId: 'L-7' })).toBe('label.businessIdShort.SERVICE L-7');
});

it('an unknown one is GENERIC with its code as label', () => {
  for (const type of [unknown, 'toString' as FolderType]) expect(folderTypeClass(type)).toBe('GENERIC');
  expect(folderTypeLabel(t, unknown)).toBe('Fleet rental');
  expect(folderTitle(t, { type: unknown, businessId: null })).toBe('Fleet rental');
  expect(folderTitle(t, { type: unknown, businessId: 'f-12' })).toBe('F-12');
});
