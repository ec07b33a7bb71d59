/** Reads an upload's layout for its signatures, and decides the place of each from what is known about its kind. */
import { createHash } from 'node:crypto';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { type DecidedPlace, decidePlaces, type OpenPoint, type PlaceSources } from '#domain/signing/fields/decide.ts';
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import {
  anchoredPlace,
  FIELD_DOUBT,
  type FileField,
  type FileLayout,
  type PageRectangle,
  shapeText,
} from '#domain/signing/places.ts';
import type { LoadedDocument, SigningDocument } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import type { Content } from './answer-cache.ts';
import { detectFileLines } from './detect-lines.ts';
import { type DocumentKind, findRememberedPlaces, type OwnPlaces, type RememberedPlaces } from './places.queries.ts';
import { measurePrinted, type Printed } from './printed-places.ts';

/** Properties of a document that decide how its file is read and who signs it. */
export type Uploaded = Pick<SigningDocument, 'anchors' | 'staffRoles'> & {
  readonly document: Pick<LoadedDocument, 'hst' | 'type'>;
};

/**
 * One signature per signer; further ones are defined by the file. A role's number does not depend on the other signers,
 * so that a chosen place keeps its role.
 */
const openPoints = ({ staffRoles }: Uploaded): OpenPoint[] =>
  SIGNER_ROLES.map((role, index) => ({ point: index + 1, role })).filter(
    ({ role }) => role === 'customer' || staffRoles.includes(role),
  );

/** A file that was read; its layout belongs to this content only. */
export interface FileRead {
  readonly sha256: string;
  readonly layout: FileLayout;
  readonly generated: boolean;
  /** Signature lines detected in it. */
  readonly lines: readonly SignatureLine[];
  /** Whether a possible place of a signature has print on it. */
  readonly printed: Printed;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

export const kindOf = (document: Uploaded['document'], layout: FileLayout): DocumentKind => ({
  hst: document.hst,
  type: document.type,
  shapeSha256: sha256Of(shapeText(layout.pages)),
});

/**
 * @param isGenerated the product generated the file: its own signature fields are the only ones. @throws when the
 * file cannot be read now
 */
export async function readFileLayout(
  world: World,
  of: Uploaded,
  content: Content,
  isGenerated: boolean,
): Promise<FileRead> {
  const { sha256 } = content;
  const texts = of.anchors.map(({ text }) => text);
  const layout = await world.pdf.layout(await content.bytes(), texts);
  const lines = isGenerated ? [] : await detectFileLines(world, content, layout);
  const places = isGenerated ? [] : [...(await likelyPlaces(world, of, layout)), ...lines];
  const printed = await measurePrinted(world, { ...content, layout }, places);
  const fields = layout.fields.map((field) => withPrinted(field, printed));
  return { sha256, layout: { ...layout, fields }, lines, generated: isGenerated, printed };
}

/** Places that signatures may get without a choice on this document. */
async function likelyPlaces(
  world: World,
  { document, anchors }: Uploaded,
  layout: FileLayout,
): Promise<PageRectangle[]> {
  const remembered = await findRememberedPlaces(world.database.read, kindOf(document, layout));
  const anchored = anchors.flatMap((anchor, index) => {
    const hit = layout.hits[index];
    return (hit && anchoredPlace(anchor, hit, layout.pages)) ?? [];
  });
  return [...layout.fields.filter(({ fault }) => !fault), ...(remembered?.places ?? []), ...anchored];
}

const withPrinted = (field: FileField, printed: Printed): FileField =>
  !field.fault && printed(field) === true ? { ...field, fault: FIELD_DOUBT } : field;

/** Places that users chose: for the document itself, and for its kind. */
export interface StoredPlaces {
  readonly own: OwnPlaces | undefined;
  readonly remembered: RememberedPlaces | undefined;
}

export type Judged = Pick<FileRead, 'layout' | 'lines' | 'printed'>;

export const toKnownPlaces = (
  of: Uploaded,
  { lines, printed }: Judged,
  { own, remembered }: StoredPlaces,
): PlaceSources => ({
  chosen: own?.places ?? null,
  remembered: remembered?.places ?? null,
  anchors: of.anchors,
  lines,
  isPrinted: (place) => printed(place) ?? false,
});

export const decideFilePlaces = (upload: Uploaded, file: Judged, stored: StoredPlaces): DecidedPlace[] =>
  decidePlaces(openPoints(upload), file.layout, toKnownPlaces(upload, file, stored));
