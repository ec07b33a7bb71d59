/** Graphics states, groups, masks, forms, patterns, shadings and pictures. */
import { streamOf } from '#pdf/gate/papers.suite.ts';
import { type Construct, constructsOf, type Row } from './construct.ts';

const BELOW = '0 1 0 rg 0 0 120 60 re f';
const ABOVE = '1 0 0 rg 30 30 60 60 re f';
const INVERSE = '<</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>';

type Objects = Record<number, string | Buffer>;
const state = (name: string, entries: string, objects: Objects = {}, content = `${BELOW} /S gs ${ABOVE}`): Row => [
  name,
  content,
  { resources: `/ExtGState <</S <<${entries}>> /H <</ca 0.5>>>>`, objects },
];
const form = (content: string, entries = '/BBox [0 0 120 120] /Resources <</ExtGState <</H <</ca 0.5>>>>>>'): Buffer =>
  streamOf(`/Type /XObject /Subtype /Form ${entries}`, content);
const GROUP = '/BBox [0 0 120 120] /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>';
const MASK = { 10: form('1 g 0 0 60 120 re f', GROUP) };

const STATES: readonly Row[] = [
  state('a transfer function', `/TR ${INVERSE}`),
  state('another transfer function', `/TR2 ${INVERSE}`),
  state('four transfer functions', `/TR [${INVERSE} ${INVERSE} ${INVERSE} ${INVERSE}]`),
  state('a transfer function that changes nothing', '/TR /Identity'),
  state('the transfer function of the device', '/TR2 /Default'),
  state('a black generation', `/BG ${INVERSE}`),
  state('an undercolour removal', `/UCR ${INVERSE}`),
  state('overprint', '/OP true /op true /OPM 1'),
  state(
    'overprint of inks',
    '/OP true /op true /OPM 1',
    {},
    '0 0 0 0.3 k 0 0 120 60 re f /S gs 0 0 0 1 k 30 30 60 60 re f',
  ),
  state(
    'overprint of white',
    '/OP true /op true /OPM 1',
    {},
    '0 0 0 1 k 0 0 120 120 re f /S gs 0 0 0 0 k 30 30 60 60 re f',
  ),
  state('a halftone', '/HT <</HalftoneType 1 /Frequency 5 /Angle 0 /SpotFunction /Round>>'),
  state('an unknown blend mode', '/BM /Foo'),
  state('a list of blend modes', '/BM [/Foo /Multiply]'),
  state('a blend mode that is a number', '/BM 1'),
  ...['Multiply', 'Screen', 'Difference', 'Luminosity'].map((mode) => state(`the blend mode ${mode}`, `/BM /${mode}`)),
  state('an opacity beyond one', '/ca 2'),
  state('a negative opacity', '/ca -1'),
  state('half an opacity', '/ca 0.5'),
  state('alpha that is shape', '/AIS true /ca 0.5'),
  state('text that knocks nothing out', '/TK false /ca 0.5'),
  state('a line width of a name', '/LW /x'),
  state('a typeface by a state', '/Font [5 0 R 40]', {}, '/S gs BT 10 30 Td (ab) Tj ET'),
  state('a drawn typeface by a state', '/Font [6 0 R 40]', {}, '/S gs BT 10 30 Td (ab) Tj ET'),
  state('a soft mask', '/SMask <</S /Luminosity /G 10 0 R>>', MASK),
  state('a soft mask with a transfer function', `/SMask <</S /Luminosity /G 10 0 R /TR ${INVERSE}>>`, MASK),
  state('an inverted soft mask of alpha', `/SMask <</S /Alpha /G 10 0 R /TR ${INVERSE}>>`, MASK),
  state('a soft mask with a transfer that changes nothing', '/SMask <</S /Luminosity /G 10 0 R /TR /Identity>>', MASK),
  state('a soft mask with a backdrop', '/SMask <</S /Luminosity /G 10 0 R /BC [1]>>', MASK),
  state('a soft mask with a backdrop of another space', '/SMask <</S /Luminosity /G 10 0 R /BC [1 0]>>', MASK),
  state('a soft mask of alpha', '/SMask <</S /Alpha /G 10 0 R>>', MASK),
  state('a soft mask of an unknown kind', '/SMask <</S /Foo /G 10 0 R>>', MASK),
  state('a soft mask without a drawing', '/SMask <</S /Luminosity>>'),
  state('a soft mask that is no group', '/SMask <</S /Luminosity /G 10 0 R>>', { 10: form('1 g 0 0 60 120 re f') }),
  state('a soft mask that uses itself', '/SMask <</S /Luminosity /G 10 0 R>>', {
    10: form(
      '/S gs 1 g 0 0 60 120 re f',
      GROUP.replace('<<>>', '<</ExtGState <</S <</SMask <</S /Luminosity /G 10 0 R>>>>>>>>'),
    ),
  }),
];

