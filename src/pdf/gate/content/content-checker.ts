/** Walks everything that the pages of a file draw, and checks it by the grammar of content (ISO 32000-2, clauses 8 and 9). */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Refused } from '../gate-result.ts';
import { applyEdits, compress, type Edit } from './apply-edits.ts';
import { Colours } from './colours/colour.ts';
import { Functions } from './colours/functions.ts';
import { Shadings } from './colours/shadings.ts';
import { ContentFault, refuse } from './content-fault.ts';
import { type ContentKind, ContentProgram } from './content-stream.ts';
import { isDoubtful } from './corners.ts';
import { type JoinedContent, joinStreams, StreamDecoder } from './decode.ts';
import { Access } from './dictionary-access.ts';
import { GraphicsStates } from './graphics-states.ts';
import { clipToBox, isClipped } from './groups/box-clip.ts';
import { isGridded, leaveGrid } from './groups/tile-grid.ts';
import { checkImage } from './pictures/images.ts';
import { checkJbig2 } from './pictures/jbig2.ts';
import { type Register, Repairs } from './repairs.ts';
import { type Caps, type ColourSpace, DEVICE_SPACES, type Scope, type StateEntries } from './resource-scope.ts';
import { isSlanted } from './strokes.ts';
import { checkFont, glyphsOf } from './typefaces/fonts.ts';

/** Nested forms: readers stop between 28 and 100. */
const MAX_FORM_DEPTH = 24;
/** Operators drawn by all pages, including repeated forms: far more than 25 MiB of genuine documents contain, and seconds of drawing. */
const MAX_OPERATORS = 20_000_000;

/** Cost of drawing something, including everything that it draws by name. */
interface Cost {
  /** Measure of the drawing effort. */
  readonly operators: number;
  /** Whether anything is transparent, or blended with its backdrop. */
  readonly isTransparent: boolean;
  /** Whether nothing in it overlaps anything else. */
  readonly isSingle: boolean;
}

/** Tiles that overlap less than this only hide the seams between them. */
const MIN_STEP_RATIO = 0.9;
/** Longer steps leave gaps between the tiles. */
const GAP_FROM = 1.001;

interface DrawnStream extends Cost {
  readonly edits: readonly Edit[];
  readonly returns: number;
}

export class ContentChecker {
  readonly repairs = new Repairs();
  readonly #access: Access;
  readonly #register: Register | null;
  readonly #decoder: StreamDecoder;
  readonly #functions: Functions;
  readonly #colours: Colours;
  readonly #shadings: Shadings;
  readonly #states: GraphicsStates;
  readonly #drawn = new Map<PdfStream, Map<PdfDict | null, DrawnStream>>();
  readonly #open = new Set<PdfObject>();
  readonly #fonts = new Map<PdfDict, 'outlines' | 'drawn'>();
  readonly #images = new Map<PdfStream, 'image' | 'mask'>();
  readonly #caps: Caps = { areSet: false, doubt: null, areSlanted: false, miterLimits: new Set(), corners: [] };
  /** Forms of soft masks, with their content. */
  readonly #masks = new Map<PdfStream, DrawnStream>();
  /** Tiles with gaps between them. */
  readonly #gapped = new Map<PdfStream, DrawnStream>();
  #operators = 0;

  /** @param register null when the file must not be changed. */
  constructor(resolve: Resolve, register: Register | null) {
    this.#access = new Access(resolve);
    this.#register = register;
    this.#decoder = new StreamDecoder(resolve);
    this.#functions = new Functions(this.#access, this.#decoder);
    this.#colours = new Colours(this.#access, this.#decoder, this.#functions, this.repairs);
    this.#shadings = new Shadings(this.#access, this.#colours, this.#functions, this.#decoder);
    this.#states = new GraphicsStates(this.#access, this.#functions, this.repairs, register);
  }

