/** A signature as drawn with a pen, for the handwriting tests. */
import type { Capture, CapturedPoint, Pointer } from './capture.ts';

export interface SampleOptions {
  readonly pointer?: Pointer;
  readonly pressed?: boolean;
  readonly tilted?: boolean;
  readonly startedAt?: Date;
  /** Points of each of the two strokes. */
  readonly length?: number;
  /** Milliseconds between two points. */
  readonly every?: number;
  /** 1 for a signature of about 60 × 22 mm. */
  readonly size?: number;
}

/** Two strokes of loops with the pen lifted in between, faster in the middle like a real hand. */
export function sampleCapture(options: SampleOptions = {}): Capture {
  const { pointer = 'pen', pressed = pointer !== 'mouse', tilted = true, length = 180, every = 4, size = 1 } = options;
  const points: CapturedPoint[] = [];
  const draw = (from: number, width: number, loops: number, height: number): void => {
    for (let n = 0; n < length; n += 1) {
      const part = n / (length - 1);
      const eased = part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2;
      const turn = eased * loops * 2 * Math.PI;
      points.push({
        x: from + size * (eased * width + 4 * Math.sin(turn)),
        y: 22 + size * (height * Math.cos(turn) * (1 - 0.4 * eased)),
        t: (points.at(-1)?.t ?? -every) + every,
        pressure: pressed ? 0.25 + 0.5 * Math.sin(Math.PI * part) : 0.5,
        tilt: tilted ? [20 - 10 * part, -12] : null,
        down: true,
      });
    }
  };
  const lift = (): void => {
    const last = points.at(-1);
    if (last) points.push({ ...last, t: last.t + every, pressure: 0, down: false });
  };
  draw(10, 32, 4, 9);
  lift();
  draw(46, 20, 2, 6);
  lift();
  return {
    startedAt: options.startedAt ?? new Date('2026-11-20T09:15:30.250Z'),
    pointer,
    width: 90,
    height: 45,
    pressed,
    points,
  };
}