const draw = (name: string, object: Buffer, content = `${BELOW} /X Do`, objects: Objects = {}): Row => [
  name,
  content,
  { resources: '/XObject <</X 10 0 R>> /ExtGState <</H <</ca 0.5>>>>', objects: { 10: object, ...objects } },
];
const OVERLAP = '/H gs 1 0 0 rg 10 10 60 60 re f 0 0 1 rg 40 40 60 60 re f';
const HALF = '/Resources <</ExtGState <</H <</ca 0.5>>>>>>';
const FORMS: readonly Row[] = [
  draw('a form without a box', form(ABOVE, '/Resources <<>>')),
  draw('a form with a box of three numbers', form(ABOVE, '/BBox [0 0 50] /Resources <<>>')),
  draw('a form with a box that is turned', form(ABOVE, '/BBox [120 120 0 0] /Resources <<>>')),
  draw('a form with a box of no size', form(ABOVE, '/BBox [0 0 0 0] /Resources <<>>')),
  draw('a form that its box cuts', form(ABOVE, '/BBox [0 0 60 60] /Resources <<>>')),
  draw('a form with a matrix of five numbers', form(ABOVE, '/BBox [0 0 120 120] /Matrix [1 0 0 1 20] /Resources <<>>')),
  draw('a form that draws itself', form(`${ABOVE} /X Do`, '/BBox [0 0 120 120] /Resources <</XObject <</X 10 0 R>>>>')),
  draw(
    'forms that draw each other',
    form(`${ABOVE} /Y Do`, '/BBox [0 0 120 120] /Resources <</XObject <</Y 11 0 R>>>>'),
    '/X Do',
    { 11: form('0 0 1 rg 0 0 30 30 re f /X Do', '/BBox [0 0 120 120] /Resources <</XObject <</X 10 0 R>>>>') },
  ),
  draw('a form with the resources of the page', form('/H gs 1 0 0 rg 30 30 60 60 re f', '/BBox [0 0 120 120]')),
  draw('a form of an unknown kind', streamOf('/Type /XObject /Subtype /Foo /BBox [0 0 120 120]', ABOVE)),
  draw('a form of PostScript', streamOf('/Type /XObject /Subtype /PS', 'showpage')),
  draw(
    'a form that restores the state of the page',
    form(`Q ${ABOVE}`, '/BBox [0 0 120 120] /Resources <<>>'),
    `q 0.5 0 0 0.5 20 20 cm 0 0 1 rg /X Do 0 0 30 30 re f Q`,
  ),
  draw(
    'a form that leaves a save',
    form(`q 1 0 0 rg 0.5 0 0 0.5 0 0 cm 0 0 60 60 re f`, '/BBox [0 0 120 120] /Resources <<>>'),
    '/X Do 60 60 30 30 re f',
  ),
  draw(
    'a form in the colour of the page',
    form('30 30 60 60 re f', '/BBox [0 0 120 120] /Resources <<>>'),
    '1 0 0 rg /X Do',
  ),
  draw(
    'a form that sets a colour in the space of the page',
    form('0 0 1 sc 30 30 60 60 re f', '/BBox [0 0 120 120] /Resources <<>>'),
    '/DeviceRGB cs /X Do',
  ),
  draw('a knockout group', form(OVERLAP, `/BBox [0 0 120 120] /Group <</S /Transparency /K true>> ${HALF}`)),
  draw(
    'a knockout group of one thing',
    form('/H gs 1 0 0 rg 10 10 60 60 re f', `/BBox [0 0 120 120] /Group <</S /Transparency /K true>> ${HALF}`),
  ),
  draw(
    'a knockout group without transparency',
    form(
      '1 0 0 rg 10 10 60 60 re f 0 0 1 rg 40 40 60 60 re f',
      '/BBox [0 0 120 120] /Group <</S /Transparency /K true>> /Resources <<>>',
    ),
  ),
  draw('an isolated group', form(OVERLAP, `/BBox [0 0 120 120] /Group <</S /Transparency /I true>> ${HALF}`)),
  draw(
    'a group of an unknown space',
    form(OVERLAP, `/BBox [0 0 120 120] /Group <</S /Transparency /CS /Foo>> ${HALF}`),
  ),
  draw(
    'content in the coding of a picture',
    streamOf('/Type /XObject /Subtype /Form /BBox [0 0 120 120] /Filter /DCTDecode', ABOVE),
  ),
  draw(
    'content in an unknown coding',
    streamOf('/Type /XObject /Subtype /Form /BBox [0 0 120 120] /Filter /Foo', ABOVE),
  ),
  draw(
    'content whose compressed data are damaged',
    streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 120 120] /Filter /FlateDecode',
      Buffer.from('789cffff0000', 'hex'),
    ),
  ),
];

