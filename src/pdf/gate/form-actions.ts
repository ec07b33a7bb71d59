/**
 * Recognises form field actions that disappear with their fields. Fields become page content at intake, so an action
 * that changes nothing before a user touches the field leaves no trace in the stored file.
 */
import { PdfArray, PdfDict, PdfName, type PdfObject } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { inherited } from './appearances/form-field.ts';
import { textOf } from './appearances/text-string.ts';
import { pagesOf } from './content/index.ts';
import { follow } from './reading/follow-references.ts';

/** Field types that are flattened; signature fields stay. */
const FLATTENED = new Set(['Tx', 'Ch', 'Btn']);

/** Triggers by a user or by a new value (ISO 32000-2, tables 197 and 199); page triggers (PO, PC, PV, PI) run automatically. */
const TRIGGERS = new Set(['E', 'X', 'D', 'U', 'Fo', 'Bl', 'K', 'F', 'V', 'C']);

/** Actions that stay within the document, or open a URL on click. */
const HARMLESS_ACTIONS = new Set(['ResetForm', 'Named', 'GoTo', 'URI']);

const listOf = (item: string): string => String.raw`(?:${item}(?:\s*,\s*${item})*)?`;
const WORD = String.raw`(?:-?[\d.]+|true|false|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
const LIST = String.raw`(?:new Array\s*\(\s*${listOf(WORD)}\s*\)|\[\s*${listOf(WORD)}\s*\])`;
const ARGUMENTS = String.raw`\(\s*${listOf(`(?:${WORD}|${LIST})`)}\s*\)`;
const CALLS = [
  // Acrobat's own format functions, which LibreOffice also writes.
  'AF(?:Number|Percent|Date|Time|Special)_(?:Format|Keystroke)(?:Ex)?',
  ...['AFRange_Validate', 'AFSimple_Calculate'],
  ...[String.raw`(?:this\.)?print`, String.raw`(?:this\.)?resetForm`],
];
/** A single call with constants. */
const HARMLESS_SCRIPT = new RegExp(String.raw`^\s*(?:${CALLS.join('|')})\s*${ARGUMENTS}\s*;?\s*$`);
const MAX_SCRIPT_LENGTH = 2000;

const MAX_DEPTH = 64;

/** @returns the dictionaries of such actions, which are dropped even when other objects refer to them. */
export function formActions(catalog: PdfDict, root: PdfObject | undefined, resolve: Resolve): Set<PdfObject> {
  const actions = new Set<PdfObject>();
  const form = follow(catalog.get('AcroForm'), resolve);
  if (!(form instanceof PdfDict)) return actions;
  for (const field of fieldsOf(form, root, resolve)) {
    const type = inherited(field, 'FT', resolve);
    if (!(type instanceof PdfName && FLATTENED.has(type.value))) continue;
    const single = follow(field.get('A'), resolve);
    if (single instanceof PdfDict && isQuiet(single, resolve)) actions.add(single);
    const additional = follow(field.get('AA'), resolve);
    if (!(additional instanceof PdfDict)) continue;
    const entries = [...additional].map(([key, value]) => ({ trigger: key.value, action: follow(value, resolve) }));
    const isHarmless = entries.every(({ trigger, action }) => TRIGGERS.has(trigger) && isQuiet(action, resolve));
    if (isHarmless)
      for (const object of [additional, ...entries.map(({ action }) => action)]) actions.add(object as PdfDict);
  }
  return actions;
}

function isQuiet(action: PdfObject | undefined, resolve: Resolve): boolean {
  if (!(action instanceof PdfDict) || action.has('Next')) return false;
  const kind = action.getName('S', resolve)?.value ?? '';
  if (HARMLESS_ACTIONS.has(kind)) return !action.has('JS');
  const script = kind === 'JavaScript' ? textOf(follow(action.get('JS'), resolve)) : null;
  return script !== null && script.length <= MAX_SCRIPT_LENGTH && HARMLESS_SCRIPT.test(script);
}

/** Fields of the form with their children, and widgets of the pages. */
function fieldsOf(form: PdfDict, root: PdfObject | undefined, resolve: Resolve): Set<PdfDict> {
  const fields = new Set<PdfDict>();
  const pending = [{ list: follow(form.get('Fields'), resolve), depth: 0 }];
  for (const page of pagesOf(root, resolve)) pending.push({ list: follow(page.get('Annots'), resolve), depth: 0 });
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!(next.list instanceof PdfArray) || next.depth > MAX_DEPTH) continue;
    for (const item of next.list) {
      const field = follow(item, resolve);
      if (!(field instanceof PdfDict) || fields.has(field)) continue;
      fields.add(field);
      pending.push({ list: follow(field.get('Kids'), resolve), depth: next.depth + 1 });
    }
  }
  return fields;
}
