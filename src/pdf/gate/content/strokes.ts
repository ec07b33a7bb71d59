/** Strokes of no length (ISO 32000-2, 8.4.3.3 and 8.5.3.2): with some caps, some readers draw a dot and others nothing. */
import { differs } from './fault.ts';
import type { Operands } from './operands.ts';
import type { Scope } from './scope.ts';

const ROUND = 1;
const SQUARE = 2;

/** @param matrix its first four numbers. @returns whether it turns a box by other than quarters. */
export const isSlanted = ([a = 1, b = 0, c = 0, d = 1]: readonly number[]): boolean =>
  (b !== 0 || c !== 0) && (a !== 0 || d !== 0);

interface Pen {
  /** null: whatever the caller of a form has set. */
  cap: number | null;
  /** The line has dashes of no length. */
  hasDots: boolean;
}

export class Strokes {
  readonly #scope: Scope;
  readonly #saved: Pen[] = [];
  #pen: Pen;
  /** Where the subpath began; null when there is none. */
  #start: readonly [number, number] | null = null;
  /** Segments of the subpath so far, as far as all lie on its start. */
  #segments = 0;
  #isPoint = true;
  /** What the path holds that is drawn differently under some cap. */
  #hasPoint = false;
  #hasClosedStart = false;
  #hasLine = false;

  constructor(scope: Scope, isPage: boolean) {
    this.#scope = scope;
    this.#pen = { cap: isPage ? 0 : null, hasDots: false };
  }

  /** Call for each operator, with operands of the right kinds. @throws ContentFault */
  follow(name: string, operands: Operands): void {
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
        this.#close();
        return;
      case 's':
      case 'b':
      case 'b*':
        this.#close();
        this.#stroke();
        return;
      case 'S':
      case 'B':
      case 'B*':
        this.#stroke();
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
    if (name === 'q') this.#saved.push({ ...this.#pen });
    else if (name === 'Q') this.#pen = this.#saved.pop() ?? this.#pen;
    else if (name === 'J') this.#setCap(operands.number(0));
    else if (name === 'cm') this.#scope.caps.areSlanted ||= isSlanted([0, 1, 2, 3].map((at) => operands.number(at)));
    else if (name === 'd') this.#pen.hasDots = operands.list.includes(0);
    else if (name === 'gs') {
      const state = this.#scope.graphicsState(operands.name(0));
      if (state?.cap !== undefined) this.#setCap(state.cap);
      if (state?.dashes !== undefined) this.#pen.hasDots = state.dashes.includes(0);
    }
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

  #stroke(): void {
    this.#end();
    if (this.#hasPoint) this.#refuse('a point with square caps', [SQUARE]);
    if (this.#hasClosedStart) this.#refuse('a closed path of nothing with caps', [ROUND, SQUARE]);
    if (this.#hasLine && this.#pen.hasDots) this.#refuse('dashes of no length with square caps', [SQUARE]);
    this.#forget();
  }

  #refuse(reason: string, caps: readonly number[]): void {
    const { cap } = this.#pen;
    if (cap === null) this.#scope.caps.doubt ??= reason;
    else if (caps.includes(cap)) differs(reason);
  }

  #forget(): void {
    this.#end();
    this.#hasPoint = false;
    this.#hasClosedStart = false;
    this.#hasLine = false;
  }
}