const pattern = (
  name: string,
  object: Buffer | string,
  content = '/Pattern cs /P scn 10 10 100 100 re f',
  objects: Objects = {},
): Row => [
  name,
  content,
  { resources: '/Pattern <</P 10 0 R>> /ColorSpace <</U [/Pattern /DeviceRGB]>>', objects: { 10: object, ...objects } },
];
const TILE = '/PatternType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources <<>>';
const PATTERNS: readonly Row[] = [
  pattern('a pattern', streamOf(`${TILE} /PaintType 1`, '1 0 0 rg 0 0 10 10 re f')),
  pattern(
    'tiles of no whole pixels as large as their steps',
    streamOf(`${TILE.replaceAll('20', '7.3')} /PaintType 1`, '1 w 0 0 m 7.3 7.3 l S'),
  ),
  pattern(
    'tiles of no whole pixels with a longer step',
    streamOf(
      `${TILE.replaceAll('20', '7.3').replace('XStep 7.3', 'XStep 7.3001')} /PaintType 1`,
      '1 w 0 0 m 7.3 7.3 l S',
    ),
  ),
  pattern(
    'a pattern that is not there',
    streamOf(`${TILE} /PaintType 1`, ''),
    '/Pattern cs /None scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern without its space',
    streamOf(`${TILE} /PaintType 1`, '1 0 0 rg 0 0 10 10 re f'),
    '/P scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern without steps',
    streamOf(TILE.replace(/\/XStep 20 \/YStep 20/, '/PaintType 1'), '1 0 0 rg 0 0 10 10 re f'),
  ),
  pattern(
    'a pattern with steps of zero',
    streamOf(TILE.replace(/Step 20/g, 'Step 0').concat(' /PaintType 1'), '1 0 0 rg 0 0 10 10 re f'),
  ),
  pattern(
    'a pattern with negative steps',
    streamOf(TILE.replace(/Step 20/g, 'Step -20').concat(' /PaintType 1'), '1 0 0 rg 0 0 10 10 re f'),
  ),
  pattern(
    'a pattern whose tiles overlap',
    streamOf(
      TILE.replace(/Step 20/g, 'Step 10').concat(' /PaintType 1'),
      '1 0 0 rg 0 0 20 5 re f 0 0 1 rg 0 5 20 15 re f',
    ),
  ),
  pattern('a pattern of no paint', streamOf(TILE, '1 0 0 rg 0 0 10 10 re f')),
  pattern(
    'a pattern of an unknown kind',
    streamOf(TILE.replace('PatternType 1', 'PatternType 3'), '1 0 0 rg 0 0 10 10 re f'),
  ),
  pattern(
    'a pattern without colours',
    streamOf(`${TILE} /PaintType 2`, '0 0 10 10 re f'),
    '/U cs 1 0 0 /P scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern without colours that sets one',
    streamOf(`${TILE} /PaintType 2`, '0 0 1 rg 0 0 10 10 re f'),
    '/U cs 1 0 0 /P scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern without colours with too few',
    streamOf(`${TILE} /PaintType 2`, '0 0 10 10 re f'),
    '/U cs 1 /P scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern with colours that is given one',
    streamOf(`${TILE} /PaintType 1`, '0 0 1 rg 0 0 10 10 re f'),
    '/U cs 1 0 0 /P scn 10 10 100 100 re f',
  ),
  pattern(
    'a pattern inside itself',
    streamOf(`${TILE.replace('<<>>', '<</Pattern <</P 10 0 R>>>>')} /PaintType 1`, '/Pattern cs /P scn 0 0 10 10 re f'),
  ),
  pattern(
    'a shading as a pattern',
    `<</PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 120 0] /Function ${INVERSE}>>>>`,
  ),
  pattern('a pattern without a shading', '<</PatternType 2>>'),
];

