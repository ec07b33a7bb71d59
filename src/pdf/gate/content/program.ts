/**
 * The grammar of one content stream (ISO 32000-2, 7.8.2 and figure 9). What has one meaning for every reader but is
 * not written by the norm becomes an edit; what readers draw differently is a fault.
 */
import { isDash } from './dash.ts';
import type { JoinedContent } from './decode.ts';
import type { Edit } from './edits.ts';
import { differs } from './fault.ts';
import { Operands } from './operands.ts';
import { beginsWithOperator, isOperator, OPERATORS, type Operator } from './operators.ts';
import { readInlineImage } from './pictures/inline-image.ts';
import { ContentScanner, isRegular, Token } from './scanner.ts';
import type { ColourSpace, Scope } from './scope.ts';
import { GRAY, type GraphicsState, INHERITED, initialState } from './state.ts';
import { codesOf } from './strings.ts';
import { Strokes } from './strokes.ts';

export interface ProgramResult {
  /** In order, not overlapping. */
  readonly edits: readonly Edit[];
  /** Operators, as a measure of the work to draw them. */
  readonly operators: number;
  /** Whether it paints once at most, or text only: nothing lies over anything else. */
  readonly isSingle: boolean;
}

export type ContentKind = 'page' | 'form' | 'pattern' | 'stencil' | 'glyph';

/** Deeper nesting than any reader keeps; honest pages have less than a hundred. */
const MAX_SAVED = 4096;

export class ContentProgram {
  readonly #scanner: ContentScanner;
  readonly #operands: Operands;
  readonly #scope: Scope;
  readonly #kind: ContentKind;
  readonly #edits: Edit[] = [];
  readonly #saved: GraphicsState[] = [];
  readonly #strokes: Strokes;
  #state: GraphicsState;
  #operators = 0;
  #paints = 0;
  #isTextShown = false;
  #isInText = false;
  /** A path that is begun: only moved to, or with something to draw. */
  #path: 'none' | 'moved' | 'drawn' = 'none';
  #isClipPending = false;
  /** Whether readers keep different text positions, because the state was restored inside a text object. */
  #isPositionLost = false;
  /** Whether the state was changed outside of any save, and whether a restore without a save came behind it. */
  #isTouched = false;
  #isStateLost = false;
  /** How many states were saved when the text position was last set. */
  #positionedAt = 0;
  #isStencil: boolean;

  constructor({ bytes, seams }: JoinedContent, scope: Scope, kind: ContentKind) {
    this.#scanner = new ContentScanner(bytes, seams);
    this.#operands = new Operands(this.#scanner, (start, end, text) => this.#replace(start, end, text));
    this.#scope = scope;
    this.#kind = kind;
    this.#isStencil = kind === 'stencil';
    this.#strokes = new Strokes(scope, kind === 'page');
    this.#state = initialState(kind === 'page');
  }

  /** @throws ContentFault */
  run(): ProgramResult {
    const scanner = this.#scanner;
    for (let token = scanner.next(); token !== Token.END; token = scanner.next()) {
      if (scanner.isAtSeam) this.#crossSeam();
      if (token !== Token.WORD) {
        if (token === Token.FAULT) differs('bytes that form no token');
        this.#operands.push(token);
        continue;
      }
      const operator = OPERATORS.get(scanner.value);
      if (operator === undefined) this.#unknown();
      else this.#known(operator);
    }
    this.#end();
    const edits = this.#edits.toSorted((a, b) => a.start - b.start);
    return { edits, operators: this.#operators, isSingle: this.#paints + Number(this.#isTextShown) <= 1 };
  }

  /** Some readers join streams without white space: two tokens become one. */
  #crossSeam(): void {
    const { bytes, start, at, previousStart, previousEnd } = this.#scanner;
    if (!isRegular(bytes[start] as number) || !isRegular(bytes[previousEnd - 1] as number)) return;
    const merged = this.#scanner.text(previousStart, previousEnd) + this.#scanner.text(start, at);
    if (merged.startsWith('/') || isOperator(merged) || !Number.isNaN(Number(merged)))
      differs('a token across two streams');
    this.#replace(previousEnd, start, '\n');
  }

