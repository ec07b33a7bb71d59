/**
 * Finds the empty Sì/No boxes drawn in a generated paper: its structure names and locates them, and receives the pair's
 * widgets, so that a screen reader finds them in their row (ISO 32000-1, 14.7.4.3 and 14.8.5.4).
 */
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { ChoiceAnswer, ChoiceRectangles } from './choice-fields.ts';

/** Title of a box's structure element: `Consenso_MARKETING_EMAIL_si`. */
export const boxTitle = (choice: string, answer: ChoiceAnswer): string => `${choice}_${answer === 'yes' ? 'si' : 'no'}`;

interface PaperBox {
  readonly ref: PdfRef;
  readonly element: PdfDict;
  readonly page: PdfRef;
  readonly box: ChoiceRectangles['yes'];
}

export interface PaperPair {
  /** 1-based. */
  readonly page: number;
  readonly pageRef: PdfRef;
  readonly place: ChoiceRectangles;
  /** Adds the pair's widgets, Sì first, to their structure elements. */
  adopt(widgets: readonly PdfRef[]): void;
}

const resolved = (pdf: PDF, value: PdfObject | null | undefined): PdfObject | null | undefined =>
  value instanceof PdfRef ? pdf.context.resolve(value) : value;

/** Every form element with a title and a box, by title. */
function boxesOf(pdf: PDF): Map<string, PaperBox> {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const boxes = new Map<string, PaperBox>();
  const visited = new Set<PdfRef>();
  const visit = (value: PdfObject | null | undefined): void => {
    if (value instanceof PdfArray) {
      for (const item of value.toArray()) visit(item);
      return;
    }
    if (!(value instanceof PdfRef) || visited.has(value)) return;
    visited.add(value);
    const element = resolve(value);
    if (!(element instanceof PdfDict)) return;
    const title = element.getString('T', resolve)?.asString();
    const page = element.get('Pg');
    const attributes = resolved(pdf, element.get('A'));
    const edges = attributes instanceof PdfDict ? attributes.getArray('BBox', resolve)?.toArray() : undefined;
    if (title && page instanceof PdfRef && edges && element.getName('S', resolve)?.value === 'Form') {
      const [left = 0, bottom = 0, right = 0, top = 0] = edges.map((edge) =>
        edge instanceof PdfNumber ? Math.round(edge.value * 100) / 100 : 0,
      );
      boxes.set(title, { ref: value, element, page, box: [left, bottom, right, top] });
    }
    visit(element.get('K'));
  };
  visit(pdf.context.catalog.getDict().getDict('StructTreeRoot', resolve)?.get('K'));
  return boxes;
}

/** A generated paper's pair of boxes for a choice; undefined if it has none. */
export function paperPairs(pdf: PDF): (choice: string) => PaperPair | undefined {
  const boxes = boxesOf(pdf);
  const pages = pdf.context.pages.getPages();
  return (choice) => {
    const [yes, no] = (['yes', 'no'] as const).map((answer) => boxes.get(boxTitle(choice, answer)));
    if (!yes || !no || yes.page !== no.page) return undefined;
    return {
      page: pages.indexOf(yes.page) + 1,
      pageRef: yes.page,
      place: { yes: yes.box, no: no.box },
      adopt: (widgets) => {
        for (const [index, box] of [yes, no].entries()) {
          const widget = widgets[index];
          if (widget) adopt(pdf, box, widget);
        }
      },
    };
  };
}

function adopt(pdf: PDF, { ref, element, page }: PaperBox, widgetRef: PdfRef): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const widget = resolve(widgetRef);
  const root = pdf.context.catalog.getDict().getDict('StructTreeRoot', resolve);
  const numbers = root?.getDict('ParentTree', resolve)?.getArray('Nums', resolve);
  if (!(widget instanceof PdfDict) || !root || !numbers) return;
  const key = root.getNumber('ParentTreeNextKey', resolve)?.value ?? nextKey(numbers);
  numbers.push(PdfNumber.of(key));
  numbers.push(ref);
  root.set('ParentTreeNextKey', PdfNumber.of(key + 1));
  widget.set('StructParent', PdfNumber.of(key));
  element.set('K', PdfDict.of({ Type: PdfName.of('OBJR'), Obj: widgetRef, Pg: page }));
}

const nextKey = (numbers: PdfArray): number =>
  1 +
  Math.max(
    -1,
    ...numbers.toArray().flatMap((item, index) => (index % 2 === 0 && item instanceof PdfNumber ? [item.value] : [])),
  );
