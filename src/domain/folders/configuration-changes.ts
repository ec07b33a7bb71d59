/** What another folder-type configuration would change, and how much there is of each type. Pure. */
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

interface Turned<Part extends string, Value> {
  part: Part;
  before: Value;
  after: Value;
}
export type ChangedPart =
  | Turned<'visibleInWizard', boolean>
  | Turned<'displayOrder', number>
  | Turned<'legalEntities', string[]>
  | Turned<'signers', SignerRole[]>
  | Turned<'anchors', SignatureAnchor[]>
  | Turned<'fieldOrder', string[]>
  // Null before: it is added; null after: it is removed.
  | Turned<'field', ConfiguredField | null>;

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

const FIELD = ['name', 'type', 'required', 'default'];
const ANCHOR = ['text', 'role', 'right', 'up', 'width', 'height', 'label'];

/** The list of names fixes their order too: PostgreSQL gives a document's keys back in an order of its own. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, [...FIELD, ...ANCHOR]) === JSON.stringify(other, [...FIELD, ...ANCHOR]);

function fieldChanges(before: readonly ConfiguredField[], after: readonly ConfiguredField[]): ChangedPart[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const now = new Map(after.map((field) => [field.name, field]));
  const changes = [...new Set([...now.keys(), ...old.keys()])].map(
    (name): ChangedPart => ({ part: 'field', before: old.get(name) ?? null, after: now.get(name) ?? null }),
  );
  const order: ChangedPart = {
    part: 'fieldOrder',
    before: [...old.keys()].filter((name) => now.has(name)),
    after: [...now.keys()].filter((name) => old.has(name)),
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