const shading = (name: string, object: Buffer | string): Row => [
  name,
  '/S sh',
  { resources: '/Shading <</S 10 0 R>>', objects: { 10: object } },
];
const MESH =
  '/BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 120 0 120 0 1 0 1 0 1] /ColorSpace /DeviceRGB';
const TRIANGLE = Buffer.from([0, 10, 10, 255, 0, 0, 0, 240, 10, 0, 255, 0, 0, 120, 240, 0, 0, 255]);
const SHADINGS: readonly Row[] = [
  shading('a gradient', `<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 120 0] /Function ${INVERSE}>>`),
  shading('a gradient without a place', `<</ShadingType 2 /ColorSpace /DeviceGray /Function ${INVERSE}>>`),
  shading('a gradient without a function', '<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 120 0]>>'),
  shading('a gradient without a space', `<</ShadingType 2 /Coords [0 0 120 0] /Function ${INVERSE}>>`),
  shading(
    'a gradient of a palette',
    `<</ShadingType 2 /ColorSpace [/Indexed /DeviceRGB 1 <ff00000000ff>] /Coords [0 0 120 0] /Function ${INVERSE}>>`,
  ),
  shading(
    'a gradient whose function gives too few',
    `<</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 120 0] /Function ${INVERSE}>>`,
  ),
  shading(
    'a gradient of one point',
    `<</ShadingType 2 /ColorSpace /DeviceGray /Coords [60 60 60 60] /Extend [true true] /Function ${INVERSE}>>`,
  ),
  shading('circles', `<</ShadingType 3 /ColorSpace /DeviceGray /Coords [60 60 0 60 60 50] /Function ${INVERSE}>>`),
  shading(
    'circles of negative size',
    `<</ShadingType 3 /ColorSpace /DeviceGray /Coords [60 60 -10 60 60 50] /Function ${INVERSE}>>`,
  ),
  shading(
    'circles beside each other, extended',
    `<</ShadingType 3 /ColorSpace /DeviceGray /Coords [30 60 5 90 60 20] /Extend [true true] /Function ${INVERSE}>>`,
  ),
  shading(
    'a function over the page',
    `<</ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [120 0 0 120 0 0] /Function ${INVERSE}>>`,
  ),
  shading('triangles', streamOf(`/ShadingType 4 ${MESH}`, TRIANGLE)),
  shading('triangles without data', streamOf(`/ShadingType 4 ${MESH}`, '')),
  shading(
    'triangles of an impossible depth',
    streamOf(`/ShadingType 4 ${MESH.replace('/BitsPerCoordinate 8', '/BitsPerCoordinate 7')}`, TRIANGLE),
  ),
  shading(
    'triangles with a short decode',
    streamOf(`/ShadingType 4 ${MESH.replace('[0 120 0 120 0 1 0 1 0 1]', '[0 120 0 120]')}`, TRIANGLE),
  ),
  shading('a lattice without rows', streamOf(`/ShadingType 5 ${MESH}`, TRIANGLE)),
  shading(
    'a shading of an unknown type',
    `<</ShadingType 8 /ColorSpace /DeviceGray /Coords [0 0 120 0] /Function ${INVERSE}>>`,
  ),
];

