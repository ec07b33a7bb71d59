/** Damages noted by their place: numbered on the drawing of the vehicle, and told beside it (D §8.2). */
import type { Brand } from '../dealers/brands.ts';
import { choiceLabel, DAMAGE_PLACES, type DamagePlace } from './choice-labels.ts';
import type { PaperData } from './data.ts';
import { DAMAGES, listRows } from './lists.ts';
import type { BlockOf, SketchMark } from './paper.ts';

/** From the left and from the front of the drawing, both from 0 to 1. */
const SPOTS: Record<DamagePlace, readonly [x: number, y: number]> = {
  frontBumper: [0.5, 0.02],
  bonnet: [0.5, 0.15],
  windscreen: [0.5, 0.31],
  roof: [0.5, 0.55],
  rearWindow: [0.5, 0.83],
  boot: [0.5, 0.92],
  rearBumper: [0.5, 0.98],
  leftFrontWing: [0.12, 0.15],
  leftFrontDoor: [0.12, 0.45],
  leftRearDoor: [0.12, 0.63],
  leftRearWing: [0.12, 0.86],
  rightFrontWing: [0.88, 0.15],
  rightFrontDoor: [0.88, 0.45],
  rightRearDoor: [0.88, 0.63],
  rightRearWing: [0.88, 0.86],
  leftFrontWheel: [0.03, 0.26],
  leftRearWheel: [0.03, 0.77],
  rightFrontWheel: [0.97, 0.26],
  rightRearWheel: [0.97, 0.77],
  front: [0.5, 0.06],
  leftSide: [0.2, 0.5],
  rightSide: [0.8, 0.5],
  tank: [0.5, 0.45],
  seat: [0.5, 0.68],
  rear: [0.5, 0.94],
};

type Spot = Pick<SketchMark, 'x' | 'y'>;

/** Further damages of one place, or of the next, stand beside the first, towards the middle of the drawing. */
const STEP = 0.065;

/** A number covers this much of the drawing's breadth and length. */
const COVERED = { x: 0.14, y: 0.06 } as const;

const covers = (one: Spot, other: Spot): boolean =>
  Math.abs(one.x - other.x) < COVERED.x && Math.abs(one.y - other.y) < COVERED.y;

function spotOf(place: string, taken: readonly Spot[]): Spot {
  const [x, first] = Object.hasOwn(DAMAGE_PLACES, place) ? SPOTS[place as DamagePlace] : ([0.5, 0.5] as const);
  const step = first > 0.5 ? -STEP : STEP;
  let y = first;
  // Each step leaves the marks behind it: after as many as there are, one is free.
  for (let tries = 0; tries <= 2 * taken.length && taken.some((one) => covers(one, { x, y })); tries += 1) y += step;
  return { x, y };
}

function marksOf({ values }: PaperData): SketchMark[] {
  const marks: SketchMark[] = [];
  for (const row of listRows(DAMAGES, values)) {
    const place = row.text('PLACE');
    const where = choiceLabel(row.field('PLACE'), place, 'it');
    const text = [where, row.text('TEXT')].filter(Boolean).join(': ');
    marks.push({ number: marks.length + 1, ...spotOf(place, marks), text });
  }
  return marks;
}

const DRAWN: Record<'car' | 'motorcycle', string> = {
  car: 'Automobile vista dall’alto, la parte anteriore a sinistra',
  motorcycle: 'Motociclo visto dall’alto, la parte anteriore a sinistra',
};

const vehicleOf = (brand: Brand): 'car' | 'motorcycle' => (brand === 'moto' ? 'motorcycle' : 'car');

function toldOf(damages: number): string {
  if (damages === 0) return 'nessun danno annotato';
  return damages === 1 ? 'un danno, con il numero 1' : `danni numerati da 1 a ${damages}`;
}

/** The drawing with what was noted. @param always also when nothing was: that there are none is part of what is signed. */
export function damageBlock(data: PaperData, heading: string, always = false): BlockOf<'sketch'> | undefined {
  const marks = marksOf(data);
  if (marks.length === 0 && !always) return undefined;
  const vehicle = vehicleOf(data.letterhead.brand);
  return { kind: 'sketch', heading, vehicle, alt: `${DRAWN[vehicle]}: ${toldOf(marks.length)}`, marks };
}
