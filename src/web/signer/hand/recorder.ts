/** Records a signature from pointer events at the device's full rate, in memory only. */
import type { Capture, CapturedPoint, Pointer } from '#formats/ink/capture.ts';

/** The part of a browser's PointerEvent that is read. */
export interface PenEvent {
  readonly type: string;
  readonly pointerId: number;
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
  readonly pressure: number;
  readonly tiltX: number;
  readonly tiltY: number;
  /** Milliseconds since `timeOrigin`. */
  readonly timeStamp: number;
  getCoalescedEvents?(): readonly PenEvent[];
}

/** The pad on the screen, in CSS pixels. */
export interface PadArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A CSS pixel is 1/96 inch: the browser has no better information on a screen's true size. */
export const MM_PER_PIXEL = 25.4 / 96;

/** The least expressive pointer counts: one stroke by mouse makes it a signature by mouse. */
const POINTER_PRECEDENCE: readonly Pointer[] = ['mouse', 'touch', 'pen'];

export class Recorder {
  readonly #pad: PadArea;
  readonly #timeOrigin: number;
  readonly #points: CapturedPoint[] = [];
  #startedAt: number | null = null;
  /** The drawing pointer; meanwhile a resting palm or a second finger draws nothing. */
  #drawing: number | null = null;
  /** Whether a pen was used; not reset by `clear`, because the hand still holds it. */
  #pen = false;
  /** The pointer type of each stroke, and the index of its first point. */
  #strokes: { readonly pointer: Pointer; readonly from: number }[] = [];
  readonly #onDropped: (remaining: readonly CapturedPoint[]) => void;

  /**
   * @param timeOrigin milliseconds of the epoch from which events count (`performance.timeOrigin`).
   * @param onDropped a stroke was recognised as the palm's and removed; receives the remaining points.
   */
  constructor(pad: PadArea, timeOrigin: number, onDropped: (remaining: readonly CapturedPoint[]) => void = () => {}) {
    this.#pad = pad;
    this.#timeOrigin = timeOrigin;
    this.#onDropped = onDropped;
  }

  /** @returns whether the drawing changed. */
  record(event: PenEvent): boolean {
    const pointer = pointerOf(event);
    // Once a pen is seen, touches come from the hand that holds it, including one just before the pen.
    if (pointer === 'pen') {
      this.#pen = true;
      if (this.#drawing !== null && this.#strokes.at(-1)?.pointer === 'touch') this.#drop();
    } else if (pointer === 'touch' && this.#pen) return false;
    if (event.type === 'pointerdown' && this.#drawing === null) {
      this.#drawing = event.pointerId;
      this.#strokes.push({ pointer, from: this.#points.length });
      this.#startedAt ??= event.timeStamp;
      this.#add(event, true);
      return true;
    }
    const isDrawing = this.#drawing === event.pointerId;
    if (event.type === 'pointermove' && isDrawing) {
      const coalesced = event.getCoalescedEvents?.() ?? [];
      for (const sample of coalesced.length > 0 ? coalesced : [event]) this.#add(sample, true);
      return true;
    }
    // A pen hovering between two strokes: its movement in the air belongs to the handwriting.
    if (event.type === 'pointermove' && this.#drawing === null && pointer === 'pen' && this.#startedAt !== null) {
      this.#add(event, false);
      return false;
    }
    if ((event.type === 'pointerup' || event.type === 'pointercancel') && isDrawing) {
      this.#drawing = null;
      this.#add(event, false);
      return true;
    }
    return false;
  }

  /** "Cancella": discards everything drawn, and overwrites each point first. */
  clear(): void {
    this.#forget(0);
    this.#strokes = [];
    this.#drawing = null;
  }

  #drop(): void {
    this.#forget(this.#strokes.pop()?.from ?? 0);
    this.#drawing = null;
    this.#onDropped(this.#points);
  }

  #forget(start: number): void {
    const removed = this.#points.splice(start);
    for (const point of removed) Object.assign(point, { x: 0, y: 0, t: 0, pressure: 0, tilt: null });
    if (start === 0) this.#startedAt = null;
  }

  /** The handwriting so far, without the movement in the air after the last stroke. */
  capture(): Capture {
    const end = this.#points.findLastIndex(({ down }) => down);
    const points = this.#points.slice(0, end < 0 ? 0 : end + 2);
    const pointer = POINTER_PRECEDENCE.find((one) => this.#strokes.some((stroke) => stroke.pointer === one)) ?? 'mouse';
    return {
      startedAt: new Date(this.#timeOrigin + (this.#startedAt ?? 0)),
      pointer,
      width: this.#pad.width * MM_PER_PIXEL,
      height: this.#pad.height * MM_PER_PIXEL,
      pressed: pointer !== 'mouse' && hasPressure(points),
      // A pen without a tilt sensor always reports an upright position.
      points: points.some(({ tilt }) => tilt?.some(Boolean)) ? points : points.map((one) => ({ ...one, tilt: null })),
    };
  }

  #add({ clientX, clientY, pressure, tiltX, tiltY, timeStamp, pointerType }: PenEvent, down: boolean): void {
    const { left, top, height } = this.#pad;
    const t = timeStamp - (this.#startedAt ?? timeStamp);
    this.#points.push({
      x: (clientX - left) * MM_PER_PIXEL,
      y: (top + height - clientY) * MM_PER_PIXEL,
      // Some browsers give a lift an earlier time than the last coalesced points.
      t: Math.max(t, this.#points.at(-1)?.t ?? 0),
      pressure: down ? pressure : 0,
      tilt: pointerType === 'pen' ? [tiltX, tiltY] : null,
      down,
    });
  }
}

const pointerOf = ({ pointerType }: PenEvent): Pointer =>
  pointerType === 'pen' || pointerType === 'touch' ? pointerType : 'mouse';

/** Devices without pressure report the same value for every touch: 0.5, 1 or 0. */
const hasPressure = (points: readonly CapturedPoint[]): boolean =>
  new Set(points.flatMap(({ down, pressure }) => (down ? [pressure] : []))).size > 2;
