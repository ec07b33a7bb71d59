/**
 * Zero-length strokes (ISO 32000-2, 8.4.3.3 and 8.5.3.2): with some caps, some readers draw a dot and others nothing.
 * Also strokes around sharp corners of curves, where some readers draw a spike and others none.
 */
import type { Edit } from './apply-edits.ts';
import { refuse } from './content-fault.ts';
import { Corners, isDoubtful } from './corners.ts';
import type { Operands } from './operands.ts';
import type { Scope } from './resource-scope.ts';

const ROUND = 1;
const SQUARE = 2;
const MITER = 0;
const MITER_LIMIT = 10;

/** Whether a matrix, of which the first four numbers count, rotates or skews a box other than by quarter turns. */
export const isSlanted = ([a = 1, b = 0, c = 0, d = 1]: readonly number[]): boolean =>
  (b !== 0 || c !== 0) && (a !== 0 || d !== 0);

interface Pen {
  /** Null: set by the caller of a form. */
  cap: number | null;
  /** The line has zero-length dashes. */
  hasDots: boolean;
  join: number | null;
  miterLimit: number | null;
}

const CONSTRUCTION_OPERATORS: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h']);
const PAINTING_OPERATORS: ReadonlySet<string> = new Set(['s', 'S', 'b', 'b*', 'B', 'B*', 'f', 'F', 'f*', 'n']);

export class Strokes {
  readonly #scope: Scope;
  readonly #saved: Pen[] = [];
  #pen: Pen;
  /** Start of the subpath; null if none is open. */
  #start: readonly [number, number] | null = null;
  /** Number of segments of the subpath, as long as all are at its start. */
  #segments = 0;
  #isPoint = true;
  /** Whether the path contains parts that are drawn differently under some cap. */
  #hasPoint = false;
  #hasClosedStart = false;
  /** Operators that close a zero-length subpath. */
  #closedStarts: Edit[] = [];
  #hasLine = false;
  readonly #corners = new Corners();
  readonly #edit: (edit: Edit) => void;
  /** Where the path starts in the content; null if it cannot be enclosed in save and restore. */
  #pathStart: number | null = null;
  #isBeginning = true;
  #isInText = false;

