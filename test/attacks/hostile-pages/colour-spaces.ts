/** Colour spaces, functions and profiles. */
import { streamOf } from '#pdf/gate/papers.suite.ts';
import { type Construct, constructsOf, type Row } from './construct.ts';

const FILL = '/C cs 1 scn 10 10 50 50 re f 0 scn 60 60 50 50 re f';
const THREE = '/C cs 1 0 0 scn 10 10 50 50 re f 0 0 1 scn 60 60 50 50 re f';
const FOUR = '/C cs 0 1 1 0 scn 10 10 50 50 re f';

const space = (name: string, content: string, value: string, objects: Record<number, string | Buffer> = {}): Row => [
  name,
  content,
  { resources: `/ColorSpace <</C ${value}>>`, objects },
];

const TINT = '<</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1>>';
const WHITE = '/WhitePoint [0.9505 1 1.089]';

/** An ICC profile with curves: the primaries of sRGB, and one curve for all. @param curve its points from 0 to 65535. */
function profile(deviceSpace: string, curve: readonly number[], primaries = [0, 1, 2]): Buffer {
  const points = Buffer.alloc(12 + curve.length * 2 + (curve.length % 2) * 2);
  points.write('curv', 0, 'latin1');
  points.writeUInt32BE(curve.length, 8);
  for (const [index, value] of curve.entries()) points.writeUInt16BE(value, 12 + index * 2);
  const xyz = (values: readonly number[]): Buffer => {
    const tag = Buffer.alloc(20);
    tag.write('XYZ ', 0, 'latin1');
    for (const [index, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
    return tag;
  };
  const columns = [
    [0.4361, 0.2225, 0.0139],
    [0.3851, 0.7169, 0.0971],
    [0.1431, 0.0606, 0.7141],
  ];
  const coloured = ['r', 'g', 'b'].flatMap((letter, index) => [
    [`${letter}XYZ`, xyz(columns[primaries[index] ?? 0] ?? [])] as const,
    [`${letter}TRC`, points] as const,
  ]);
  const tags = [
    ['wtpt', xyz([0.9642, 1, 0.8249])] as const,
    ...(deviceSpace === 'GRAY' ? [['kTRC', points] as const] : coloured),
  ];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntr', 12, 'latin1');
  header.write(deviceSpace, 16, 'latin1');
  header.write('XYZ acsp', 20, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeInt32BE(Math.round(0.9642 * 65_536), 68);
  header.writeInt32BE(65_536, 72);
  header.writeInt32BE(Math.round(0.8249 * 65_536), 76);
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let at = header.length + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
    at += data.length;
  }
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

const RISING = [0, 65_535];
const FALLING = [65_535, 0];
const icc = (entries: string, data: string | Buffer) => ({ 10: streamOf(entries, data) });

const SPACES: readonly Row[] = [
  space('a space that is not there', '/None cs 1 scn 10 10 50 50 re f', '/DeviceGray'),
  space('a space of an unknown family', FILL, '[/DeviceFoo]'),
  space('a space that is itself', FILL, '/C'),
  space('a device space by another name', THREE, '/DeviceRGB'),
  space('too many components', '/C cs 1 0 0 scn 10 10 50 50 re f', '/DeviceGray'),
  space('too few components', '/C cs 1 scn 10 10 50 50 re f', '/DeviceRGB'),
  space('components that are names', '/C cs /x scn 10 10 50 50 re f', '/DeviceGray'),
  space('a colour without components', '/C cs scn 10 10 50 50 re f', '/DeviceGray'),
  space('components beyond their values', '/C cs 5 -3 0 scn 10 10 50 50 re f', '/DeviceRGB'),
  ['three components before any space', '1 0 0 sc 10 10 50 50 re f'],
  ['three equal components before any space', '0 0 0 sc 10 10 50 50 re f'],
  space('a calibrated grey', FILL, `[/CalGray <<${WHITE} /Gamma 2.2>>]`),
  space('a calibrated grey of a huge gamma', '/C cs 0.5 scn 10 10 50 50 re f', `[/CalGray <<${WHITE} /Gamma 40>>]`),
  space('a calibrated grey without a white', FILL, '[/CalGray <<>>]'),
  space('a calibrated grey with a black that is white', FILL, `[/CalGray <<${WHITE} /BlackPoint [0.9 0.9 0.9]>>]`),
  space(
    'calibrated colours',
    THREE,
    `[/CalRGB <<${WHITE} /Gamma [2.2 2.2 2.2] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505]>>]`,
  ),
  space(
    'calibrated colours with exchanged primaries',
    THREE,
    `[/CalRGB <<${WHITE} /Matrix [0.1805 0.0722 0.9505 0.3576 0.7152 0.1192 0.4124 0.2126 0.0193]>>]`,
  ),
  space(
    'calibrated colours that are all dark',
    THREE,
    `[/CalRGB <<${WHITE} /Matrix [0.04 0.02 0.001 0.03 0.07 0.01 0.01 0.007 0.09]>>]`,
  ),
  space(
    'calibrated colours of a tiny gamma',
    '/C cs 0.5 0.5 0.5 scn 10 10 50 50 re f',
    `[/CalRGB <<${WHITE} /Gamma [0.05 0.05 0.05]>>]`,
  ),
  space('a calibrated white that is red', THREE, '[/CalRGB <</WhitePoint [3 1 0.1]>>]'),
  space('Lab', '/C cs 50 60 40 scn 10 10 50 50 re f', `[/Lab <<${WHITE} /Range [-100 100 -100 100]>>]`),
  space(
    'Lab of an impossible range',
    '/C cs 50 60 40 scn 10 10 50 50 re f',
    `[/Lab <<${WHITE} /Range [100 -100 100 -100]>>]`,
  ),
  space('a palette', FILL, '[/Indexed /DeviceRGB 1 <ff0000 0000ff>]'),
  space('a palette with too few colours', '/C cs 5 scn 10 10 50 50 re f', '[/Indexed /DeviceRGB 5 <ff0000 0000ff>]'),
  space('a palette of palettes', FILL, '[/Indexed [/Indexed /DeviceRGB 1 <ff0000 0000ff>] 1 <0100>]'),
  space('a palette with a negative end', FILL, '[/Indexed /DeviceRGB -1 <ff0000>]'),
  space('a palette beyond a byte', FILL, `[/Indexed /DeviceGray 300 <${'ff'.repeat(301)}>]`),
  space('a colour beyond its palette', '/C cs 9 scn 10 10 50 50 re f', '[/Indexed /DeviceRGB 1 <ff0000 0000ff>]'),
  space('a separation', FILL, `[/Separation /Spot /DeviceRGB ${TINT}]`),
  space('a separation of no plate', FILL, `[/Separation /None /DeviceRGB ${TINT}]`),
  space('a separation of all plates', FILL, `[/Separation /All /DeviceRGB ${TINT}]`),
  space('a separation without a tint', FILL, '[/Separation /Spot /DeviceRGB]'),
  space(
    'a separation whose tint gives too few',
    FILL,
    '[/Separation /Spot /DeviceRGB <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>]',
  ),
  space(
    'a separation whose tint gives too many',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [0 1 0] /C1 [1 0 0] /N 1>>]',
  ),
  space(
    'a separation of black that shows white',
    FILL,
    '[/Separation /Black /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>]',
  ),
  space(
    'a separation of black with a steep tint',
    '/C cs 0.5 scn 10 10 50 50 re f',
    '[/Separation /Black /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 9>>]',
  ),
  space(
    'a separation that shows without ink',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>]',
  ),
  space('a separation that shows without ink by samples', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 8', Buffer.from([0, 255])),
  }),
  space('a separation that shows without ink by a calculator', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{ dup 0.5 gt { pop 1 } { 0 mul } ifelse }'),
  }),
  space(
    'two colorants that show without ink',
    '/C cs 0 0 scn 10 10 50 50 re f',
    '[/DeviceN [/A /B] /DeviceRGB 10 0 R]',
    { 10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ pop pop 0 0 0 }') },
  ),
  space('a separation of a pattern', FILL, `[/Separation /Spot /Pattern ${TINT}]`),
  space('two colorants with their paper', '/C cs 1 0 scn 10 10 50 50 re f', '[/DeviceN [/A /B] /DeviceRGB 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 1 exch sub exch 1 exch sub exch 1 }'),
  }),
  space('two colorants', '/C cs 1 0 scn 10 10 50 50 re f', '[/DeviceN [/A /B] /DeviceRGB 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }'),
  }),
  space('two colorants, one of no plate', '/C cs 1 0 scn 10 10 50 50 re f', '[/DeviceN [/A /None] /DeviceRGB 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }'),
  }),
  space(
    'two colorants, one of all plates',
    '/C cs 1 0 scn 10 10 50 50 re f',
    '[/DeviceN [/A /All] /DeviceRGB 10 0 R]',
    { 10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }') },
  ),
  space('a colorant twice', '/C cs 1 0 scn 10 10 50 50 re f', '[/DeviceN [/A /A] /DeviceRGB 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }'),
  }),
  space(
    'colorants with attributes',
    '/C cs 1 0 scn 10 10 50 50 re f',
    '[/DeviceN [/A /B] /DeviceRGB 10 0 R <</Subtype /NChannel /Process <</ColorSpace /DeviceCMYK /Components [/A /B]>>>>]',
    { 10: streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }') },
  ),
];