  /** Checks all pages, in order. @throws Refused pdf.content with the page number, pdf.tooLarge */
  checkPages(pages: readonly PdfDict[]): void {
    for (const [index, page] of pages.entries()) {
      try {
        this.#page(page);
        this.#checkCaps();
      } catch (error) {
        if (error instanceof ContentFault) {
          throw new Refused('pdf.content', error.message, { page: String(index + 1) });
        }
        throw error;
      }
      if (this.#operators > MAX_OPERATORS) throw new Refused('pdf.tooLarge', 'too many operators');
    }
    // Poppler clips a rotated soft mask to the upright box around its box.
    if (this.#caps.areSlanted) for (const [mask, drawn] of this.#masks) this.#clip(mask, drawn);
    for (const [tile, drawn] of this.#gapped) this.#clip(tile, drawn);
  }

  #checkCaps(): void {
    const { areSet, doubt, miterLimits, corners } = this.#caps;
    if (areSet && doubt !== null) refuse(doubt);
    for (const limit of miterLimits) {
      if (corners.some((corner) => isDoubtful(corner, limit))) refuse('a sharp corner of a curve');
    }
  }

  /** Makes a form or tile end at its box in every reader. */
  #clip(stream: PdfStream, { returns }: DrawnStream): void {
    const box = this.#access.numbers(stream, 'BBox', 4) ?? [];
    if (returns === 1 && isClipped(this.#decoder.decode(stream).bytes, box)) return;
    this.repairs.add('a drawing that is cut off at its box', () => clipToBox(stream, box));
  }

  #page(page: PdfDict): void {
    const resources = this.#inheritedResources(page);
    const { content, isDamaged } = this.#contentOf(page);
    if (content.bytes.length > 0) {
      const drawn = this.#run(content, resources, 'page', 0, null);
      const { edits } = drawn;
      this.#operators += drawn.operators;
      this.#group(page, drawn);
      if (edits.length > 0 || isDamaged) {
        this.repairs.add('content that is not written by the norm', () => this.#rewritePage(page, content, edits));
      }
    }
    for (const annotation of this.#access.items(page.get('Annots')) ?? []) {
      if (annotation instanceof PdfDict) this.#appearance(annotation, resources);
    }
  }

  #inheritedResources(page: PdfDict): PdfDict | null {
    const visited = new Set<PdfDict>();
    for (let node: PdfDict | undefined = page; node && !visited.has(node); node = this.#access.dict(node, 'Parent')) {
      visited.add(node);
      const resources = this.#access.dict(node, 'Resources');
      if (resources) return resources;
    }
    return null;
  }

  #contentOf(page: PdfDict): { content: JoinedContent; isDamaged: boolean } {
    const value = this.#access.get(page, 'Contents');
    const streams = value instanceof PdfArray ? (this.#access.items(value) ?? []) : value === undefined ? [] : [value];
    const parts = streams.flatMap((stream) => {
      if (stream === undefined) return [];
      return stream instanceof PdfStream ? [this.#decoder.decode(stream)] : refuse('content that is no stream');
    });
    return { content: joinStreams(parts.map(({ bytes }) => bytes)), isDamaged: parts.some((part) => part.isDamaged) };
  }

  #rewritePage(page: PdfDict, { bytes }: JoinedContent, edits: readonly Edit[]): void {
    const ref = this.#register?.(compress(new PdfStream(), applyEdits(bytes, edits)));
    if (ref) page.set('Contents', ref);
  }

  #appearance(annotation: PdfDict, resources: PdfDict | null): void {
    const appearances = this.#access.get(annotation, 'AP');
    const look = appearances instanceof PdfDict ? this.#access.get(appearances, 'N') : undefined;
    const streams = look instanceof PdfStream ? [look] : look instanceof PdfDict ? this.#streamsOf(look) : [];
    for (const form of streams) this.#operators += this.#form(form, resources, 1).operators;
  }

  #streamsOf(dict: PdfDict): PdfStream[] {
    return [...dict].flatMap(([key]) => {
      const value = this.#access.get(dict, key.value);
      return value instanceof PdfStream ? [value] : [];
    });
  }

