/** The box that is written in: a line as wide as a pen's, everything else in memory alone (D-22, D-31). */
import {
  type PointerEvent as ReactPointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { Capture, CapturedPoint } from '#formats/ink/capture.ts';
import { millimetres, type PenEvent, Recorder } from './recorder.ts';
import type { HandWords } from './words.ts';

export interface PadHandle {
  capture(): Capture;
  clear(): void;
}

interface PadProps {
  ref: Ref<PadHandle>;
  label: string;
  words: HandWords;
  /** Nothing can be written yet. */
  closed: boolean;
  /** What comes before writing is still to be done: the box says so. */
  locked: boolean;
  onEmpty: (empty: boolean) => void;
  onDraw: () => void;
  /** What was written is gone, because the box has another size now. */
  onTurned: () => void;
}

/** CSS pixels. */
const INK_WIDTH = 2.4;

export function Pad({ ref, label, words, closed, locked, onEmpty, onDraw, onTurned }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const recorder = useRef<Recorder | null>(null);
  const last = useRef<readonly [number, number] | null>(null);
  const [empty, setEmpty] = useState(true);
  const helpId = useId();

  const wipe = () => {
    last.current = null;
    const ink = canvas.current?.getContext('2d');
    ink?.resetTransform();
    ink?.clearRect(0, 0, ink.canvas.width, ink.canvas.height);
  };
  const clear = () => {
    // The same one goes on: it knows that a pen is used here.
    recorder.current?.clear();
    wipe();
    setEmpty(true);
  };
  const latest = useRef({ clear, onTurned, empty });
  latest.current = { clear, onTurned, empty };

  useImperativeHandle(ref, () => ({
    capture: () => (recorder.current ?? newRecorder(canvas.current)).capture(),
    clear: () => latest.current.clear(),
  }));

  useEffect(() => {
    const pad = canvas.current;
    if (pad === null) return;
    const resize = () => {
      const { width, height } = pad.getBoundingClientRect();
      const size = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)] as const;
      if (size[0] === pad.width && size[1] === pad.height) return;
      const lost = !latest.current.empty;
      [pad.width, pad.height] = size;
      latest.current.clear();
      recorder.current = null;
      if (lost) latest.current.onTurned();
    };
    resize();
    const watch = new ResizeObserver(resize);
    watch.observe(pad);
    return () => {
      watch.disconnect();
      recorder.current?.clear();
    };
  }, []);

  useEffect(() => onEmpty(empty), [empty, onEmpty]);

  const take = (event: ReactPointerEvent<HTMLCanvasElement>) => {
    const pad = canvas.current;
    if (pad === null || closed) return;
    if (event.type === 'pointerdown') {
      if (event.button !== 0) return;
      // Written on until the pen lifts, wherever it goes meanwhile.
      pad.setPointerCapture(event.pointerId);
    }
    recorder.current ??= newRecorder(pad, redraw);
    const { left, top } = pad.getBoundingClientRect();
    const within = (one: PenEvent): PenEvent => ({
      ...{ type: event.type, pointerId: one.pointerId, pointerType: one.pointerType },
      ...{ clientX: one.clientX - left, clientY: one.clientY - top },
      ...{ pressure: one.pressure, tiltX: one.tiltX, tiltY: one.tiltY, timeStamp: one.timeStamp },
    });
    const native = event.nativeEvent;
    const finer = (native.getCoalescedEvents?.() ?? []).map(within);
    const changed = recorder.current.record({ ...within(native), getCoalescedEvents: () => finer });
    if (!changed) return;
    event.preventDefault();
    const lifted = event.type === 'pointerup' || event.type === 'pointercancel';
    for (const { clientX, clientY } of finer.length > 0 ? finer : [within(native)]) line(pad, clientX, clientY);
    if (lifted) last.current = null;
    setEmpty(false);
    onDraw();
  };

  /** The palm's stroke is gone: what stays is drawn again. */
  const redraw = (rest: readonly CapturedPoint[]) => {
    wipe();
    const pad = canvas.current;
    if (pad === null) return;
    const { height } = pad.getBoundingClientRect();
    for (const { x, y, down } of rest) {
      if (down) line(pad, x / millimetres, height - y / millimetres);
      else last.current = null;
    }
    last.current = null;
    if (rest.length === 0) setEmpty(true);
  };

  const line = (pad: HTMLCanvasElement, x: number, y: number) => {
    const ink = pad.getContext('2d');
    if (ink === null) return;
    const [fromX, fromY] = last.current ?? [x, y];
    ink.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ink.strokeStyle = getComputedStyle(pad).color;
    ink.lineWidth = INK_WIDTH;
    ink.lineCap = 'round';
    ink.beginPath();
    ink.moveTo(fromX, fromY);
    ink.lineTo(x, y);
    ink.stroke();
    last.current = [x, y];
  };

  return (
    <div className="pad" data-closed={closed || undefined} data-locked={locked || undefined}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.pad(label)}
        aria-describedby={helpId}
        onPointerDown={take}
        onPointerMove={take}
        onPointerUp={take}
        onPointerCancel={take}
        onContextMenu={(event) => event.preventDefault()}
      />
      {empty ? (
        <span className="pad-here" aria-hidden="true">
          {locked ? words.tickFirst : words.here}
        </span>
      ) : null}
      <span className="pad-line" aria-hidden="true" />
      <span id={helpId} className="visually-hidden">
        {words.padHelp}
      </span>
    </div>
  );
}

/** Events are told from the corner of the pad, which may move on the screen between two strokes. */
function newRecorder(pad: HTMLCanvasElement | null, onDropped?: (rest: readonly CapturedPoint[]) => void): Recorder {
  const { width = 0, height = 0 } = pad?.getBoundingClientRect() ?? {};
  return new Recorder({ left: 0, top: 0, width, height }, performance.timeOrigin, onDropped);
}