const image = (
  name: string,
  entries: string,
  data: readonly number[] = [0, 255, 255, 0],
  objects: Objects = {},
): Row => [
  name,
  `${BELOW} 1 0 0 rg q 80 0 0 80 20 20 cm /I Do Q`,
  {
    resources: '/XObject <</I 10 0 R>>',
    objects: { 10: streamOf(`/Type /XObject /Subtype /Image ${entries}`, Buffer.from(data)), ...objects },
  },
];
const SIZE = '/Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const STENCIL = {
  11: streamOf(
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ImageMask true /BitsPerComponent 1',
    Buffer.from([0x80, 0x40]),
  ),
};
const SOFT = { 11: streamOf(`/Type /XObject /Subtype /Image ${SIZE}`, Buffer.from([255, 0, 255, 0])) };
const PICTURES: readonly Row[] = [
  image('a picture', SIZE),
  image('a picture without a width', SIZE.replace('/Width 2', '')),
  image('a picture of width zero', SIZE.replace('/Width 2', '/Width 0')),
  image('a picture of half a pixel', SIZE.replace('/Width 2', '/Width 2.5')),
  image('a picture of an impossible depth', SIZE.replace('Component 8', 'Component 5')),
  image('a picture without a space', SIZE.replace('/ColorSpace /DeviceGray', '')),
  image('a picture with too few data', SIZE, [0, 255]),
  image('a picture turned by its decode', `${SIZE} /Decode [1 0]`),
  image('a picture with another decode', `${SIZE} /Decode [1 0 1 0 1 0]`),
  image('a picture in patterns', SIZE.replace('/DeviceGray', '/Pattern')),
  image('a picture with a stencil', `${SIZE} /Mask 11 0 R`, undefined, STENCIL),
  image('a picture with a mask that is a picture', `${SIZE} /Mask 11 0 R`, undefined, SOFT),
  image('a picture with a mask of colours', `${SIZE} /Mask [200 255]`),
  image('a picture with a malformed mask of colours', `${SIZE} /Mask [200]`),
  image('a picture with a soft mask', `${SIZE} /SMask 11 0 R`, undefined, SOFT),
  image('a picture with a soft mask that is a stencil', `${SIZE} /SMask 11 0 R`, undefined, STENCIL),
  image('a picture that is its own mask', `${SIZE} /SMask 10 0 R`),
  image('a picture with two masks', `${SIZE} /SMask 11 0 R /Mask [200 255]`, undefined, SOFT),
  image('a stencil of eight bits', '/Width 2 /Height 2 /ImageMask true /BitsPerComponent 8', [0, 255, 255, 0]),
  image(
    'a stencil with a space',
    '/Width 2 /Height 2 /ImageMask true /BitsPerComponent 1 /ColorSpace /DeviceGray',
    [0x80, 0x40],
  ),
  image(
    'a stencil turned by its decode',
    '/Width 2 /Height 2 /ImageMask true /BitsPerComponent 1 /Decode [1 0]',
    [0x80, 0x40],
  ),
  image('a picture that is no JPEG', `${SIZE} /Filter /DCTDecode`),
  image('a picture in an unknown filter', `${SIZE} /Filter /Foo`),
];

export const painting = (): Construct[] => [
  ...constructsOf('graphics states', STATES),
  ...constructsOf('forms', FORMS),
  ...constructsOf('patterns', PATTERNS),
  ...constructsOf('shadings', SHADINGS),
  ...constructsOf('pictures', PICTURES),
];
