/** What another folder-type configuration would change, and how much there is of each type. Pure. */
import type { TypeInUse } from './configuration-problems.ts';
import type {
  ConfiguredDocumentType,
  ConfiguredField,
  ConfiguredFolderType,
  FolderTypeConfiguration,
} from './folder-types.ts';

export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const;
export const CHANGED_PARTS = [
  'visibleInWizard',
  'displayOrder',
  'legalEntities',
  'signers',
  'anchors',
  'fieldAdded',
  'fieldRemoved',
  'fieldChanged',
  'fieldOrder',
] as const;

export interface ChangedPart {
  part: (typeof CHANGED_PARTS)[number];
  /** The field. */
  name: string | null;
  before: string | null;
  after: string | null;
}

export interface TypeChange {
  folderType: string;
  /** Null: the folder type itself. */
  documentType: string | null;
  kind: (typeof CHANGE_KINDS)[number];
  /** Nothing where the type comes or goes. */
  parts: ChangedPart[];
  /** Folders or documents of the type now. */
  count: number;
}

const text = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

const fieldText = ({ type, required, default: standard }: ConfiguredField): string =>
  JSON.stringify({ type, required, default: standard });

function fieldChanges(before: readonly ConfiguredField[], after: readonly ConfiguredField[]): ChangedPart[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const now = new Map(after.map((field) => [field.name, field]));
  const gone = before.filter(({ name }) => !now.has(name));
  const changes = after.flatMap((field): ChangedPart[] => {
    const known = old.get(field.name);
    if (!known) return [{ part: 'fieldAdded', name: field.name, before: null, after: fieldText(field) }];
    if (fieldText(known) === fieldText(field)) return [];
    return [{ part: 'fieldChanged', name: field.name, before: fieldText(known), after: fieldText(field) }];
  });
  const kept = (fields: readonly ConfiguredField[]) =>
    fields.filter(({ name }) => old.has(name) && now.has(name)).map(({ name }) => name);
  const [oldOrder, newOrder] = [kept(before).join(', '), kept(after).join(', ')];
  return [
    ...changes,
    ...gone.map(
      (field): ChangedPart => ({ part: 'fieldRemoved', name: field.name, before: fieldText(field), after: null }),
    ),
    ...(oldOrder === newOrder ? [] : [{ part: 'fieldOrder' as const, name: null, before: oldOrder, after: newOrder }]),
  ];
}

type AnyType = ConfiguredFolderType | ConfiguredDocumentType;
const PARTS = ['visibleInWizard', 'displayOrder', 'legalEntities', 'signers', 'anchors'] as const;

function partsOf(before: AnyType, after: AnyType): ChangedPart[] {
  const [old, now] = [before, after] as Partial<Record<(typeof PARTS)[number], unknown>>[];
  const parts = PARTS.filter((part) => text(old?.[part]) !== text(now?.[part])).map((part) => ({
    ...{ part, name: null, before: text(old?.[part]), after: text(now?.[part]) },
  }));
  return [...parts, ...fieldChanges(before.fields, after.fields)];
}

function compare<T extends AnyType>(
  before: readonly T[],
  after: readonly T[],
  named: (slug: string) => Omit<TypeChange, 'kind' | 'parts'>,
): TypeChange[] {
  const known = new Map(before.map((type) => [type.slug as string, type]));
  const now = new Set(after.map(({ slug }) => slug as string));
  return [
    ...after.flatMap((type): TypeChange[] => {
      const old = known.get(type.slug);
      if (!old) return [{ ...named(type.slug), kind: 'added', parts: [] }];
      const parts = partsOf(old, type);
      return parts.length === 0 ? [] : [{ ...named(type.slug), kind: 'changed', parts }];
    }),
    ...before
      .filter(({ slug }) => !now.has(slug))
      .map(({ slug }): TypeChange => ({ ...named(slug), kind: 'removed', parts: [] })),
  ];
}

/** @param inUse folders and documents that are there. */
export function configurationChanges(
  before: FolderTypeConfiguration,
  after: FolderTypeConfiguration,
  inUse: readonly TypeInUse[],
): TypeChange[] {
  const countOf = (folderType: string, documentType: string | null) =>
    inUse.find((one) => one.folderType === folderType && one.documentType === documentType)?.count ?? 0;
  const typesOf = (configuration: FolderTypeConfiguration, slug: string) =>
    configuration.find((folder) => folder.slug === slug)?.documentTypes ?? [];
  const slugs = [...new Set([...after, ...before].map(({ slug }) => slug as string))];
  const folders = compare(before, after, (slug) => ({
    ...{ folderType: slug, documentType: null, count: countOf(slug, null) },
  }));
  return slugs.flatMap((folderType) => [
    ...folders.filter((change) => change.folderType === folderType),
    ...compare(typesOf(before, folderType), typesOf(after, folderType), (documentType) => ({
      ...{ folderType, documentType, count: countOf(folderType, documentType) },
    })),
  ]);
}
