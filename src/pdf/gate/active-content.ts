/** Finds forbidden content in any object of a PDF: code, actions that reach outside, media, XFA forms, hiding layers. */
import { PdfArray, PdfBool, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Refused } from './gate-result.ts';
import { follow } from './reading/follow-references.ts';
import { hiddenLayers, hiddenMembership } from './reading/optional-content.ts';

/** Action types (ISO 32000-2, table 201) that run code, leave the document, play media or change what is shown. */
const FORBIDDEN_ACTIONS = new Set(
  (
    'JavaScript Launch SubmitForm ImportData GoToR GoToE Rendition Movie Sound Hide SetOCGState ' +
    'GoTo3DView RichMediaExecute'
  ).split(' '),
);

/** Annotations that play or run something. */
const FORBIDDEN_SUBTYPES = new Set(['RichMedia', '3D', 'Movie', 'Sound', 'Screen']);

const MAX_DEPTH = 600;
const NONE: ReadonlySet<PdfObject> = new Set();

/**
 * Adobe's signature that lets its reader save a form (ISO 32000-1, 12.8.2.3): other readers ignore it, and it has no
 * meaning in a rewritten file. @returns its dictionaries, except those that are also a field's value.
 */
export function usageRights(catalog: PdfDict, resolve: Resolve): Set<PdfObject> {
  const permissions = follow(catalog.get('Perms'), resolve);
  if (!(permissions instanceof PdfDict)) return new Set();
  const dictionaries = ['UR3', 'UR'].map((key) => follow(permissions.get(key), resolve));
  return new Set(dictionaries.filter((object) => object instanceof PdfDict));
}

/**
 * Walks one indirect object and the direct objects inside it.
 * @param harmless dictionaries that are dropped when the file is rewritten: usage rights, actions of fields.
 * @throws Refused with `pdf.active`, `pdf.extras` or `pdf.alreadySigned` at the first finding.
 */
export function refuseActiveContent(
  object: PdfObject,
  resolve: Resolve,
  harmless: ReadonlySet<PdfObject> = NONE,
): void {
  const pending: { value: PdfObject; depth: number }[] = [{ value: object, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) throw new Refused('pdf.broken', 'objects nested too deeply');
    if (value instanceof PdfArray) {
      for (const item of value) if (isContainer(item)) pending.push({ value: item, depth: depth + 1 });
    } else if (value instanceof PdfDict && !harmless.has(value)) {
      refuseDictionary(value, resolve, harmless);
      for (const [, item] of value) if (isContainer(item)) pending.push({ value: item, depth: depth + 1 });
    }
  }
}

const isContainer = (value: PdfObject): boolean => value instanceof PdfArray || value instanceof PdfDict;

function refuseDictionary(dict: PdfDict, resolve: Resolve, harmless: ReadonlySet<PdfObject>): void {
  const valueAt = (key: string): PdfObject | undefined => follow(dict.get(key), resolve);
  const name = (key: string): string => {
    const value = valueAt(key);
    return value instanceof PdfName ? value.value : '';
  };

  if (dict.has('ByteRange') && valueAt('Contents') instanceof PdfString) {
    throw new Refused('pdf.alreadySigned', 'a signature dictionary is present');
  }
  if (name('FT') === 'Sig' && valueAt('V') instanceof PdfDict) {
    throw new Refused('pdf.alreadySigned', 'a signature field has a value');
  }

  const action = name('S');
  if (FORBIDDEN_ACTIONS.has(action)) active(`action ${action}`);
  const address = action === 'URI' ? valueAt('URI') : undefined;
  if (address instanceof PdfString && /^\s*javascript:/i.test(address.asString())) active('a script as an address');
  if (isScript(valueAt('JS'))) active('/JS');
  if (dict.has('JavaScript') && isContainer(valueAt('JavaScript') ?? PdfBool.FALSE)) active('/JavaScript names');
  if (dict.has('OpenAction')) refuseOpenAction(valueAt('OpenAction'), resolve);
  const additional = valueAt('AA');
  if (
    additional instanceof PdfDict &&
    !harmless.has(additional) &&
    [...additional].some(([, value]) => isContainer(follow(value, resolve) ?? value))
  ) {
    active('/AA');
  }

  const subtype = name('Subtype');
  if (FORBIDDEN_SUBTYPES.has(subtype)) active(`/Subtype /${subtype}`);
  if (isContainer(valueAt('EF') ?? PdfBool.FALSE) || name('Type') === 'EmbeddedFile') {
    throw new Refused('pdf.extras', 'a file inside the file');
  }
  if (dict.has('RichMediaContent') || dict.has('RichMediaSettings')) active('rich media');
  if (dict.has('Renditions') && isContainer(valueAt('Renditions') ?? PdfBool.FALSE)) active('renditions');
  const xfa = valueAt('XFA');
  if (xfa instanceof PdfArray || xfa instanceof PdfStream || xfa instanceof PdfString) active('XFA');
  const rendering = valueAt('NeedsRendering');
  if (rendering instanceof PdfBool && rendering.value) active('XFA (NeedsRendering)');

  if (dict instanceof PdfStream) {
    const file = valueAt('F');
    if (file instanceof PdfString || file instanceof PdfDict) active('a stream kept in another file');
    if (valueAt('Ref') instanceof PdfDict) active('a reference to a page of another file');
    const alternates = valueAt('Alternates');
    if (alternates instanceof PdfArray && alternates.length > 0) active('alternate images');
  }

  const layers = valueAt('OCProperties');
  const hidden = layers instanceof PdfDict ? hiddenLayers(layers, resolve) : null;
  const hiddenMember = name('Type') === 'OCMD' ? hiddenMembership(dict, resolve) : null;
  if (hidden ?? hiddenMember) active(hidden ?? hiddenMember ?? '');
}

/** Opening at a destination in this document is harmless; any other open action is forbidden. */
function refuseOpenAction(value: PdfObject | undefined, resolve: Resolve): void {
  if (!(value instanceof PdfDict)) return;
  const kind = value.getName('S', resolve)?.value;
  const isInternal = kind === 'GoTo' || (kind === undefined && value.has('D'));
  if (!isInternal || value.has('Next')) active('/OpenAction');
}

const isScript = (value: PdfObject | undefined): boolean => value instanceof PdfString || value instanceof PdfStream;

function active(finding: string): never {
  throw new Refused('pdf.active', finding);
}