  #unknown(): void {
    const word = this.#scanner.text();
    if (word === 'true' || word === 'false' || word === 'null') {
      this.#operands.push(Token.WORD);
      return;
    }
    if (word === 'ID' || word === 'EI' || beginsWithOperator(word))
      differs('an operator that is written together with another');
    this.#drop();
    this.#operands.clear();
  }

  #known(operator: Operator): void {
    this.#operators++;
    const operands = this.#operands;
    if (operands.irregular) differs('a malformed number');
    if (operator.operands !== '*') {
      const fit = operands.fit(operator);
      if (fit === 'surplus') {
        this.#replace(operands.startOr(0), this.#scanner.start, ' ');
        operands.clear();
      } else if (fit === 'wrong') {
        if (operator.group !== 'marked') differs(`${operator.name} with other operands than it takes`);
        this.#dropMark(operator);
        operands.clear();
        return;
      }
    }
    this.#strokes.follow(operator.name, operands);
    this.#apply(operator);
    operands.clear();
  }

  #apply(operator: Operator): void {
    switch (operator.group) {
      case 'path':
        this.#extendPath(operator.name);
        return;
      case 'show':
        this.#show(operator.name);
        return;
      case 'textPosition':
        this.#position(operator.name);
        return;
      case 'paint':
        this.#paint(operator.name);
        return;
      case 'clip':
        this.#isClipPending = true;
        return;
      case 'colour':
        this.#colour(operator.name);
        return;
      case 'state':
        this.#setState(operator.name);
        return;
      case 'textState':
        this.#textState(operator.name);
        return;
      case 'save':
        this.#save();
        return;
      case 'restore':
        this.#restore();
        return;
      case 'matrix':
        this.#touch();
        return;
      case 'beginText':
        this.#beginText();
        return;
      case 'endText':
        this.#endText();
        return;
      default:
        this.#other(operator);
        return;
    }
  }

  #other(operator: Operator): void {
    switch (operator.group) {
      case 'object':
        this.#object();
        return;
      case 'shading':
        this.#shading();
        return;
      case 'inlineImage':
        this.#inlineImage();
        return;
      case 'marked':
        this.#mark(operator.name);
        return;
      case 'glyph':
        this.#glyph(operator.name);
        return;
      default:
        return;
    }
  }

  #replace(start: number, end: number, text: string): void {
    // What is replaced as a whole needs no smaller edits.
    while (end > start && (this.#edits.at(-1)?.start ?? -1) >= start && (this.#edits.at(-1)?.end ?? -1) > start)
      this.#edits.pop();
    this.#edits.push({ start, end, text });
  }

  /** Takes the operator away with its operands. */
  #drop(): void {
    const { start, at } = this.#scanner;
    this.#replace(this.#operands.startOr(start), at, ' ');
  }

  #paint(name: string): void {
    if (this.#isClipPending) {
      if (this.#path === 'none') differs('a clip without a path');
      this.#touch();
    }
    if (name !== 'n' && this.#path !== 'none') this.#countPaint();
    this.#path = 'none';
    this.#isClipPending = false;
  }

  #extendPath(name: string): void {
    if (name === 'm') {
      if (this.#path === 'none') this.#path = 'moved';
      return;
    }
    if (name === 're') {
      this.#path = 'drawn';
      return;
    }
    if (this.#path === 'none') {
      // Nothing to close.
      if (name === 'h') {
        this.#drop();
        return;
      }
      differs('a line without a beginning');
    }
    if (name !== 'h') this.#path = 'drawn';
  }

  /** Ends a path of which nothing would be drawn; readers forget it, or draw it later in another place. */
  #closePath(before: string): void {
    if (this.#path === 'none' && !this.#isClipPending) return;
    if (this.#path === 'drawn' || this.#isClipPending) differs(`${before} inside a path`);
    const at = this.#operands.startOr(this.#scanner.start);
    this.#replace(at, at, ' n ');
    this.#path = 'none';
  }

  #beginText(): void {
    this.#closePath('text');
    if (this.#isInText) this.#replace(this.#scanner.start, this.#scanner.start, ' ET ');
    this.#isInText = true;
    this.#isPositionLost = false;
    this.#positionedAt = this.#saved.length;
  }

  #endText(): void {
    if (!this.#isInText) {
      this.#drop();
      return;
    }
    this.#closePath('the end of text');
    this.#isInText = false;
  }

  #position(name: string): void {
    // Outside a text object it moves nothing: the next one begins anew.
    if (!this.#isInText) {
      this.#drop();
      return;
    }
    if (name === 'Tm') this.#isPositionLost = false;
    else this.#refuseLostPosition();
    this.#positionedAt = this.#saved.length;
  }

  #show(name: string): void {
    if (!this.#isInText) differs('text outside a text object');
    this.#refuseLostPosition();
    this.#closePath('text');
    // Without any typeface none shows a thing; without the one that is named, some show another.
    if (this.#state.font === 'none' && name.startsWith('T')) {
      this.#drop();
      return;
    }
    if (this.#state.font !== 'known') differs('text without a font');
    if (this.#state.textMode > 3) differs('text as a clip');
    this.#refuseLostState();
    this.#isTextShown = true;
    if (this.#state.drawnFont !== null) this.#showDrawn(this.#state.drawnFont, name);
    this.#positionedAt = this.#saved.length;
  }

  #showDrawn(font: string, name: string): void {
    const { bytes } = this.#scanner;
    const last = this.#operands.count - 1;
    const shown = bytes.subarray(this.#operands.startOf(last), this.#scanner.start);
    this.#scope.showDrawn(font, codesOf(shown, name === 'TJ'));
  }

  #refuseLostPosition(): void {
    if (this.#isPositionLost) differs('text at a position that was saved or not');
  }

  #textState(name: string): void {
    this.#touch();
    if (name === 'Tr') {
      const mode = this.#operands.number(0);
      if (mode < 0 || mode > 7) differs('an unknown text mode');
      this.#state.textMode = mode;
    }
    if (name !== 'Tf') return;
    const font = this.#operands.name(0);
    const found = this.#scope.font(font);
    this.#state.font = found === null ? 'missing' : 'known';
    this.#state.drawnFont = found === 'drawn' ? font : null;
    if (found === null) this.#drop();
  }

  /** Something that a restore too many takes back in some readers. */
  #touch(): void {
    if (this.#saved.length === 0) this.#isTouched = true;
  }

  #countPaint(): void {
    this.#refuseLostState();
    this.#paints++;
  }

  #refuseLostState(): void {
    if (this.#isStateLost) differs('a restore without a save, and something drawn behind it');
  }

  #save(): void {
    this.#closePath('q');
    if (this.#saved.length >= MAX_SAVED) differs('states saved too deeply');
    this.#saved.push(this.#state);
    this.#state = { ...this.#state };
  }

  #restore(): void {
    this.#closePath('Q');
    const saved = this.#saved.pop();
    if (saved === undefined) {
      this.#isStateLost ||= this.#isTouched;
      this.#drop();
      return;
    }
    this.#state = saved;
    if (!this.#isInText) return;
    // What was shown or moved since `q` is taken back by some readers only.
    if (this.#positionedAt > this.#saved.length) this.#isPositionLost = true;
    this.#positionedAt = Math.min(this.#positionedAt, this.#saved.length);
  }

  #setState(name: string): void {
    const operands = this.#operands;
    if (name === 'J' || name === 'j') {
      if (operands.number(0) < 0 || operands.number(0) > 2) differs(`${name} beyond its values`);
    } else if (name === 'w') {
      if (operands.number(0) < 0) differs('a line of negative width');
    } else if (name === 'd') {
      if (!isDash(operands.list, operands.number(1))) differs('a dash of impossible lengths');
    } else if (name === 'gs') {
      const found = this.#scope.graphicsState(operands.name(0));
      if (found === null) {
        this.#drop();
        return;
      }
      if (found.font) {
        this.#state.font = 'known';
        this.#state.drawnFont = null;
      }
    }
    this.#touch();
  }

  #colour(name: string): void {
    // ISO 32000-2, 8.7.3.3 and 9.6.4: ignored where the colour comes from outside.
    if (this.#isStencil) {
      this.#drop();
      return;
    }
    this.#touch();
    const isStroke = name.charCodeAt(0) < 97;
    const lower = name.toLowerCase();
    if (lower === 'sc' || lower === 'scn') {
      this.#setColour(isStroke ? this.#state.stroke : this.#state.fill);
      return;
    }
    if (lower === 'cs') {
      this.#setSpace(isStroke, this.#space(this.#operands.name(0)));
      return;
    }
    const device = lower === 'g' ? 'DeviceGray' : lower === 'rg' ? 'DeviceRGB' : 'DeviceCMYK';
    this.#setSpace(isStroke, this.#space(device));
  }

  #setSpace(isStroke: boolean, space: ColourSpace): void {
    if (isStroke) this.#state.stroke = space;
    else this.#state.fill = space;
  }

  #space(name: string): ColourSpace {
    return this.#scope.colourSpace(name) ?? differs('a colour space that is not there');
  }

  #setColour(space: ColourSpace): void {
    const { count } = this.#operands;
    // Takes nothing, changes nothing.
    if (count === 0) {
      this.#drop();
      return;
    }
    const named = this.#operands.isName(count - 1);
    const numbers = named ? count - 1 : count;
    if (!this.#operands.areNumbers(numbers)) differs('a colour that is no number');
    if (named) {
      const pattern = this.#scope.pattern(this.#operands.name(count - 1)) ?? differs('a pattern that is not there');
      if (!space.isPattern && space !== INHERITED) differs('a pattern where a colour should be');
      if (pattern !== 'uncoloured' && numbers > 0) differs('a pattern with a colour besides its own');
      if (pattern === 'uncoloured' && space !== INHERITED && numbers !== space.components)
        differs('a pattern of another colour');
      return;
    }
    if (space.isPattern) differs('a colour where a pattern should be');
    if (numbers === space.components || space === INHERITED) return;
    // The same grey by one number or by three.
    if (space !== GRAY || numbers !== 3 || !this.#operands.areEqual()) differs('a colour of another space');
    this.#replace(this.#operands.startOf(1), this.#scanner.start, ' ');
  }

  #object(): void {
    this.#closePath('a drawing');
    this.#countPaint();
    const found = this.#scope.xObject(this.#operands.name(0));
    if (found === null) {
      this.#drop();
      return;
    }
    if (found === 'image' && this.#isStencil) differs('a picture where colours come from outside');
  }

  #shading(): void {
    this.#closePath('a shading');
    this.#countPaint();
    if (this.#isStencil) differs('a shading where colours come from outside');
    if (this.#scope.shading(this.#operands.name(0)) === null) this.#drop();
  }

  #inlineImage(): void {
    this.#closePath('a picture');
    this.#countPaint();
    const { start } = this.#scanner;
    const image = readInlineImage(this.#scanner, (name) => {
      const space = this.#space(name);
      if (space.isPattern) differs('a picture in patterns');
      return space.components;
    });
    if (!image.isMask && this.#isStencil) differs('a picture where colours come from outside');
    if (image.rewritten !== null) this.#replace(start, image.end, image.rewritten);
  }

  #mark(name: string): void {
    if (name !== 'BDC' && name !== 'DP') return;
    const operands = this.#operands;
    // Layers are gone from the file: what some reader would look up, none shows or hides.
    const isLayer = operands.name(0) === 'OC';
    if (!isLayer && (operands.isDict(1) || this.#scope.properties(operands.name(1)))) return;
    this.#replace(operands.startOf(1), this.#scanner.at, name === 'BDC' ? ' BMC' : ' MP');
  }

  #dropMark({ name }: Operator): void {
    if (name !== 'BMC' && name !== 'BDC') {
      this.#drop();
      return;
    }
    const { start, at } = this.#scanner;
    this.#replace(this.#operands.startOr(start), at, '/Span BMC');
  }

  #glyph(name: string): void {
    if (this.#kind !== 'glyph' || this.#operators > 1) {
      this.#drop();
      return;
    }
    this.#isStencil = name === 'd1';
  }

  #end(): void {
    const { length, inComment } = this.#scanner;
    let tail = '';
    if (this.#operands.count > 0) this.#replace(this.#operands.startOr(length), length, ' ');
    if (this.#path !== 'none' || this.#isClipPending) tail += ' n';
    if (this.#isInText) tail += ' ET';
    tail += ' Q'.repeat(this.#saved.length);
    if (tail !== '') this.#replace(length, length, inComment ? `\n${tail}` : tail);
  }
}