const FUNCTIONS: readonly Row[] = [
  space('a function of no type', FILL, '[/Separation /Spot /DeviceGray <</FunctionType 9 /Domain [0 1]>>]'),
  space(
    'a function without a domain',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /C0 [1] /C1 [0] /N 1>>]',
  ),
  space(
    'a function whose domain is turned',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [1 0] /C0 [1] /C1 [0] /N 1>>]',
  ),
  space(
    'a function without an exponent',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0]>>]',
  ),
  space(
    'a function with a negative exponent',
    FILL,
    '[/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N -1>>]',
  ),
  space('samples', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 8', Buffer.from([255, 0])),
  }),
  space('too few samples', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [9] /BitsPerSample 8', Buffer.from([255, 0])),
  }),
  space('samples of an impossible depth', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 7', Buffer.from([255, 0])),
  }),
  space('samples in cubic order', '/C cs 0.5 scn 10 10 50 50 re f', '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf(
      '/FunctionType 0 /Order 3 /Domain [0 1] /Range [0 1] /Size [4] /BitsPerSample 8',
      Buffer.from([255, 0, 255, 0]),
    ),
  }),
  space(
    'stitched functions',
    FILL,
    `[/Separation /Spot /DeviceRGB <</FunctionType 3 /Domain [0 1] /Functions [${TINT} ${TINT}] /Bounds [0.5] /Encode [0 1 0 1]>>]`,
  ),
  space(
    'stitched functions with bounds out of order',
    FILL,
    `[/Separation /Spot /DeviceRGB <</FunctionType 3 /Domain [0 1] /Functions [${TINT} ${TINT} ${TINT}] /Bounds [0.7 0.2] /Encode [0 1 0 1 0 1]>>]`,
  ),
  space(
    'stitched functions without encoding',
    FILL,
    `[/Separation /Spot /DeviceRGB <</FunctionType 3 /Domain [0 1] /Functions [${TINT} ${TINT}] /Bounds [0.5]>>]`,
  ),
  space(
    'stitched functions of unlike results',
    FILL,
    `[/Separation /Spot /DeviceRGB <</FunctionType 3 /Domain [0 1] /Functions [${TINT} <</FunctionType 2 /Domain [0 1] /N 1>>] /Bounds [0.5] /Encode [0 1 0 1]>>]`,
  ),
  space('a function inside itself', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: '<</FunctionType 3 /Domain [0 1] /Functions [10 0 R] /Bounds [] /Encode [0 1]>>',
  }),
  space('a calculator', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{ 1 exch sub }'),
  }),
  space('a calculator with an unknown operator', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{ 1 exch zap }'),
  }),
  space('a calculator without braces', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1] /Range [0 1]', '1 exch sub'),
  }),
  space('a calculator without a range', FILL, '[/Separation /Spot /DeviceGray 10 0 R]', {
    10: streamOf('/FunctionType 4 /Domain [0 1]', '{ 1 exch sub }'),
  }),
];

