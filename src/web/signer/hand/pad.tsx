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
import type { HandTexts } from './hand-texts.ts';
import { MM_PER_PIXEL, type PenEvent, Recorder } from './recorder.ts';

export interface PadHandle {
  capture(): Capture;
  clear(): void;
}

interface PadProps {
  ref: Ref<PadHandle>;
  label: string;
  texts: HandTexts;
  /** Nothing can be written yet. */
  closed: boolean;
  /** An earlier step is not done yet: the box shows a message. */
  locked: boolean;
  onEmpty: (empty: boolean) => void;
  onDraw: () => void;
  /** The box changed its size, which discarded the handwriting. */
  onResized: () => void;
}

/** CSS pixels. */
const INK_WIDTH = 2.4;

/** Draws a line on the canvas from the pen's previous position. */
function useInkLine(canvas: RefObject<HTMLCanvasElement | null>) {
  const lastPosition = useRef<readonly [number, number] | null>(null);
  const lift = () => {
    lastPosition.current = null;
  };
  const wipe = () => {
    lift();
    const context = canvas.current?.getContext('2d');
    context?.resetTransform();
    context?.clearRect(0, 0, context.canvas.width, context.canvas.height);
  };
  const line = (pad: HTMLCanvasElement, x: number, y: number) => {
    const context = pad.getContext('2d');
    if (context === null) return;
    const [fromX, fromY] = lastPosition.current ?? [x, y];
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.strokeStyle = getComputedStyle(pad).color;
    context.lineWidth = INK_WIDTH;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(x, y);
    context.stroke();
    lastPosition.current = [x, y];
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
    const observer = new ResizeObserver(resize);
    observer.observe(pad);
    return () => {
      observer.disconnect();
      latest.current.onEnd();
    };
  }, [canvas]);
}

/** Pointer events as the recorder reads them, relative to the pad's corner. */
function padEvents(event: ReactPointerEvent, pad: HTMLCanvasElement) {
  const { left, top } = pad.getBoundingClientRect();
  const relativeToPad = (penEvent: PenEvent): PenEvent => ({
    ...{ type: event.type, pointerId: penEvent.pointerId, pointerType: penEvent.pointerType },
    ...{ clientX: penEvent.clientX - left, clientY: penEvent.clientY - top },
    ...{ pressure: penEvent.pressure, tiltX: penEvent.tiltX, tiltY: penEvent.tiltY, timeStamp: penEvent.timeStamp },
  });
  const native = event.nativeEvent;
  return { dispatched: relativeToPad(native), coalesced: (native.getCoalescedEvents?.() ?? []).map(relativeToPad) };
}

/** Records and draws the pen on the canvas, and clears both together. */
function usePen(canvas: RefObject<HTMLCanvasElement | null>, { ref, closed, onDraw, onResized }: PadProps) {
  const recorder = useRef<Recorder | null>(null);
  const [empty, setEmpty] = useState(true);
  const { line, lift, wipe } = useInkLine(canvas);
  const clear = () => {
    // Keep the same recorder: it remembers that a pen is used here.
    recorder.current?.clear();
    wipe();
    setEmpty(true);
  };
  const latestClear = useRef(clear);
  latestClear.current = clear;
  useImperativeHandle(ref, () => ({
    capture: () => (recorder.current ?? newRecorder(canvas.current)).capture(),
    clear: () => latestClear.current(),
  }));
  useCanvasSize(
    canvas,
    () => {
      clear();
      recorder.current = null;
      if (!empty) onResized();
    },
    () => recorder.current?.clear(),
  );
  /** The palm's stroke was dropped: redraw the rest. */
  const redraw = (remaining: readonly CapturedPoint[]) => {
    wipe();
    const pad = canvas.current;
    if (pad === null) return;
    const { height } = pad.getBoundingClientRect();
    for (const { x, y, down } of remaining) {
      if (down) line(pad, x / MM_PER_PIXEL, height - y / MM_PER_PIXEL);
      else lift();
    }
    lift();
    if (remaining.length === 0) setEmpty(true);
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
    const { dispatched, coalesced } = padEvents(event, pad);
    if (!recorder.current.record({ ...dispatched, getCoalescedEvents: () => coalesced })) return;
    event.preventDefault();
    for (const { clientX, clientY } of coalesced.length > 0 ? coalesced : [dispatched]) line(pad, clientX, clientY);
    if (event.type === 'pointerup' || event.type === 'pointercancel') lift();
    setEmpty(false);
    onDraw();
  };
  return { empty, take };
}

export function Pad(props: PadProps) {
  const { label, texts, closed, locked, onEmpty } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { empty, take } = usePen(canvas, props);
  const helpId = useId();
  useEffect(() => onEmpty(empty), [empty, onEmpty]);
  return (
    <div className="pad" data-closed={closed || undefined} data-locked={locked || undefined}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={texts.pad(label)}
        aria-describedby={helpId}
        onPointerDown={take}
        onPointerMove={take}
        onPointerUp={take}
        onPointerCancel={take}
        onContextMenu={(event) => event.preventDefault()}
      />
      {empty ? (
        <span className="pad-here" aria-hidden="true">
          {locked ? texts.tickFirst : texts.here}
        </span>
      ) : null}
      <span className="pad-line" aria-hidden="true" />
      <span id={helpId} className="visually-hidden">
        {texts.padHelp}
      </span>
    </div>
  );
}

/** Positions are relative to the pad's corner, which may move on the screen between two strokes. */
function newRecorder(pad: HTMLCanvasElement | null, onDropped?: (rest: readonly CapturedPoint[]) => void): Recorder {
  const { width = 0, height = 0 } = pad?.getBoundingClientRect() ?? {};
  return new Recorder({ left: 0, top: 0, width, height }, performance.timeOrigin, onDropped);
}
