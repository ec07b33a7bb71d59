/** Previews the signature fields of a file before it is uploaded: checked like an upload, but not stored. */
import { createHash } from 'node:crypto';
import type { PlacesPreview, SignaturePlaces } from '#contract/signing/signature-places.ts';
import { type Actor, may } from '#domain/access.ts';
import { hasFileField } from '#domain/documents/document.ts';
import { storedVariableFields } from '#domain/documents/variable-fields.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { findConfiguredType, type SignatureAnchor } from '#domain/folders/folder-types.ts';
import { isGeneratedType } from '#domain/papers/configured-types.ts';
import { type StaffRole, staffRolesOf } from '#domain/signing/staff-signers.ts';
import { currentConfiguration } from '../../folders/index.ts';
import { authorise } from '../../http/route.ts';
import type { World } from '../../world.ts';
import { authoriseCreation } from '../commands.ts';
import { decodeBase64 } from '../intake/base64.ts';

/** A file that passed the gate, with its future document's data. */
export interface PreviewedUpload {
  readonly document: { readonly hst: string; readonly type: string };
  readonly anchors: readonly SignatureAnchor[];
  readonly staffRoles: readonly StaffRole[];
  readonly content: { readonly sha256: string; readonly bytes: () => Promise<Uint8Array> };
}

type Places = Omit<SignaturePlaces, 'documentId'>;

/** Implemented by signing. @returns null when the file cannot be read now. */
export type PlacesToCome = (file: PreviewedUpload, language: Language) => Promise<Places | null>;

interface Command {
  actor: Actor;
  body: PlacesPreview;
  language: Language;
  /** Called before the file is read. @throws Refusal request.tooMany */
  count: () => Promise<void>;
}

/** @throws Refusal as on creation, except for faults of the file, which its upload reports. */
export async function previewPlaces(
  world: World,
  { actor, body, language, count }: Command,
  placesToCome: PlacesToCome,
): Promise<{ places: Places | null }> {
  const { hst, brand, folderType } = body;
  authoriseCreation(may(actor, 'document.create', { brand, folderType }));
  authorise(may(actor, 'document.create', { brand, folderType, hst }), 'dossier.notFound');
  const type = findConfiguredType(await currentConfiguration(world.database.read), folderType, body.type);
  if (type === undefined || isGeneratedType(type) || !hasFileField(type)) {
    throw new Refusal('document.invalid', {
      fieldErrors: [{ objectName: 'document', field: 'type', code: 'oneOf' }],
    });
  }
  await count();
  const content = await decodeBase64(body.content);
  const inspection = content && (await world.gate.inspect(content, String(actor.id)));
  if (!inspection?.ok) return { places: null };
  const { bytes } = inspection;
  const places = await placesToCome(
    {
      document: { hst, type: type.slug },
      anchors: type.anchors ?? [],
      staffRoles: staffRolesOf(storedVariableFields(body.variableFields, type), type),
      // Keyed by the hash under which it would be stored, so that the document reuses the result.
      content: { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: async () => bytes.slice() },
    },
    language,
  );
  return { places };
}