const PROFILES: readonly Row[] = [
  space('a profile', THREE, '[/ICCBased 10 0 R]', icc('/N 3', profile('RGB ', RISING))),
  space('a profile that turns light and dark', THREE, '[/ICCBased 10 0 R]', icc('/N 3', profile('RGB ', FALLING))),
  space('a grey profile that turns light and dark', FILL, '[/ICCBased 10 0 R]', icc('/N 1', profile('GRAY', FALLING))),
  space('a profile that shows all as black', THREE, '[/ICCBased 10 0 R]', icc('/N 3', profile('RGB ', [0, 0]))),
  space(
    'a profile that shows all as white',
    THREE,
    '[/ICCBased 10 0 R]',
    icc('/N 3', profile('RGB ', [65_535, 65_535])),
  ),
  space(
    'a profile with exchanged primaries',
    THREE,
    '[/ICCBased 10 0 R]',
    icc('/N 3', profile('RGB ', RISING, [2, 1, 0])),
  ),
  space('a profile of other components', FOUR, '[/ICCBased 10 0 R]', icc('/N 4', profile('RGB ', RISING))),
  space('a profile without components', THREE, '[/ICCBased 10 0 R]', icc('', profile('RGB ', RISING))),
  space(
    'a profile of two components',
    '/C cs 1 0 scn 10 10 50 50 re f',
    '[/ICCBased 10 0 R]',
    icc('/N 2', profile('RGB ', RISING)),
  ),
  space('a profile that is none', THREE, '[/ICCBased 10 0 R]', icc('/N 3', 'no profile')),
  space(
    'a profile that is none beside an alternate',
    THREE,
    '[/ICCBased 10 0 R]',
    icc('/N 3 /Alternate /DeviceRGB', 'no profile'),
  ),
  space(
    'a profile beside another space',
    THREE,
    '[/ICCBased 10 0 R]',
    icc('/N 3 /Alternate /DeviceCMYK', profile('RGB ', RISING)),
  ),
  space('a profile beside Lab', THREE, '[/ICCBased 10 0 R]', icc(`/N 3 /Alternate [/Lab <<${WHITE}>>]`, 'no profile')),
  [
    'a default space that turns light and dark',
    '1 g 10 10 50 50 re f 0 g 60 60 50 50 re f',
    { resources: '/ColorSpace <</DefaultGray [/ICCBased 10 0 R]>>', objects: icc('/N 1', profile('GRAY', FALLING)) },
  ],
  [
    'a default space that is a separation',
    '1 g 10 10 50 50 re f 0 g 60 60 50 50 re f',
    {
      resources:
        '/ColorSpace <</DefaultGray [/Separation /Spot /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>',
    },
  ],
  [
    'a default space of other components',
    '1 0 0 rg 10 10 50 50 re f',
    { resources: '/ColorSpace <</DefaultRGB /DeviceCMYK>>' },
  ],
  [
    'a default space that is calibrated',
    '1 0 0 rg 10 10 50 50 re f',
    {
      resources: `/ColorSpace <</DefaultRGB [/CalRGB <<${WHITE} /Gamma [2.2 2.2 2.2] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505]>>]>>`,
    },
  ],
];

export const colourSpaces = (): Construct[] => [
  ...constructsOf('colour spaces', SPACES),
  ...constructsOf('functions', FUNCTIONS),
  ...constructsOf('profiles', PROFILES),
];
