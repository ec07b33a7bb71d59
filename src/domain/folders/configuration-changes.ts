/** Changes between two folder-type configurations, with the number of folders and documents of each type. Pure. */
import type { TypeInUse } from './configuration-problems.ts';
import type {
  ConfiguredDocumentType,
  ConfiguredField,
  ConfiguredFolderType,
  FolderTypeConfiguration,
  SignatureAnchor,
  SignerRole,
} from './folder-types.ts';

export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const;

interface ChangedValue<Part extends string, Value> {
  part: Part;
  before: Value;
  after: Value;
}
export type ChangedPart =
  | ChangedValue<'visibleInWizard', boolean>
  | ChangedValue<'displayOrder', number>
  | ChangedValue<'legalEntities', string[]>
  | ChangedValue<'signers', SignerRole[]>
  | ChangedValue<'anchors', SignatureAnchor[]>
  | ChangedValue<'fieldOrder', string[]>
  // Null before: the field was added; null after: it was removed.
  | ChangedValue<'field', ConfiguredField | null>;

export interface TypeChange {
  folderType: string;
  /** Null: the folder type itself. */
  documentType: string | null;
  kind: (typeof CHANGE_KINDS)[number];
  /** Empty for an added or removed type. */
  parts: ChangedPart[];
  /** Folders or documents of the type now. */
  count: number;
}

const FIELD = ['name', 'type', 'required', 'default'];
const ANCHOR = ['text', 'role', 'right', 'up', 'width', 'height', 'label'];

/** The list of names also fixes their order: PostgreSQL does not preserve the key order of a JSON value. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, [...FIELD, ...ANCHOR]) === JSON.stringify(other, [...FIELD, ...ANCHOR]);

function fieldChanges(before: readonly ConfiguredField[], after: readonly ConfiguredField[]): ChangedPart[] {
  const beforeByName = new Map(before.map((field) => [field.name, field]));
  const now = new Map(after.map((field) => [field.name, field]));
  const changes = [...new Set([...now.keys(), ...beforeByName.keys()])].map(
    (name): ChangedPart => ({ part: 'field', before: beforeByName.get(name) ?? null, after: now.get(name) ?? null }),
  );
  const order: ChangedPart = {
    part: 'fieldOrder',
    before: [...beforeByName.keys()].filter((name) => now.has(name)),
    after: [...now.keys()].filter((name) => beforeByName.has(name)),
  };
  return [...changes, order];
}

type AnyType = ConfiguredFolderType | ConfiguredDocumentType;

function partsOf(before: AnyType, after: AnyType): ChangedPart[] {
  const parts: ChangedPart[] = [
    { part: 'visibleInWizard', before: before.visibleInWizard, after: after.visibleInWizard },
    { part: 'displayOrder', before: before.displayOrder, after: after.displayOrder },
  ];
  if ('signers' in before && 'signers' in after) {
    parts.push(
      { part: 'legalEntities', before: before.legalEntities, after: after.legalEntities },
      { part: 'signers', before: before.signers, after: after.signers },
      { part: 'anchors', before: before.anchors ?? [], after: after.anchors ?? [] },
    );
  }
  parts.push(...fieldChanges(before.fields, after.fields));
  return parts.filter((part) => !isSame(part.before, part.after));
}

function compare<T extends AnyType>(
  before: readonly T[],
  after: readonly T[],
  identify: (slug: string) => Omit<TypeChange, 'kind' | 'parts'>,
): TypeChange[] {
  const beforeBySlug = new Map(before.map((type) => [type.slug as string, type]));
  const afterSlugs = new Set(after.map(({ slug }) => slug as string));
  return [
    ...after.flatMap((type): TypeChange[] => {
      const previous = beforeBySlug.get(type.slug);
      if (!previous) return [{ ...identify(type.slug), kind: 'added', parts: [] }];
      const parts = partsOf(previous, type);
      return parts.length === 0 ? [] : [{ ...identify(type.slug), kind: 'changed', parts }];
    }),
    ...before
      .filter(({ slug }) => !afterSlugs.has(slug))
      .map(({ slug }): TypeChange => ({ ...identify(slug), kind: 'removed', parts: [] })),
  ];
}

/** @param inUse existing folders and documents. */
export function configurationChanges(
  before: FolderTypeConfiguration,
  after: FolderTypeConfiguration,
  inUse: readonly TypeInUse[],
): TypeChange[] {
  const countOf = (folderType: string, documentType: string | null) =>
    inUse.find((entry) => entry.folderType === folderType && entry.documentType === documentType)?.count ?? 0;
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
