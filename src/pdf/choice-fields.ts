/**
 * Handles Sì/No pairs in a file: radio fields that stay empty while the file is read, and are answered once in the
 * update with the first signature (ISO 32000-1, 12.7.4.2.4). No scripts; every state has its own appearance.
 */
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, type PdfStream } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';
import { textString } from './object-bytes.ts';
import { Canvas, type FontRefs, textWidth } from './page/canvas.ts';
import { flate } from './page/font.ts';
import type { OpenForm } from './signing/signing-form.ts';
import { SigningDefect } from './signing-defect.ts';

export type ChoiceAnswer = 'yes' | 'no';
/** Position of a pair: left, bottom, right, top of each box, in points. */
export interface ChoiceRectangles {
  readonly yes: Rectangle;
  readonly no: Rectangle;
}

/** Field flags: a radio button that cannot be switched off, and read-only after the answer (tables 221, 226). */
const radio = (1 << 14) | (1 << 15);
const readOnly = 1;
/** Annotation flag Print: without it the answer would not appear on paper. */
const printFlag = 4;

const states = { yes: 'Si', no: 'No' } as const;

/** The box is part of the page; the appearance is the cross in it, or nothing. */
function cross(size: { width: number; height: number }, drawn: boolean, fonts: FontRefs): PdfStream {
  const canvas = new Canvas();
  const style = { size: size.height * 0.95, weight: 'semibold' } as const;
  // The letter X in the page's own typeface, so that text extraction also finds the answer.
  if (drawn) canvas.text('X', (size.width - textWidth('X', style)) / 2, (size.height - style.size * 0.72) / 2, style);
  const form = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, canvas.content());
  form.set('BBox', PdfArray.of(...[0, 0, size.width, size.height].map((value) => PdfNumber.of(value))));
  form.set('Resources', canvas.resources(fonts));
  return form;
}

/**
 * Adds an empty pair to an existing page.
 * @param choice.tooltip the question, for readers who do not see the page. @returns its two widgets, Sì first.
 */
export function addChoice(
  { pdf, form, fonts }: OpenForm,
  pageRef: PdfRef,
  choice: { name: string; tooltip: string; place: ChoiceRectangles },
): PdfRef[] {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const page = resolve(pageRef);
  if (!(page instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the page cannot be read');
  const field = PdfDict.of({
    FT: PdfName.of('Btn'),
    Ff: PdfNumber.of(radio),
    T: textString(choice.name),
    TU: textString(choice.tooltip),
    V: PdfName.of('Off'),
  });
  const fieldRef = pdf.context.register(field);
  const kids = (['yes', 'no'] as const).map((answer) => {
    const [left, bottom, right, top] = choice.place[answer];
    const size = { width: right - left, height: top - bottom };
    const drawn = (on: boolean) => pdf.context.register(cross(size, on, fonts));
    return pdf.context.register(
      PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Widget'),
        Parent: fieldRef,
        P: pageRef,
        Rect: PdfArray.of(...choice.place[answer].map((value) => PdfNumber.of(value))),
        F: PdfNumber.of(printFlag),
        AS: PdfName.of('Off'),
        AP: PdfDict.of({ N: PdfDict.of({ [states[answer]]: drawn(true), Off: drawn(false) }) }),
      }),
    );
  });
  field.set('Kids', PdfArray.of(...kids));
  const annotations = page.getArray('Annots', resolve);
  if (annotations) for (const kid of kids) annotations.push(kid);
  else page.set('Annots', PdfArray.of(...kids));
  form.getArray('Fields', resolve)?.push(fieldRef);
  return kids;
}

interface Pair {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly kids: readonly { ref: PdfRef; dict: PdfDict; state: ChoiceAnswer }[];
}

/** The pairs of a file by name: only radio fields with a Sì and a No. */
function pairsOf(pdf: PDF): Map<string, Pair> {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const pairs = new Map<string, Pair>();
  const fields = pdf.context.catalog.getDict().getDict('AcroForm', resolve)?.getArray('Fields', resolve);
  for (const ref of fields?.toArray() ?? []) {
    const dict = ref instanceof PdfRef ? resolve(ref) : null;
    if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict) || dict.getName('FT', resolve)?.value !== 'Btn')
      continue;
    const name = dict.getString('T', resolve)?.asString() ?? '';
    const kids = (dict.getArray('Kids', resolve)?.toArray() ?? []).flatMap((kid) => {
      const widget = kid instanceof PdfRef ? resolve(kid) : null;
      if (!(kid instanceof PdfRef) || !(widget instanceof PdfDict)) return [];
      const normal = widget.getDict('AP', resolve)?.getDict('N', resolve);
      const state = (['yes', 'no'] as const).find((answer) => normal?.has(states[answer]));
      return state ? [{ ref: kid, dict: widget, state }] : [];
    });
    if (kids.length === 2 && kids[0]?.state !== kids[1]?.state) pairs.set(name, { ref, dict, kids });
  }
  return pairs;
}

/**
 * Answers every pair of a file, in the dictionaries of `pdf`.
 * @returns the objects that the update must write.
 * @throws SigningDefect choice.unanswered unless pairs and answers match one to one; field.signed when a pair was
 * answered before.
 */
export function answerChoices(pdf: PDF, answers: ReadonlyMap<string, ChoiceAnswer>): [PdfRef, PdfObject][] {
  const pairs = pairsOf(pdf);
  const unansweredPairs = [...pairs].filter(([, { dict }]) => ((dict.getNumber('Ff')?.value ?? 0) & readOnly) === 0);
  const unknownNames = [...answers.keys()].filter((name) => !pairs.has(name));
  const unanswered = unansweredPairs.map(([name]) => name).filter((name) => !answers.has(name));
  if (unknownNames.length || unanswered.length) {
    throw new SigningDefect(
      'choice.unanswered',
      `no pair for ${unknownNames.length}, no answer for ${unanswered.length} choices`,
    );
  }
  return [...answers].flatMap(([name, answer]): [PdfRef, PdfObject][] => {
    const pair = unansweredPairs.find(([pairName]) => pairName === name)?.[1];
    if (!pair) throw new SigningDefect('field.signed', `the choice ${name} is answered already`);
    pair.dict.set('V', PdfName.of(states[answer]));
    pair.dict.set('Ff', PdfNumber.of(radio | readOnly));
    const chosen = pair.kids.flatMap(({ ref, dict, state }): [PdfRef, PdfObject][] => {
      if (state !== answer) return [];
      dict.set('AS', PdfName.of(states[answer]));
      return [[ref, dict]];
    });
    return [[pair.ref, pair.dict], ...chosen];
  });
}