  /** @param self the stream being run, when its own resources may refer to it. */
  #run(
    content: JoinedContent,
    resources: PdfDict | null,
    kind: ContentKind,
    depth: number,
    self: PdfStream | null,
  ): DrawnStream {
    const scope = new ResourceScope(this, this.#caps, this.#access, resources, depth, self);
    const result = new ContentProgram(content, scope, kind).run();
    return { ...result, operators: result.operators + scope.operators, isTransparent: scope.isTransparent };
  }

  /** Processes a stream that is drawn as a whole, once for each set of resources. */
  #stream(stream: PdfStream, resources: PdfDict | null, kind: ContentKind, depth: number): DrawnStream {
    const byResources = this.#drawn.get(stream) ?? new Map<PdfDict | null, DrawnStream>();
    this.#drawn.set(stream, byResources);
    const cached = byResources.get(resources);
    if (cached) return cached;
    if (this.#open.has(stream)) refuse('a drawing inside another that is inside it');
    if (depth > MAX_FORM_DEPTH) refuse('drawings nested too deeply');
    this.#open.add(stream);
    const { bytes, isDamaged } = this.#decoder.decode(stream);
    const drawn = this.#run({ bytes, seams: [] }, resources, kind, depth, stream);
    this.#open.delete(stream);
    const [previous] = byResources.values();
    if (previous && !sameEdits(previous.edits, drawn.edits)) refuse('a drawing that depends on where it is used');
    if (!previous && (drawn.edits.length > 0 || isDamaged)) {
      this.repairs.add('content that is not written by the norm', () => {
        compress(stream, applyEdits(bytes, drawn.edits));
      });
    }
    byResources.set(resources, drawn);
    return drawn;
  }

  #form(form: PdfStream, callerResources: PdfDict | null, depth: number): DrawnStream {
    const box = this.#access.numbers(form, 'BBox', 4);
    if (box === undefined) refuse('a drawing without a box');
    this.#caps.areSlanted ||= isSlanted(this.#access.numbers(form, 'Matrix', 6) ?? []);
    // By old convention, a form without resources uses its caller's.
    const resources = this.#access.dict(form, 'Resources') ?? callerResources;
    const drawn = this.#stream(form, resources, 'form', depth);
    this.#group(form, drawn);
    return drawn;
  }

  /** Transparency groups: some readers draw knockout, others ignore it. */
  #group(dict: PdfDict, { isTransparent, isSingle }: Cost): void {
    const group = this.#access.dict(dict, 'Group');
    if (group === undefined) return;
    if (this.#access.isTrue(group, 'K')) {
      if (isTransparent && !isSingle) refuse('a knockout group');
      this.repairs.add('a knockout group without effect', () => group.delete('K'));
    }
    const space = this.#access.get(group, 'CS');
    if (space === undefined) return;
    const { isPattern } = this.#colours.space(space, (name) => DEVICE_SPACES[name] ?? null);
    // Ghostscript writes the space it found in place of the page's own; readers ignore it.
    if (isPattern) this.repairs.add('a group of patterns', () => group.delete('CS'));
  }

  // Queries of the scopes

  spaceOf(value: PdfObject | undefined, resolveName: (name: string) => ColourSpace | null): ColourSpace {
    return this.#colours.space(value, resolveName);
  }

  drawForm(form: PdfStream, resources: PdfDict | null, depth: number): Cost {
    return this.#form(form, resources, depth + 1);
  }

  checkImage(image: PdfStream, resolveName: (name: string) => ColourSpace | null): 'image' | 'mask' {
    const cached = this.#images.get(image);
    if (cached) return cached;
    // The soft mask takes precedence (ISO 32000-2, 8.9.5.1), but not in every reader.
    if (image.has('SMask') && image.has('Mask'))
      this.repairs.add('a picture with two masks', () => image.delete('Mask'));
    const kind = checkImage(image, this.#access, (value) => this.#colours.space(value, resolveName));
    checkJbig2(image, this.#access, this.#decoder);
    this.#images.set(image, kind);
    return kind;
  }

  checkShading(value: PdfObject, resolveName: (name: string) => ColourSpace | null): void {
    this.#shadings.check(value, resolveName);
  }

  drawTiling(pattern: PdfStream, isColoured: boolean, resources: PdfDict | null, depth: number): Cost {
    const box = this.#access.numbers(pattern, 'BBox', 4) ?? refuse('a pattern without a box');
    this.#caps.areSlanted ||= isSlanted(this.#access.numbers(pattern, 'Matrix', 6) ?? []);
    const steps = ['XStep', 'YStep'].map((key) => this.#access.number(pattern, key) ?? 0);
    if (steps.some((step) => step === 0)) refuse('a pattern without steps');
    // Readers disagree on which of two overlapping tiles is on top.
    const sides = [(box[2] as number) - (box[0] as number), (box[3] as number) - (box[1] as number)];
    if (sides.some((side, axis) => Math.abs(steps[axis] as number) < Math.abs(side) * MIN_STEP_RATIO))
      refuse('tiles that overlap');
    if (isGridded(box, steps))
      this.repairs.add('tiles that are as large as their steps', () => leaveGrid(pattern, steps));
    const ownResources = this.#access.dict(pattern, 'Resources') ?? resources;
    const drawn = this.#stream(pattern, ownResources, isColoured ? 'pattern' : 'stencil', depth + 1);
    // MuPDF draws a tile that is used once beyond its box.
    if (sides.some((side, axis) => Math.abs(steps[axis] as number) > Math.abs(side) * GAP_FROM))
      this.#gapped.set(pattern, drawn);
    return drawn;
  }

  checkState(state: PdfDict, resources: PdfDict | null, depth: number): Cost {
    let operators = 0;
    this.#states.check(state, (form) => {
      const drawn = this.#form(form, resources, depth + 1);
      this.#masks.set(form, drawn);
      operators += drawn.operators;
    });
    return { operators, isTransparent: this.#states.isTransparent(state), isSingle: true };
  }

  fontKind(font: PdfDict): 'outlines' | 'drawn' {
    const cached = this.#fonts.get(font);
    if (cached !== undefined) return cached;
    const kind = checkFont(font, this.#access, this.#decoder);
    this.#fonts.set(font, kind);
    return kind;
  }

  drawGlyphs(font: PdfDict, codes: ReadonlySet<number>, resources: PdfDict | null, depth: number): Cost[] {
    const ownResources = this.#access.dict(font, 'Resources') ?? resources;
    return glyphsOf(font, this.#access, codes).map((glyph) => this.#stream(glyph, ownResources, 'glyph', depth + 1));
  }
}

const sameEdits = (a: readonly Edit[], b: readonly Edit[]): boolean =>
  a.length === b.length &&
  a.every((edit, index) => {
    const other = b[index];
    return other !== undefined && edit.start === other.start && edit.end === other.end && edit.text === other.text;
  });

/** The resources of one content stream. */
class ResourceScope implements Scope {
  readonly caps: Caps;
  operators = 0;
  isTransparent = false;
  readonly #walk: ContentChecker;
  readonly #access: Access;
  readonly #resources: PdfDict | null;
  readonly #depth: number;
  readonly #self: PdfStream | null;
  readonly #spaces = new Map<string, ColourSpace | null>();

  constructor(
    walk: ContentChecker,
    caps: Caps,
    access: Access,
    resources: PdfDict | null,
    depth: number,
    self: PdfStream | null,
  ) {
    this.#walk = walk;
    this.caps = caps;
    this.#access = access;
    this.#resources = resources;
    this.#depth = depth;
    this.#self = self;
  }

  #add({ operators, isTransparent }: Cost): void {
    this.operators += operators;
    this.isTransparent ||= isTransparent;
  }

  #find(category: string, name: string): PdfObject | undefined {
    const entries = this.#resources && this.#access.dict(this.#resources, category);
    const resource = entries ? this.#access.get(entries, name) : undefined;
    // Readers compare names with non-ASCII characters by bytes, by characters or not at all.
    if (resource === undefined && !/^[\x21-\x7e]*$/.test(name)) refuse('a name of letters that is not found');
    return resource;
  }

  readonly #named = (name: string): ColourSpace | null => this.colourSpace(name);

  colourSpace(name: string): ColourSpace | null {
    const cached = this.#spaces.get(name);
    if (cached !== undefined) return cached;
    const space = this.#colourSpace(name);
    this.#spaces.set(name, space);
    return space;
  }

  #colourSpace(name: string): ColourSpace | null {
    const device = Object.hasOwn(DEVICE_SPACES, name) ? DEVICE_SPACES[name] : undefined;
    if (device) return this.#defaultFor(name, device);
    if (name === 'Pattern') return { components: 0, isPattern: true };
    const value = this.#find('ColorSpace', name);
    if (value === undefined) return null;
    if (value instanceof PdfName && value.value === name) refuse('a colour space that is itself');
    this.#spaces.set(name, null);
    return this.#walk.spaceOf(value, this.#named);
  }

  /** Substitutes for device colours: some readers use them, others do not. */
  #defaultFor(name: string, device: ColourSpace): ColourSpace {
    const value = this.#find('ColorSpace', name.replace('Device', 'Default'));
    if (value === undefined) return device;
    const [family] = this.#access.items(value) ?? [];
    const isDevice = value instanceof PdfName && value.value === name;
    const isCalibrated = family instanceof PdfName && ['ICCBased', 'CalRGB', 'CalGray', name].includes(family.value);
    if (!isDevice && !isCalibrated) refuse('a default space that is no calibrated one');
    const space = isDevice ? device : this.#walk.spaceOf(value, (other) => DEVICE_SPACES[other] ?? null);
    if (space.components !== device.components) refuse('a default space of other components');
    return device;
  }

  xObject(name: string): 'form' | 'image' | 'mask' | null {
    const value = this.#find('XObject', name);
    if (!(value instanceof PdfStream)) return null;
    const subtype = this.#access.name(value, 'Subtype');
    if (subtype === 'Image') {
      if (value.has('SMask') || value.has('SMaskInData')) this.isTransparent = true;
      return this.#walk.checkImage(value, this.#named);
    }
    // Every reader skips a form that draws itself.
    if (value === this.#self) return null;
    if (subtype !== 'Form') return refuse('a drawing of no kind');
    this.#add(this.#walk.drawForm(value, this.#resources, this.#depth));
    return 'form';
  }

  pattern(name: string): 'coloured' | 'uncoloured' | 'shading' | null {
    const value = this.#find('Pattern', name);
    if (!(value instanceof PdfDict)) return null;
    const type = this.#access.number(value, 'PatternType');
    if (type === 2) {
      this.#access.numbers(value, 'Matrix', 6);
      const state = this.#access.dict(value, 'ExtGState');
      if (state) this.#add(this.#walk.checkState(state, this.#resources, this.#depth));
      this.#walk.checkShading(this.#access.get(value, 'Shading') ?? refuse('a pattern without a shading'), this.#named);
      return 'shading';
    }
    const paint = this.#access.number(value, 'PaintType');
    if (type !== 1 || !(value instanceof PdfStream) || (paint !== 1 && paint !== 2))
      return refuse('a malformed pattern');
    this.#add(this.#walk.drawTiling(value, paint === 1, this.#resources, this.#depth));
    return paint === 1 ? 'coloured' : 'uncoloured';
  }

  shading(name: string): boolean | null {
    const value = this.#find('Shading', name);
    if (value === undefined) return null;
    this.#walk.checkShading(value, this.#named);
    return true;
  }

  graphicsState(name: string): StateEntries | null {
    const value = this.#find('ExtGState', name);
    if (!(value instanceof PdfDict)) return null;
    this.#add(this.#walk.checkState(value, this.#resources, this.#depth));
    const [font] = this.#access.items(value.get('Font')) ?? [];
    if (font instanceof PdfDict && this.#walk.fontKind(font) === 'drawn') refuse('drawn glyphs by a graphics state');
    const [dashes] = this.#access.items(value.get('D')) ?? [];
    return {
      font: font instanceof PdfDict,
      cap: this.#access.number(value, 'LC'),
      join: this.#access.number(value, 'LJ'),
      miterLimit: this.#access.number(value, 'ML'),
      dashes: this.#access.numbersOf(dashes),
    };
  }

  font(name: string): 'outlines' | 'drawn' | null {
    const value = this.#find('Font', name);
    return value instanceof PdfDict ? this.#walk.fontKind(value) : null;
  }

  checkGlyphs(font: string, codes: ReadonlySet<number>): void {
    const value = this.#find('Font', font);
    if (!(value instanceof PdfDict)) return;
    for (const cost of this.#walk.drawGlyphs(value, codes, this.#resources, this.#depth)) this.#add(cost);
  }

  properties(name: string): boolean | null {
    return this.#find('Properties', name) instanceof PdfDict ? true : null;
  }
}
