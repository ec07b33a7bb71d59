/**
 * Checks the grammar of one content stream (ISO 32000-2, 7.8.2 and figure 9). Non-standard content with one meaning in
 * every reader becomes an edit; content that readers draw differently is a fault.
 */
import type { Edit } from './apply-edits.ts';
import { colourChange } from './colour-change.ts';
import { refuse } from './content-fault.ts';
import { isDash } from './dash.ts';
import type { JoinedContent } from './decode.ts';
import { TextClip } from './groups/text-clip.ts';
import { Operands } from './operands.ts';
import { beginsWithOperator, isOperator, OPERATORS, type Operator } from './operators.ts';
import { CurrentPath } from './path.ts';
import { readInlineImage } from './pictures/inline-image.ts';
import type { ColourSpace, Scope } from './resource-scope.ts';
import { ContentScanner, Token } from './scanner.ts';
import { codesOf } from './strings.ts';
import { Strokes } from './strokes.ts';
import { type GraphicsState, initialState, MAX_SAVED, type SavedState } from './tracked-state.ts';

export interface ProgramResult {
  /** Ordered, not overlapping. */
  readonly edits: readonly Edit[];
  /** Number of operators, a measure of the drawing effort. */
  readonly operators: number;
  /** Whether it paints at most once, or only text: nothing overlaps anything else. */
  readonly isSingle: boolean;
  /** How often a restore returned to the initial state. */
  readonly returns: number;
}

export type ContentKind = 'page' | 'form' | 'pattern' | 'stencil' | 'glyph';

export class ContentProgram {
  readonly #scanner: ContentScanner;
  readonly #operands: Operands;
  readonly #scope: Scope;
  readonly #kind: ContentKind;
  readonly #edits: Edit[] = [];
  readonly #saved: SavedState[] = [];
  readonly #strokes: Strokes;
  #state: GraphicsState;
  readonly #counts = { operators: 0, returns: 0 };
  #paints = 0;
  #isTextShown = false;
  #isInText = false;
  readonly #path = new CurrentPath();
  readonly #textClip = new TextClip();
  /** Whether readers disagree on the text position, because the state was restored within a text object. */
  #isPositionLost = false;
  /** Whether the state was changed outside any save, and whether an unmatched restore followed. */
  #isTouched = false;
  #isStateLost = false;
  /** Number of saved states when the text position was last set. */
  #positionedAt = 0;
  /** Whether only a path was built since the last save. */
  #isOnlyPath = false;
  #isStencil: boolean;

  constructor({ bytes, seams }: JoinedContent, scope: Scope, kind: ContentKind) {
    this.#scanner = new ContentScanner(bytes, seams);
    this.#operands = new Operands(this.#scanner, (start, end, text) => this.#replace(start, end, text));
    this.#scope = scope;
    this.#kind = kind;
    this.#isStencil = kind === 'stencil';
    this.#strokes = new Strokes(scope, kind === 'page', (edit) => this.#edits.push(edit));
    this.#state = initialState(kind === 'page');
  }

  /** @throws ContentFault */
  run(): ProgramResult {
    const scanner = this.#scanner;
    for (let token = scanner.next(); token !== Token.END; token = scanner.next()) {
      if (scanner.isAtSeam) this.#crossSeam();
      if (token !== Token.WORD) {
        if (token === Token.FAULT) refuse('bytes that form no token');
        this.#operands.push(token);
        continue;
      }
      const operator = OPERATORS.get(scanner.value);
      if (operator === undefined) this.#unknown();
      else this.#known(operator);
    }
    this.#end();
    const isSingle = this.#paints + Number(this.#isTextShown) <= 1;
    return { edits: this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end), isSingle, ...this.#counts };
  }

