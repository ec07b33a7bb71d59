/** Unfolded drawing of a car: top view in the middle, right side above and left side below, wheels outwards. */
import type { DamagePlace } from '../labels/choice-labels.ts';
import { circle, mirrored } from './paths.ts';
import { type Area, type Drawing, shapesFrom } from './shapes.ts';

const ABOVE = shapesFrom(`
  body M 18 62 C 4 64 2 74 2 90 C 2 106 4 116 18 118 C 14 108 13 100 13 90 C 13 80 14 72 18 62 Z
  body M 22 60 C 44 57 66 56 90 57 C 82 68 80 78 80 90 C 80 102 82 112 90 123 C 66 124 44 123 22 120 C 17 110 16 100 16 90 C 16 80 17 70 22 60 Z
  glass M 92 58 C 84 68 82 78 82 90 C 82 102 84 112 92 122 L 116 116 C 111 107 110 99 110 90 C 110 81 111 73 116 64 Z
  body M 118 63 L 196 63 C 201 72 202 81 202 90 C 202 99 201 108 196 117 L 118 117 C 113 108 112 99 112 90 C 112 81 113 72 118 63 Z
  glass M 199 64 C 203 73 204 81 204 90 C 204 99 203 107 199 116 L 222 121 C 228 111 230 101 230 90 C 230 79 228 69 222 59 Z
  body M 225 58 L 274 60 C 281 70 283 80 283 90 C 283 100 281 110 274 120 L 225 122 C 231 111 233 101 233 90 C 233 79 231 69 225 58 Z
  body M 278 62 C 292 64 298 74 298 90 C 298 106 292 116 278 118 C 284 108 286 100 286 90 C 286 80 284 72 278 62 Z
  # Headlamps and rear lamps.
  glass M 22 63 L 35 61 L 32 68 L 20 72 Z
  glass M 22 117 L 35 119 L 32 112 L 20 108 Z
  glass M 268 62 L 275 63 L 279 74 L 272 70 Z
  glass M 268 118 L 275 117 L 279 106 L 272 110 Z
`);

const SIDE = shapesFrom(`
  body M 6 162 C 4 154 8 148 20 146 L 82 142 C 92 137 104 130 120 128 L 190 128 C 206 129 220 136 230 141 L 280 145 C 292 147 296 154 294 162 L 290 166 L 258 167 C 258 151 218 151 218 167 L 80 168 C 80 151 40 151 40 167 L 10 166 Z
  glass M 94 142 C 103 136 112 132 122 131 L 150 131 L 150 143 Z
  glass M 156 131 L 190 131 C 200 132 208 135 215 140 L 204 143 L 156 143 Z
  # The doors.
  none M 92 143 L 95 165 L 153 165 L 153 129
  none M 153 165 L 207 165 C 208 158 214 152 218 148 L 216 141
  none M 138 148 L 148 148
  none M 196 148 L 206 148
  body M 88 141 C 89 136 98 136 99 141 L 98 144 L 89 144 Z
  wheel ${circle(60, 165, 14)}
  body ${circle(60, 165, 7)}
  wheel ${circle(238, 165, 14)}
  body ${circle(238, 165, 7)}
`);

const LEFT = [
  ['leftFrontWheel', [60, 165, 15]],
  ['leftRearWheel', [238, 165, 15]],
  ['leftMirror', [94, 140, 6]],
  ['leftSill', [76, 163, 222, 172]],
  ['leftFrontDoor', [93, 124, 153, 163]],
  ['leftRearDoor', [153, 124, 212, 163]],
  ['leftFrontWing', [4, 137, 93, 170]],
  ['leftRearWing', [212, 124, 296, 170]],
] as const satisfies readonly (readonly [DamagePlace, Area])[];

/** The same for the right side. */
const RIGHT = LEFT.map(([place, area]): readonly [DamagePlace, Area] => {
  const [left, top, third, bottom] = area as Area;
  const right = place.replace('left', 'right') as DamagePlace;
  return [right, bottom === undefined ? [left, 180 - top, third] : [left, 180 - bottom, third, 180 - top]];
});

export const CAR: Drawing = {
  shapes: [...SIDE.map(({ path, fill }) => ({ path: mirrored(path), fill })), ...ABOVE, ...SIDE],
  areas: [
    ['frontBumper', [0, 58, 15, 122]],
    ['bonnet', [15, 56, 81, 124]],
    ['windscreen', [81, 58, 111, 122]],
    ['roof', [111, 62, 203, 118]],
    ['rearWindow', [203, 60, 231, 120]],
    ['boot', [231, 57, 284, 123]],
    ['rearBumper', [284, 58, 300, 122]],
    ...LEFT,
    ...RIGHT,
  ],
};
