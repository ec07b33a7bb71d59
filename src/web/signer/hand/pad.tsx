/** The box to write in: draws a line of constant width; all other data stay in memory only. */
import {
  type PointerEvent as ReactPointerEvent,
  type Ref,
  type RefObject,
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
  /** An earlier step is not done yet: the box shows a message. */
  locked: boolean;
  onEmpty: (empty: boolean) => void;
  onDraw: () => void;
  /** The box changed its size, which discarded the handwriting. */
  onTurned: () => void;
}

/** CSS pixels. */
const INK_WIDTH = 2.4;

/** Draws a line on the canvas from the pen's previous position. */
function useInk(canvas: RefObject<HTMLCanvasElement | null>) {
  const last = useRef<readonly [number, number] | null>(null);
  const lift = () => {
    last.current = null;
  };
  const wipe = () => {
    lift();
    const ink = canvas.current?.getContext('2d');
    ink?.resetTransform();
    ink?.clearRect(0, 0, ink.canvas.width, ink.canvas.height);
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
  return { line, lift, wipe };
}

/** A change of the canvas size discards the handwriting. */
function useCanvasSize(canvas: RefObject<HTMLCanvasElement | null>, onSize: () => void, onEnd: () => void): void {
  const latest = useRef({ onSize, onEnd });
  latest.current = { onSize, onEnd };
  useEffect(() => {
    const pad = canvas.current;
    if (pad === null) return;
    const resize = () => {
      const { width, height } = pad.getBoundingClientRect();
      const size = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)] as const;
      if (size[0] === pad.width && size[1] === pad.height) return;
      [pad.width, pad.height] = size;
      latest.current.onSize();
    };
    resize();
    const watch = new ResizeObserver(resize);
    watch.observe(pad);
    return () => {
      watch.disconnect();
      latest.current.onEnd();
    };
  }, [canvas]);
}

/** Pointer events as the recorder reads them, relative to the pad's corner. */
function penEvents(event: ReactPointerEvent, pad: HTMLCanvasElement) {
  const { left, top } = pad.getBoundingClientRect();
  const within = (one: PenEvent): PenEvent => ({
    ...{ type: event.type, pointerId: one.pointerId, pointerType: one.pointerType },
    ...{ clientX: one.clientX - left, clientY: one.clientY - top },
    ...{ pressure: one.pressure, tiltX: one.tiltX, tiltY: one.tiltY, timeStamp: one.timeStamp },
  });
  const native = event.nativeEvent;
  return { whole: within(native), finer: (native.getCoalescedEvents?.() ?? []).map(within) };
}

/** Records and draws the pen on the canvas, and clears both together. */
function usePen(canvas: RefObject<HTMLCanvasElement | null>, { ref, closed, onDraw, onTurned }: PadProps) {
  const recorder = useRef<Recorder | null>(null);
  const [empty, setEmpty] = useState(true);
  const { line, lift, wipe } = useInk(canvas);
  const clear = () => {
    // Keep the same recorder: it remembers that a pen is used here.
    recorder.current?.clear();
    wipe();
    setEmpty(true);
  };
  const latest = useRef(clear);
  latest.current = clear;
  useImperativeHandle(ref, () => ({
    capture: () => (recorder.current ?? newRecorder(canvas.current)).capture(),
    clear: () => latest.current(),
  }));
  useCanvasSize(
    canvas,
    () => {
      clear();
      recorder.current = null;
      if (!empty) onTurned();
    },
    () => recorder.current?.clear(),
  );
  /** The palm's stroke was dropped: redraw the rest. */
  const redraw = (rest: readonly CapturedPoint[]) => {
    wipe();
    const pad = canvas.current;
    if (pad === null) return;
    const { height } = pad.getBoundingClientRect();
    for (const { x, y, down } of rest) {
      if (down) line(pad, x / millimetres, height - y / millimetres);
      else lift();
    }
    lift();
    if (rest.length === 0) setEmpty(true);
  };
  const take = (event: ReactPointerEvent<HTMLCanvasElement>) => {
    const pad = canvas.current;
    if (pad === null || closed) return;
    if (event.type === 'pointerdown') {
      if (event.button !== 0) return;
      // The stroke continues until the pen lifts, even outside the pad.
      pad.setPointerCapture(event.pointerId);
    }
    recorder.current ??= newRecorder(pad, redraw);
    const { whole, finer } = penEvents(event, pad);
    if (!recorder.current.record({ ...whole, getCoalescedEvents: () => finer })) return;
    event.preventDefault();
    for (const { clientX, clientY } of finer.length > 0 ? finer : [whole]) line(pad, clientX, clientY);
    if (event.type === 'pointerup' || event.type === 'pointercancel') lift();
    setEmpty(false);
    onDraw();
  };
  return { empty, take };
}

export function Pad(props: PadProps) {
  const { label, words, closed, locked, onEmpty } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { empty, take } = usePen(canvas, props);
  const helpId = useId();
  useEffect(() => onEmpty(empty), [empty, onEmpty]);
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

/** Positions are relative to the pad's corner, which may move on the screen between two strokes. */
function newRecorder(pad: HTMLCanvasElement | null, onDropped?: (rest: readonly CapturedPoint[]) => void): Recorder {
  const { width = 0, height = 0 } = pad?.getBoundingClientRect() ?? {};
  return new Recorder({ left: 0, top: 0, width, height }, performance.timeOrigin, onDropped);
}
