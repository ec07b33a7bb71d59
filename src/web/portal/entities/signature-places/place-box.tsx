/** One signature field on the picture of its page: dragged by mouse or finger, moved by keys, resized at its corners. */
import { IconTarget } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { boxAt, type PageRectangle, type PageShape, snapInside, type ViewBox, viewAt } from '#domain/signing/places.ts';
import { type Corner, resized } from './place-drafts.ts';
import classes from './places.module.css';

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

interface Drag {
  pointer: number;
  x: number;
  y: number;
  from: ViewBox;
  /** Null for the whole box. */
  corner: Corner | null;
}

interface Drawn {
  page: PageShape;
  place: PageRectangle;
  /** CSS pixels per point. */
  scale: number;
  caption: string;
  signer?: string;
}

/** The CSS position of a box on the picture of its page. */
const styleOf = (seen: ViewBox, scale: number) => ({
  left: seen.x * scale,
  bottom: seen.y * scale,
  width: seen.width * scale,
  height: seen.height * scale,
});

/** Dragging the whole box or one of its corners: its temporary position, and the event handlers of its parts. */
function useDrag({ page, place, scale }: Drawn, onPut: (place: PageRectangle) => void) {
  const drag = useRef<Drag | null>(null);
  const [live, setLive] = useState<ViewBox | null>(null);
  const end = () => {
    drag.current = null;
    setLive(null);
  };
  const moved = (event: PointerEvent): ViewBox | null => {
    const dragged = drag.current;
    if (dragged?.pointer !== event.pointerId) return null;
    const [dx, dy] = [(event.clientX - dragged.x) / scale, (dragged.y - event.clientY) / scale];
    if (dragged.corner) return resized(page, dragged.from, dragged.corner, dx, dy);
    return snapInside(page, { ...dragged.from, x: dragged.from.x + dx, y: dragged.from.y + dy });
  };
  const handlers = (corner: Corner | null) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || drag.current) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = viewAt(page, place.box);
      drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from, corner };
    },
    onPointerMove: (event: PointerEvent) => {
      const next = moved(event);
      if (next) setLive(next);
    },
    onPointerUp: (event: PointerEvent) => {
      const next = moved(event);
      const move = drag.current;
      if (!next || !move) return;
      end();
      // A click without movement only sets the focus.
      if (event.clientX !== move.x || event.clientY !== move.y) onPut({ page: place.page, box: boxAt(page, next) });
    },
    onPointerCancel: end,
  });
  return { live, handlers };
}

interface BoxProps extends Drawn {
  /** Its position as text. */
  label: string;
  /** Id of the keyboard instructions. */
  keys: string;
  bad: boolean;
  onPut: (place: PageRectangle) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function PlaceBox(props: BoxProps) {
  const { live, handlers } = useDrag(props, props.onPut);
  return (
    <div
      className={classes.place}
      data-bad={props.bad || undefined}
      data-dragged={live !== null || undefined}
      style={styleOf(live ?? viewAt(props.page, props.place.box), props.scale)}
    >
      <button
        type="button"
        className={classes.grip}
        aria-label={props.label}
        aria-describedby={props.keys}
        {...handlers(null)}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={props.onKeyDown}
      >
        <span className={classes.caption}>{props.caption}</span>
        <span className={classes.signer}>{props.signer}</span>
      </button>
      {CORNERS.map((corner) => (
        <span key={corner} className={classes.corner} data-corner={corner} aria-hidden="true" {...handlers(corner)} />
      ))}
    </div>
  );
}

/** A line of the file that may be meant for a signature. */
export function OfferedPlace(props: Drawn & { label: string; onPut: () => void }) {
  return (
    <div className={classes.place} data-offered style={styleOf(viewAt(props.page, props.place.box), props.scale)}>
      <button
        type="button"
        className={classes.grip}
        aria-label={props.label}
        onClick={(event) => {
          event.stopPropagation();
          props.onPut();
        }}
      >
        <IconTarget size={14} stroke={1.9} aria-hidden="true" />
        <span className={classes.caption}>{props.caption}</span>
      </button>
    </div>
  );
}

/** A signature field that cannot be moved. */
export function FixedPlace(props: Drawn) {
  return (
    <div className={classes.place} data-fixed style={styleOf(viewAt(props.page, props.place.box), props.scale)}>
      <span className={classes.grip}>
        <span className={classes.caption}>{props.caption}</span>
        {props.signer ? <span className={classes.signer}>{props.signer}</span> : null}
      </span>
    </div>
  );
}