  constructor(scope: Scope, isPage: boolean, edit: (edit: Edit) => void) {
    this.#scope = scope;
    this.#edit = edit;
    this.#pen = {
      cap: isPage ? 0 : null,
      hasDots: false,
      join: isPage ? MITER : null,
      miterLimit: isPage ? MITER_LIMIT : null,
    };
  }

  /** Must be called for each operator, with operands of the right kinds. @param position of the operator. @throws ContentFault */
  handleOperator(name: string, operands: Operands, position: { start: number; at: number }): void {
    if (CONSTRUCTION_OPERATORS.has(name)) {
      if (this.#isBeginning) this.#pathStart = operands.startOr(position.start);
      this.#isBeginning = false;
      this.#corners.addOperator(name, operands);
    } else if (!PAINTING_OPERATORS.has(name)) this.#pathStart = null;
    switch (name) {
      case 'm':
        this.#end();
        this.#start = [operands.number(0), operands.number(1)];
        return;
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        this.#segment(operands);
        return;
      case 're':
        this.#end();
        this.#hasLine = true;
        return;
      case 'h':
        if (this.#start !== null && this.#segments === 0)
          this.#closedStarts.push({ start: position.start, end: position.at, text: ' ' });
        else this.#close();
        return;
      case 's':
      case 'b':
      case 'b*':
        this.#close();
        this.#corners.close();
        this.#stroke(position.at);
        return;
      case 'S':
      case 'B':
      case 'B*':
        this.#stroke(position.at);
        return;
      case 'f':
      case 'F':
      case 'f*':
      case 'n':
        this.#forget();
        return;
      default:
        this.#setPen(name, operands);
    }
  }

  #setPen(name: string, operands: Operands): void {
    if (name === 'BT' || name === 'ET') this.#isInText = name === 'BT';
    else if (name === 'q') this.#saved.push({ ...this.#pen });
    else if (name === 'Q') this.#pen = this.#saved.pop() ?? this.#pen;
    else if (name === 'J') this.#setCap(operands.number(0));
    else if (name === 'j') this.#pen.join = operands.number(0);
    else if (name === 'M') this.#setMiterLimit(operands.number(0));
    else if (name === 'cm') this.#scope.caps.areSlanted ||= isSlanted([0, 1, 2, 3].map((at) => operands.number(at)));
    else if (name === 'd') this.#pen.hasDots = operands.list.includes(0);
    else if (name === 'gs') {
      const state = this.#scope.graphicsState(operands.name(0));
      if (state?.cap !== undefined) this.#setCap(state.cap);
      if (state?.dashes !== undefined) this.#pen.hasDots = state.dashes.includes(0);
      if (state?.join !== undefined) this.#pen.join = state.join;
      if (state?.miterLimit !== undefined) this.#setMiterLimit(state.miterLimit);
    }
  }

  #setMiterLimit(limit: number): void {
    this.#pen.miterLimit = limit;
    this.#scope.caps.miterLimits.add(limit);
  }

  #setCap(cap: number): void {
    this.#pen.cap = cap;
    this.#scope.caps.areSet ||= cap !== 0;
  }

  #segment(operands: Operands): void {
    this.#segments++;
    const [x, y] = this.#start ?? [0, 0];
    for (let index = 0; index < operands.count; index += 2) {
      if (operands.number(index) !== x || operands.number(index + 1) !== y) this.#isPoint = false;
    }
    this.#hasLine ||= !this.#isPoint;
  }

  #close(): void {
    if (this.#start === null) return;
    if (this.#segments === 0) this.#hasClosedStart = true;
    const start = this.#start;
    this.#end();
    this.#start = start;
  }

  /** Ends the subpath. */
  #end(): void {
    if (this.#start !== null && this.#segments > 0 && this.#isPoint) this.#hasPoint = true;
    this.#start = null;
    this.#segments = 0;
    this.#isPoint = true;
  }

  #stroke(end: number): void {
    this.#end();
    if (this.#hasPoint) this.#refuse('a point with square caps', [SQUARE]);
    if (this.#hasClosedStart) this.#refuse('a closed path of nothing with caps', [ROUND, SQUARE]);
    this.#openClosedStarts();
    if (this.#hasLine && this.#pen.hasDots) this.#refuse('dashes of no length with square caps', [SQUARE]);
    if ((this.#pen.join ?? MITER) === MITER) this.#strokeCorners(end);
    this.#forget();
  }

  /** Writes bevels instead of miters. @param end offset of the end of the stroking operator. */
  #strokeCorners(end: number): void {
    const { corners } = this.#corners;
    const { miterLimit } = this.#pen;
    if (corners.some((corner) => isDoubtful(corner, miterLimit ?? MITER_LIMIT))) {
      if (this.#pathStart === null || this.#isInText) refuse('a sharp corner of a curve');
      this.#edit({ start: this.#pathStart, end: this.#pathStart, text: 'q 2 j ' });
      this.#edit({ start: end, end, text: ' Q' });
    } else if (miterLimit === null) this.#scope.caps.corners.push(...corners);
  }

  /** No reader draws an unclosed zero-length subpath, under any cap. */
  #openClosedStarts(): void {
    if (this.#closedStarts.length === 0 || this.#pen.cap === 0) return;
    if (this.#pathStart === null) this.#refuse('a closed path of nothing with caps', [ROUND, SQUARE]);
    else for (const edit of this.#closedStarts) this.#edit(edit);
  }

  #refuse(reason: string, caps: readonly number[]): void {
    const { cap } = this.#pen;
    if (cap === null) this.#scope.caps.doubt ??= reason;
    else if (caps.includes(cap)) refuse(reason);
  }

  #forget(): void {
    this.#end();
    this.#hasPoint = false;
    this.#hasClosedStart = false;
    this.#closedStarts = [];
    this.#hasLine = false;
    this.#corners.reset();
    this.#pathStart = null;
    this.#isBeginning = true;
  }
}
