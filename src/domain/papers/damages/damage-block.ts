/** Damage on a generated paper: numbered at its position on the vehicle's drawing, described next to it. */
import type { Brand } from '../../dealers/brands.ts';
import type { FieldIssue } from '../../errors.ts';
import { choiceLabel } from '../labels/choice-labels.ts';
import { DAMAGES, listIssues, listRows } from '../lists.ts';
import type { BlockOf, SketchMark } from '../paper.ts';
import type { PaperData } from '../paper-data.ts';
import type { PaperValues } from '../paper-values.ts';
import { partAt, spotOfPart, type Vehicle } from './drawing.ts';
import { readSpot, type Spot } from './spot.ts';

/** Offset of further damage on the same or the next part, towards the middle of the drawing. */
const STEP = 0.065;

/** Size of a number relative to the drawing's width and length. */
const NUMBER_SIZE = { x: 0.11, y: 0.06 } as const;

const covers = (spot: Spot, other: Spot): boolean =>
  Math.abs(spot.x - other.x) < NUMBER_SIZE.x && Math.abs(spot.y - other.y) < NUMBER_SIZE.y;

/** The chosen spot, if it is on the stated part; else a free spot on that part. */
function spotOf(vehicle: Vehicle, place: string, chosen: string, taken: readonly Spot[]): Spot {
  const spot = readSpot(chosen);
  if (spot !== undefined && partAt(vehicle, spot) === place) return spot;
  const { x, y: first } = spotOfPart(vehicle, place);
  const step = first > 0.5 ? -STEP : STEP;
  let y = first;
  // Each step leaves the existing marks behind: after as many steps as marks, a spot is free.
  for (let steps = 0; steps <= 2 * taken.length && taken.some((mark) => covers(mark, { x, y })); steps += 1) y += step;
  return { x, y };
}

/** The marks on the drawing for the damage in these values. */
export function marksOf(vehicle: Vehicle, values: PaperValues): (SketchMark & { readonly row: number })[] {
  const marks: (SketchMark & { readonly row: number })[] = [];
  for (const { row, field, text } of listRows(DAMAGES, values)) {
    const place = text('PLACE');
    const description = [choiceLabel(field('KIND'), text('KIND'), 'it').toLowerCase(), text('TEXT')]
      .filter(Boolean)
      .join(', ');
    const caption = [choiceLabel(field('PLACE'), place, 'it'), description].filter(Boolean).join(': ');
    marks.push({ row, number: marks.length + 1, ...spotOf(vehicle, place, text('SPOT'), marks), text: caption });
  }
  return marks;
}

const ALT_TEXTS: Record<Vehicle, string> = {
  car: 'Automobile vista dall’alto e dai due fianchi, la parte anteriore a sinistra',
  motorcycle: 'Motociclo visto dall’alto e dai due fianchi, la parte anteriore a sinistra',
};

export const vehicleOf = (brand: Brand): Vehicle => (brand === 'moto' ? 'motorcycle' : 'car');

function countText(damages: number): string {
  if (damages === 0) return 'nessun danno annotato';
  return damages === 1 ? 'un danno, con il numero 1' : `danni numerati da 1 a ${damages}`;
}

/** The drawing with the recorded damages. @param always also without damages: their absence is part of the signed content. */
export function damageBlock(data: PaperData, heading: string, always = false): BlockOf<'sketch'> | undefined {
  const vehicle = vehicleOf(data.letterhead.brand);
  const marks = marksOf(vehicle, data.values).map(({ row: _row, ...mark }) => mark);
  if (marks.length === 0 && !always) return undefined;
  return { kind: 'sketch', heading, vehicle, alt: `${ALT_TEXTS[vehicle]}: ${countText(marks.length)}`, marks };
}

/** Missing values of a started damage entry: the part, and the kind or a description. */
export function damageIssues({ values }: Pick<PaperData, 'values'>): FieldIssue[] {
  const undescribed = listRows(DAMAGES, values).filter(({ text }) => text('KIND') === '' && text('TEXT') === '');
  const issues = undescribed.map(
    ({ field }): FieldIssue => ({
      ...{ objectName: 'document', field: field('TEXT'), code: 'required' },
    }),
  );
  return [...listIssues(DAMAGES, values), ...issues];
}
