/**
 * Defines what a file to be signed may contain, position by position and key by key (ISO 32000-2, clauses 7.7, 8, 9,
 * 12, 14). An allow list: anything not listed is not copied, so unknown content is excluded by default.
 */

/** How a value is read. `list` and `map` contain values of a single kind. */
export type Kind =
  /** Numbers, names, strings, and arrays of them. */
  | 'scalar'
  /** A dictionary of scalars with any keys. */
  | 'scalars'
  /** Values, dictionaries and streams that describe an appearance: colours, functions, parts of fonts. */
  | 'data'
  /** Any content: a copy of the file as read, before anything is dropped. */
  | 'everything'
  /** A reference to a page of the tree. */
  | 'pageReference'
  /** A page and a view of it. */
  | 'destination'
  | 'action'
  | 'annotations'
  | 'content'
  | 'mask'
  | 'gstateFont'
  | 'graphic'
  | 'appearance'
  /** The appearance of an empty signature field: PDF/A requires one (ISO 19005-2, 6.3.3). */
  | 'emptyLook'
  /** An appearance, or one per state. */
  | 'look'
  | 'catalog'
  | 'viewerPreferences'
  | 'pages'
  | 'page'
  | 'names'
  | 'destinationNames'
  | 'outline'
  | 'form'
  | 'field'
  | 'link'
  | 'resources'
  | 'gstate'
  | 'softMask'
  | 'pattern'
  | 'font'
  | 'property'
  | 'structure'
  | 'metadata'
  | `list:${string}`
  | `map:${string}`;

/** Allowed keys of a dictionary, and the kind of each. */
export type Keys = Readonly<Record<string, Kind>>;

/** @param keys separated by blanks. */
const scalars = (keys: string): Keys => Object.fromEntries(keys.split(' ').map((key) => [key, 'scalar' as const]));

/** Allowed in every stream; `/F` would keep its data in another file. `/Length` is rewritten. */
const stream: Keys = { ...scalars('Filter'), DecodeParms: 'data' };

const annotation: Keys = {
  ...scalars('Type Subtype Rect Contents NM M F Border C StructParent Lang'),
  P: 'pageReference',
  BS: 'scalars',
};

const field: Keys = {
  ...scalars('FT T TU TM Ff'),
  Parent: 'field',
  Kids: 'list:field',
};

/** Allowed in every incoming file. */
export const INCOMING: Readonly<Partial<Record<Kind, Keys>>> = {
  catalog: {
    ...scalars('Type Version PageLayout PageMode Lang'),
    Pages: 'pages',
    PageLabels: 'data',
    Names: 'names',
    Dests: 'map:destination',
    ViewerPreferences: 'viewerPreferences',
    Outlines: 'outline',
    OpenAction: 'action',
    AcroForm: 'form',
    Metadata: 'metadata',
    StructTreeRoot: 'structure',
    MarkInfo: 'scalars',
    OutputIntents: 'data',
    Extensions: 'data',
  },
  // Excludes keys that select areas, pages, copies or scales for printing: the print is what is shown.
  viewerPreferences: {
    ...scalars('HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle'),
    ...scalars('NonFullScreenPageMode Direction'),
  },
  pages: {
    ...scalars('Type Count MediaBox CropBox Rotate'),
    Kids: 'list:pages',
    Parent: 'pages',
    Resources: 'resources',
  },
  page: {
    ...scalars('Type LastModified MediaBox CropBox BleedBox TrimBox ArtBox Rotate Tabs'),
    ...scalars('StructParents UserUnit'),
    Parent: 'pages',
    Resources: 'resources',
    Contents: 'content',
    Group: 'data',
    Annots: 'annotations',
    Metadata: 'metadata',
    OutputIntents: 'data',
  },
  names: { Dests: 'destinationNames' },
  destinationNames: { ...scalars('Limits'), Names: 'list:destination', Kids: 'list:destinationNames' },
  outline: {
    ...scalars('Type Title Count C F'),
    ...{ First: 'outline', Last: 'outline', Next: 'outline', Prev: 'outline', Parent: 'outline' },
    Dest: 'destination',
    A: 'action',
    SE: 'structure',
  },
  action: { ...scalars('Type S URI IsMap'), D: 'destination', SD: 'structure' },
  link: {
    ...scalars('Type Subtype Rect Contents NM M F Border StructParent Lang H QuadPoints'),
    P: 'pageReference',
    A: 'action',
    Dest: 'destination',
  },
  form: { ...scalars('SigFlags DA Q'), Fields: 'list:field', DR: 'resources' },
  field: { ...annotation, ...field, AP: 'emptyLook' },
  resources: {
    ...scalars('ProcSet'),
    Font: 'map:font',
    XObject: 'map:graphic',
    ExtGState: 'map:gstate',
    ColorSpace: 'map:data',
    Pattern: 'map:pattern',
    Shading: 'map:data',
    Properties: 'map:property',
  },
  content: stream,
  metadata: { ...stream, ...scalars('Type Subtype') },
  graphic: {
    ...stream,
    ...scalars('Type Subtype FormType BBox Matrix StructParent StructParents LastModified Name'),
    ...scalars('Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData'),
    ...scalars('ID Matte'),
    Resources: 'resources',
    Group: 'data',
    ColorSpace: 'data',
    Mask: 'mask',
    SMask: 'graphic',
    Metadata: 'metadata',
  },
  // Excludes /HT: a halftone is printer-specific and may contain a curve unknown to the screen.
  gstate: {
    ...scalars('Type LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca'),
    ...scalars('AIS TK UseBlackPtComp'),
    ...{ BG: 'data', BG2: 'data', UCR: 'data', UCR2: 'data', TR: 'data', TR2: 'data' },
    Font: 'gstateFont',
    SMask: 'softMask',
  },
  softMask: { ...scalars('Type S BC'), G: 'graphic', TR: 'data' },
  pattern: {
    ...stream,
    ...scalars('Type PatternType PaintType TilingType BBox XStep YStep Matrix'),
    Resources: 'resources',
    Shading: 'data',
    ExtGState: 'gstate',
  },
  font: {
    ...scalars('Type Subtype BaseFont Name FirstChar LastChar FontBBox FontMatrix DW DW2'),
    ...{ Widths: 'data', W: 'data', W2: 'data', CIDSystemInfo: 'scalars', CIDToGIDMap: 'data' },
    ...{ FontDescriptor: 'data', Encoding: 'data', ToUnicode: 'data' },
    DescendantFonts: 'list:font',
    CharProcs: 'map:content',
    Resources: 'resources',
  },
  structure: {
    ...scalars('Type S ID R T Lang Alt E ActualText Phoneme PhoneticAlphabet MCID'),
    ...scalars('ParentTreeNextKey Limits NS'),
    ...{ P: 'structure', K: 'structure', IDTree: 'structure', ParentTree: 'structure', Kids: 'structure' },
    ...{ Nums: 'structure', Names: 'structure', Namespaces: 'structure', Ref: 'structure' },
    ...{ A: 'data', C: 'data', RoleMap: 'scalars', ClassMap: 'data', RoleMapNS: 'data' },
    ...{ Pg: 'pageReference', Obj: 'graphic', Stm: 'graphic', StmOwn: 'graphic' },
  },
};

/** Additionally allowed once the product's own fields are added: signature fields, Sì/No pairs, and their appearances. */
export const PREPARED: typeof INCOMING = {
  ...INCOMING,
  field: { ...INCOMING.field, ...scalars('V AS'), AP: 'appearance', Lock: 'scalars' },
  appearance: { N: 'look' },
};
