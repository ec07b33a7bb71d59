/**
 * Judges optional content (ISO 32000-2, 8.11): harmless only if every layer is always shown, on screen, on paper and in
 * an export. Its switches are then dropped, and its content becomes part of the page.
 */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { follow } from './follow-references.ts';

/**
 * Usages that determine when a layer is shown, with their state key (ISO 32000-2, table 100). The others depend on the
 * reader or the zoom.
 */
const STATES = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const;
const MAX_DEPTH = 32;

/** @param properties the catalog's /OCProperties. @returns a description of the content that may be hidden, or null. */
export function hiddenLayers(properties: PdfDict, resolve: Resolve): string | null {
  const groups = new Set(itemsOf(properties.get('OCGs'), resolve).map((item) => keyOf(item)));
  for (const item of itemsOf(properties.get('OCGs'), resolve)) {
    const hidden = hiddenByUse(follow(item, resolve), resolve);
    if (hidden) return hidden;
  }
  const configurations = [properties.get('D'), ...itemsOf(properties.get('Configs'), resolve)];
  for (const item of configurations) {
    const configuration = follow(item, resolve);
    if (!(configuration instanceof PdfDict)) continue;
    const hidden = hiddenBy(configuration, groups, resolve);
    if (hidden) return hidden;
  }
  return null;
}

function hiddenBy(configuration: PdfDict, groups: ReadonlySet<unknown>, resolve: Resolve): string | null {
  const on = new Set(itemsOf(configuration.get('ON'), resolve).map((item) => keyOf(item)));
  const base = configuration.getName('BaseState', resolve)?.value ?? 'ON';
  const allOn = groups.size > 0 && [...groups].every((group) => on.has(group));
  if (base === 'OFF' && !allOn) return 'optional content hidden at first';
  if (itemsOf(configuration.get('OFF'), resolve).length > 0) return 'optional content with /OFF';
  for (const item of itemsOf(configuration.get('AS'), resolve)) {
    const usage = follow(item, resolve);
    const categories = usage instanceof PdfDict ? itemsOf(usage.get('Category'), resolve) : [];
    const open = categories.map((name) => follow(name, resolve));
    // An event without a category leaves the decision to the reader.
    if (open.length === 0 || open.some((name) => !(name instanceof PdfName) || !isJudged(name.value))) {
      return 'optional content that depends on the reader';
    }
  }
  return null;
}

/** Some readers apply a usage even if no event requests it: it must never hide anything. */
function hiddenByUse(group: PdfObject | undefined, resolve: Resolve): string | null {
  const usage = group instanceof PdfDict ? follow(group.get('Usage'), resolve) : undefined;
  if (!(usage instanceof PdfDict)) return null;
  for (const [usageName, key] of Object.entries(STATES)) {
    const entry = follow(usage.get(usageName), resolve);
    if (entry instanceof PdfDict && entry.getName(key, resolve)?.value === 'OFF') {
      return `optional content with /${key} /OFF`;
    }
  }
  return null;
}

/** A layer's creator and purpose (`/CreatorInfo`, `/PageElement`) hide nothing. */
const isJudged = (use: string): boolean => Object.hasOwn(STATES, use) || use === 'CreatorInfo' || use === 'PageElement';

/**
 * @param membership of several layers, /Type /OCMD, when all of them are shown. @returns a description of the
 * content that is still hidden, or null.
 */
export function hiddenMembership(membership: PdfDict, resolve: Resolve): string | null {
  const expression = follow(membership.get('VE'), resolve);
  if (expression instanceof PdfArray) {
    return isShown(expression, resolve, 0) ? null : 'optional content with an expression';
  }
  const policy = membership.getName('P', resolve)?.value;
  return policy === 'AllOff' || policy === 'AnyOff' ? 'optional content shown when a layer is hidden' : null;
}

/** Evaluates a visibility expression with every layer on. */
function isShown(expression: PdfObject | undefined, resolve: Resolve, depth: number): boolean {
  if (!(expression instanceof PdfArray)) return expression instanceof PdfDict;
  if (depth > MAX_DEPTH) return false;
  const [operator, ...operands] = [...expression].map((item) => follow(item, resolve));
  const areShown = operands.map((operand) => isShown(operand, resolve, depth + 1));
  if (!(operator instanceof PdfName) || areShown.length === 0) return false;
  if (operator.value === 'Not') return areShown.length === 1 && !areShown[0];
  if (operator.value === 'And') return areShown.every(Boolean);
  return operator.value === 'Or' && areShown.some(Boolean);
}

const itemsOf = (value: PdfObject | undefined, resolve: Resolve): PdfObject[] => {
  const list = follow(value, resolve);
  return list instanceof PdfArray ? [...list] : [];
};

/** Layers are identified by reference. */
const keyOf = (item: PdfObject): unknown => (item instanceof PdfRef ? item.objectNumber : item);
