/** Unfolded drawing of a motorcycle: top view in the middle, right side above and left side below, wheels outwards. */
import type { DamagePlace } from '../labels/choice-labels.ts';
import { circle, mirrored } from './paths.ts';
import { type Area, type Drawing, type Shape, shapesFrom } from './shapes.ts';

const ABOVE = shapesFrom(`
  wheel M 8 90 C 8 85 14 84 20 84 L 60 84 L 60 96 L 20 96 C 14 96 8 95 8 90 Z
  wheel M 236 84 L 282 84 C 288 84 292 86 292 90 C 292 94 288 96 282 96 L 236 96 Z
  # The handlebar with its mirrors.
  wheel M 96 64 L 100 64 C 96 74 92 80 88 84 L 88 96 C 92 100 96 106 100 116 L 96 116 C 92 106 88 101 84 98 L 84 82 C 88 79 92 74 96 64 Z
  glass ${circle(88, 63, 5)}
  glass ${circle(88, 117, 5)}
  body M 52 90 C 52 80 62 76 78 78 L 88 82 L 88 98 L 78 102 C 62 104 52 100 52 90 Z
  glass M 58 90 C 58 84 64 82 74 83 L 74 97 C 64 98 58 96 58 90 Z
  body M 92 84 C 104 73 136 72 156 82 L 160 90 L 156 98 C 136 108 104 107 92 96 Z
  none ${circle(118, 90, 5)}
  glass M 158 82 C 176 76 206 76 222 83 C 226 86 226 94 222 97 C 206 104 176 104 158 98 L 162 90 Z
  body M 224 82 L 256 86 C 260 88 260 92 256 94 L 224 98 C 227 92 227 88 224 82 Z
`);

const SIDE = shapesFrom(`
  wheel ${circle(56, 152, 23)}
  body ${circle(56, 152, 15)}
  wheel ${circle(56, 152, 4)}
  wheel ${circle(242, 152, 23)}
  body ${circle(242, 152, 15)}
  wheel ${circle(242, 152, 4)}
  # Fork, handlebar, headlamp.
  glass M 54 151 L 84 117 L 89 120 L 60 154 Z
  wheel M 84 114 L 94 112 L 104 113 L 104 116 L 88 119 Z
  body M 72 118 C 72 112 80 110 88 114 L 84 128 C 76 128 72 124 72 118 Z
  body M 38 132 C 46 125 62 124 74 132 L 70 135 C 60 129 48 130 40 136 Z
  # Frame and engine, tank, seat, tail, swinging arm.
  body M 96 128 L 176 132 L 190 150 L 178 168 L 112 168 L 98 146 Z
  glass ${circle(138, 150, 12)}
  body M 92 126 C 96 114 128 110 150 118 L 162 128 L 150 134 L 100 132 Z
  glass M 152 120 C 168 126 190 122 218 116 L 222 121 C 208 130 176 134 160 130 Z
  body M 216 117 L 258 110 L 260 114 L 222 128 L 196 132 Z
  body M 174 152 L 242 148 L 242 156 L 176 162 Z
`);

/** Motorcycles have the exhaust on the right. */
const EXHAUST: Shape = {
  path: mirrored('M 120 168 L 186 164 L 250 148 C 256 148 258 156 252 159 L 190 173 L 122 173 Z'),
  fill: 'glass',
};

const WHEELS = [
  ['frontWheel', [56, 152, 24]],
  ['rearWheel', [242, 152, 24]],
] as const satisfies readonly (readonly [DamagePlace, Area])[];

const BOTH: readonly (readonly [DamagePlace, Area])[] = [
  ['handlebar', [80, 108, 106, 119]],
  ['fork', [60, 108, 92, 152]],
  ['tank', [92, 108, 152, 132]],
  ['seat', [152, 108, 218, 131]],
  ['rear', [218, 104, 272, 131]],
];

const mirroredArea = ([place, area]: readonly [DamagePlace, Area]): readonly [DamagePlace, Area] => {
  const [left, top, third, bottom] = area;
  return [place, bottom === undefined ? [left, 180 - top, third] : [left, 180 - bottom, third, 180 - top]];
};

export const MOTORCYCLE: Drawing = {
  shapes: [...SIDE.map(({ path, fill }) => ({ path: mirrored(path), fill })), EXHAUST, ...ABOVE, ...SIDE],
  areas: [
    ['handlebar', [80, 58, 101, 122]],
    ['front', [50, 74, 80, 106]],
    ['tank', [101, 74, 158, 106]],
    ['seat', [158, 74, 224, 106]],
    ['rear', [224, 80, 262, 100]],
    ['frontWheel', [4, 80, 50, 100]],
    ['rearWheel', [262, 80, 296, 100]],
    ['exhaust', [186, 14, 222, 36]],
    ...WHEELS,
    ...WHEELS.map(mirroredArea),
    ...BOTH,
    ...BOTH.map(mirroredArea),
    ['leftSide', [90, 130, 218, 174]],
    ['rightSide', [90, 6, 218, 50]],
  ],
};