  /** Some readers join streams without white space: two tokens become one. */
  #crossSeam(): void {
    const merged = this.#scanner.mergedAtSeam();
    if (merged === null) return;
    if (merged.startsWith('/') || isOperator(merged) || !Number.isNaN(Number(merged)))
      refuse('a token across two streams');
    this.#replace(this.#scanner.previousEnd, this.#scanner.start, '\n');
  }

  #unknown(): void {
    const word = this.#scanner.text();
    if (word === 'true' || word === 'false' || word === 'null') {
      this.#operands.push(Token.WORD);
      return;
    }
    if (word === 'ID' || word === 'EI' || beginsWithOperator(word))
      refuse('an operator that is written together with another');
    this.#drop();
    this.#operands.clear();
  }

  #known(operator: Operator): void {
    this.#counts.operators++;
    const operands = this.#operands;
    if (operands.hasIrregularNumber) refuse('a malformed number');
    if (operator.operands !== '*') {
      const fit = operands.fit(operator);
      if (fit === 'surplus') {
        this.#replace(operands.startOr(0), this.#scanner.start, ' ');
        operands.clear();
      } else if (fit === 'repeated') {
        this.#replace(operands.startOr(0), operands.startOf(operands.count - operator.operands.length), ' ');
        operands.keepLast(operator.operands.length);
      } else if (fit === 'wrong') {
        this.#misplaced(operator);
        operands.clear();
        return;
      }
    }
    this.#strokes.handleOperator(operator.name, operands, this.#scanner);
    this.#apply(operator);
    if (operator.group !== 'path' && operator.group !== 'save') this.#isOnlyPath = false;
    operands.clear();
  }

  #misplaced(operator: Operator): void {
    if (operator.group === 'marked') this.#dropMark(operator);
    else if (!this.#isPositionOfNothing(operator)) refuse(`${operator.name} with other operands than it takes`);
  }

  /** Readers use the first numbers or the last: harmless if no text is shown before the position is set again. */
  #isPositionOfNothing({ name, operands }: Operator): boolean {
    const { count } = this.#operands;
    if (!this.#isInText || (name !== 'Td' && name !== 'Tm')) return false;
    if (count < operands.length || !this.#operands.areNumbers()) return false;
    this.#drop();
    this.#isPositionLost = true;
    return true;
  }

  #apply(operator: Operator): void {
    switch (operator.group) {
      case 'path':
        if (!this.#path.extend(operator.name)) this.#drop();
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
        this.#path.clip(this.#scanner.start, this.#scanner.at);
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
    // A complete replacement makes smaller edits within it unnecessary.
    while (end > start && (this.#edits.at(-1)?.start ?? -1) >= start && (this.#edits.at(-1)?.end ?? -1) > start)
      this.#edits.pop();
    this.#edits.push({ start, end, text });
  }

  /** Removes the operator and its operands. */
  #drop(): void {
    const { start, at } = this.#scanner;
    this.#replace(this.#operands.startOr(start), at, ' ');
  }

  #paint(name: string): void {
    const { isDrawn, isClip } = this.#path.paint();
    if (isClip) this.#touch();
    if (name !== 'n' && isDrawn) this.#countPaint();
  }

  /** Ends a path that would draw nothing; readers forget it, or draw it later in another position. */
  #closePath(before: string): void {
    if (this.#path.close(before)) this.#insertBefore(' n ');
  }

  #insertBefore(text: string): void {
    const at = this.#operands.startOr(this.#scanner.start);
    this.#replace(at, at, text);
  }

  #beginText(): void {
    this.#leaveClip();
    this.#closePath('text');
    if (this.#isInText) this.#replace(this.#scanner.start, this.#scanner.start, ' ET ');
    this.#isInText = true;
    this.#isPositionLost = false;
    this.#positionedAt = this.#saved.length;
  }

  /** pypdf sets a clip without ending its path, and every reader shows the text unclipped. */
  #leaveClip(): void {
    const clip = this.#path.dropUnpaintedClip();
    if (clip === null) return;
    this.#edits.push({ ...clip, text: ' ' });
    this.#insertBefore(' n ');
  }

  #endText(): void {
    if (!this.#isInText) {
      this.#drop();
      return;
    }
    this.#closePath('the end of text');
    this.#isInText = false;
    this.#textClip.end(this.#saved.length);
  }

  #position(name: string): void {
    // Outside a text object it has no effect: the next one resets the position.
    if (!this.#isInText) {
      this.#drop();
      return;
    }
    if (name === 'Tm') this.#isPositionLost = false;
    this.#positionedAt = this.#saved.length;
  }

  #show(name: string): void {
    if (!this.#isInText) refuse('text outside a text object');
    this.#refuseLostPosition();
    this.#closePath('text');
    // Without any font no reader shows text; if the named font is missing, some use another.
    if (this.#state.font === 'none' && name.startsWith('T')) {
      this.#drop();
      return;
    }
    if (this.#state.font !== 'known') refuse('text without a font');
    this.#textClip.show(this.#state.textMode);
    this.#refuseLostState();
    this.#isTextShown = true;
    if (this.#state.drawnFont !== null) this.#showDrawn(this.#state.drawnFont, name);
    this.#positionedAt = this.#saved.length;
  }

  #showDrawn(font: string, name: string): void {
    this.#path.refuseAbandonedPath();
    const source = this.#scanner.bytes.subarray(this.#operands.lastStart, this.#scanner.start);
    this.#scope.checkGlyphs(font, codesOf(source, name === 'TJ'));
  }

  #refuseLostPosition(): void {
    if (this.#isPositionLost) refuse('text at a position that was saved or not');
  }

  #textState(name: string): void {
    this.#touch();
    if (name === 'Tr') {
      const mode = this.#operands.number(0);
      if (mode < 0 || mode > 7) refuse('an unknown text mode');
      this.#state.textMode = mode;
      if (mode > 3) this.#replace(this.#operands.startOf(0), this.#scanner.start, `${mode - 4} `);
    }
    if (name !== 'Tf') return;
    const font = this.#operands.name(0);
    const fontKind = this.#scope.font(font);
    this.#state.font = fontKind === null ? 'missing' : 'known';
    this.#state.drawnFont = fontKind === 'drawn' ? font : null;
    if (fontKind === null) this.#drop();
  }

  /** A change that an unmatched restore reverts in some readers. */
  #touch(): void {
    if (this.#saved.length === 0) this.#isTouched = true;
  }

  #countPaint(): void {
    this.#refuseLostState();
    this.#textClip.refuse();
    this.#paints++;
  }

  #refuseLostState(): void {
    if (this.#isStateLost) refuse('a restore without a save, and something drawn behind it');
  }

  #save(): void {
    this.#closePath('q');
    if (this.#saved.length >= MAX_SAVED) refuse('states saved too deeply');
    this.#saved.push({ state: this.#state, start: this.#scanner.start, end: this.#scanner.at });
    this.#state = { ...this.#state };
    this.#isOnlyPath = !this.#isInText;
  }

  #restore(): void {
    if (this.#isOnlyPath && this.#path.isOpen && this.#unsave()) return;
    this.#closePath('Q');
    const saved = this.#saved.pop();
    if (saved === undefined) {
      this.#isStateLost ||= this.#isTouched;
      this.#drop();
      return;
    }
    this.#state = saved.state;
    this.#textClip.restore(this.#saved.length);
    if (this.#saved.length === 0) this.#counts.returns++;
    if (!this.#isInText) return;
    // Only some readers revert the text position changed since `q`.
    if (this.#positionedAt > this.#saved.length) this.#isPositionLost = true;
    this.#positionedAt = Math.min(this.#positionedAt, this.#saved.length);
  }

  /** pdf-lib builds the path of a circle between `q` and `Q` and paints it afterwards: there was no state to save. */
  #unsave(): boolean {
    const saved = this.#saved.pop();
    if (saved === undefined) return false;
    this.#edits.push({ start: saved.start, end: saved.end, text: ' ' });
    this.#drop();
    return true;
  }

  #setState(name: string): void {
    const operands = this.#operands;
    if (name === 'J' || name === 'j') {
      if (operands.number(0) < 0 || operands.number(0) > 2) refuse(`${name} beyond its values`);
    } else if (name === 'w') {
      if (operands.number(0) < 0) refuse('a line of negative width');
    } else if (name === 'd') {
      if (!isDash(operands.list, operands.number(1))) refuse('a dash of impossible lengths');
    } else if (name === 'gs') {
      const entries = this.#scope.graphicsState(operands.name(0));
      if (entries === null) {
        this.#drop();
        return;
      }
      if (entries.font) {
        this.#state.font = 'known';
        this.#state.drawnFont = null;
      }
    }
    this.#touch();
  }

  #colour(name: string): void {
    // ISO 32000-2, 8.7.3.3 and 9.6.4: ignored if the colour is set from outside.
    if (this.#isStencil) {
      this.#drop();
      return;
    }
    this.#touch();
    const isStroke = name.charCodeAt(0) < 97;
    const lower = name.toLowerCase();
    if (lower === 'sc' || lower === 'scn') {
      const change = colourChange(this.#operands, isStroke ? this.#state.stroke : this.#state.fill, this.#scope);
      if (change === 'drop') this.#drop();
      if (change === 'one') this.#replace(this.#operands.startOf(1), this.#scanner.start, ' ');
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
    return this.#scope.colourSpace(name) ?? refuse('a colour space that is not there');
  }

  #object(): void {
    this.#path.refuseAbandonedPath();
    this.#closePath('a drawing');
    this.#countPaint();
    const kind = this.#scope.xObject(this.#operands.name(0));
    if (kind === null) {
      this.#drop();
      return;
    }
    if (kind === 'image' && this.#isStencil) refuse('a picture where colours come from outside');
  }

  #shading(): void {
    this.#closePath('a shading');
    this.#countPaint();
    if (this.#isStencil) refuse('a shading where colours come from outside');
    if (this.#scope.shading(this.#operands.name(0)) === null) this.#drop();
  }

  #inlineImage(): void {
    this.#closePath('a picture');
    this.#countPaint();
    const { start } = this.#scanner;
    const image = readInlineImage(this.#scanner, (name) => {
      const space = this.#space(name);
      if (space.isPattern) refuse('a picture in patterns');
      return space.components;
    });
    if (!image.isMask && this.#isStencil) refuse('a picture where colours come from outside');
    if (image.rewritten !== null) this.#replace(start, image.end, image.rewritten);
  }

  #mark(name: string): void {
    if (name !== 'BDC' && name !== 'DP') return;
    const operands = this.#operands;
    // Layers were removed from the file: no reader shows or hides content by them.
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
    if (this.#kind !== 'glyph' || this.#counts.operators > 1) {
      this.#drop();
      return;
    }
    this.#isStencil = name === 'd1';
  }

  #end(): void {
    const { length, inComment } = this.#scanner;
    let tail = '';
    if (this.#operands.count > 0) this.#replace(this.#operands.startOr(length), length, ' ');
    const clip = this.#path.dropClipWithoutPath();
    if (clip) this.#replace(clip.start, clip.end, ' ');
    if (this.#path.isOpen) tail += ' n';
    if (this.#isInText) tail += ' ET';
    tail += ' Q'.repeat(this.#saved.length);
    if (tail !== '') this.#replace(length, length, inComment ? `\n${tail}` : tail);
  }
}
