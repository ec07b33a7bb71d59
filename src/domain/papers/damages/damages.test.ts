/** Damage entered on the drawing: the touched part, the same position on the paper, texts derived from a kind. */
import { describe, expect, it } from 'vitest';
import { composePaper } from '../compose-paper.ts';
import type { BlockOf } from '../paper.ts';
import type { PaperData } from '../paper-data.ts';
import { SAMPLE_DATA } from '../sample-data.ts';
import { partAt, partsOf, pointOf, spotAt, spotOfPart } from './drawing.ts';
import { readSpot, writeSpot } from './spot.ts';

const COURTESY = 'LOAN_COURTESY_VEHICLE';
const composed = (values: PaperData['values'], brand: 'bmw' | 'moto' = 'bmw') =>
  composePaper(COURTESY, { ...SAMPLE_DATA, letterhead: { ...SAMPLE_DATA.letterhead, brand }, values });
const marks = (values: PaperData['values'], brand?: 'moto') =>
  composed(values, brand).paper.blocks.find((block): block is BlockOf<'sketch'> => block.kind === 'sketch')?.marks;
const lacks = (values: PaperData['values']) =>
  composed(values).missing.flatMap(({ field, code }) => (field.startsWith('DAMAGE') ? [`${field} ${code}`] : []));

describe.each(['car', 'motorcycle'] as const)('the drawing of a %s', (vehicle) => {
  it.each(partsOf(vehicle))('has %s at its mark', (part) => {
    const spot = spotOfPart(vehicle, part);
    expect(partAt(vehicle, spot)).toBe(part);
    const kept = readSpot(writeSpot(spot));
    expect(kept && partAt(vehicle, kept)).toBe(part);
  });

  it('has no part in its corners, and tolerates a near miss', () => {
    for (const corner of [spotAt(0, 0), spotAt(300, 0), spotAt(0, 180), spotAt(300, 180)]) {
      expect(partAt(vehicle, corner)).toBeUndefined();
    }
    expect(partAt(vehicle, spotAt(60, 180))).toBe(vehicle === 'car' ? 'leftFrontWheel' : 'frontWheel');
  });
});

describe('the parts', () => {
  it('match the vehicle: a motorcycle has no doors, a car no fork', () => {
    expect(partsOf('motorcycle').filter((part) => /Door|Mirror|roof|boot|bonnet/.test(part))).toEqual([]);
    expect(partsOf('car').filter((part) => /fork|tank|seat|handlebar|exhaust/.test(part))).toEqual([]);
    expect(partsOf('car')).toHaveLength(23);
    expect(partsOf('motorcycle')).toHaveLength(11);
  });

  it('are left and right from the driver’s seat', () => {
    expect(pointOf(spotOfPart('car', 'leftFrontDoor'))[1]).toBeGreaterThan(90);
    expect(pointOf(spotOfPart('car', 'rightFrontDoor'))[1]).toBeLessThan(90);
    expect(pointOf(spotOfPart('car', 'frontBumper'))[0]).toBeLessThan(20);
  });
});

describe('marked damage', () => {
  it('is printed where it was marked, with the text of its kind', () => {
    const spot = spotAt(130, 150);
    const touched = { DAMAGE_1_PLACE: 'leftFrontDoor', DAMAGE_1_SPOT: writeSpot(spot), DAMAGE_1_KIND: 'scratch' };
    const [mark] = marks(touched) ?? [];
    expect(mark).toMatchObject({ number: 1, text: 'Porta anteriore sinistra: graffio' });
    expect(mark?.x).toBeCloseTo(spot.x, 3);
    expect(mark?.y).toBeCloseTo(spot.y, 3);
    expect(marks({ ...touched, DAMAGE_1_TEXT: 'lungo 4 cm' })?.[0]?.text).toBe(
      'Porta anteriore sinistra: graffio, lungo 4 cm',
    );
    expect(lacks(touched)).toEqual([]);
  });

  it('is printed on its named part when its position is on another', () => {
    const [mark] =
      marks({ DAMAGE_1_PLACE: 'roof', DAMAGE_1_SPOT: writeSpot(spotAt(130, 150)), DAMAGE_1_KIND: 'dent' }) ?? [];
    expect(mark).toMatchObject(spotOfPart('car', 'roof'));
  });

  it('requires a part, and a kind or a description; an unreadable position is refused', () => {
    expect(lacks({ DAMAGE_1_SPOT: '500,500', DAMAGE_1_KIND: 'dent' })).toEqual(['DAMAGE_1_PLACE required']);
    expect(lacks({ DAMAGE_2_PLACE: 'roof', DAMAGE_2_SPOT: '500,500' })).toEqual(['DAMAGE_2_TEXT required']);
    expect(lacks({ DAMAGE_1_PLACE: 'roof', DAMAGE_1_KIND: 'hole' })).toEqual(['DAMAGE_1_KIND oneOf']);
    for (const spot of ['1001,5', '5', '0.5,0.5', '-1,5', '5,5,5', 'NaN,1']) {
      expect(lacks({ DAMAGE_1_PLACE: 'roof', DAMAGE_1_TEXT: 'x', DAMAGE_1_SPOT: spot }), spot).toEqual([
        'DAMAGE_1_SPOT type',
      ]);
    }
  });
});
