/** The vehicle's drawing in the form: a tap marks damage, a mark is moved by finger, mouse or arrow keys. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWING_SIZE, partAt, pointOf, shapesOf, spotAt, type Vehicle } from '#domain/papers/damages/drawing.ts';
import type { Spot } from '#domain/papers/damages/spot.ts';
import { DAMAGE_PLACES, type DamagePlace } from '#domain/papers/labels/choice-labels.ts';
import { uiLanguage } from '../../../../text/language.ts';
import classes from './damage.module.css';

export interface Mark extends Spot {
  row: number;
  number: number;
  /** Its label for screen readers. */
  label: string;
}

interface DrawingProps {
  vehicle: Vehicle;
  marks: readonly Mark[];
  full: boolean;
  onAdd: (spot: Spot, place: DamagePlace) => void;
  onMove: (row: number, spot: Spot, place: DamagePlace) => void;
  onRemove: (row: number) => void;
  onPick: (row: number) => void;
  /** Keyboard users choose the part from the list. */
  onKeyboard: () => void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** In units of the drawing; five times as far with Shift. */
const KEY_STEP = 3;

/** Movement in pixels that still counts as a tap. */
const TREMBLE = 4;

export function DamageDrawing(props: DrawingProps) {
  const { t } = useTranslation();
  const { vehicle, marks, full } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [under, setUnder] = useState<DamagePlace>();
  const spotUnder = (event: { clientX: number; clientY: number }): Spot => {
    const box = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return spotAt(
      ((event.clientX - box.left) / box.width) * DRAWING_SIZE.width,
      ((event.clientY - box.top) / box.height) * DRAWING_SIZE.height,
    );
  };
  const hint = full ? t('paperForm.damage.full', { count: marks.length }) : t('paperForm.damage.touch');
  return (
    <div className={classes.sheet}>
      <div className={classes.ends} aria-hidden="true">
        <span>{t('paperForm.damage.front')}</span>
        <span>{t('paperForm.damage.right')}</span>
        <span>{t('paperForm.damage.rear')}</span>
      </div>
      <div className={classes.frame} ref={frame}>
        <svg
          viewBox={`0 0 ${DRAWING_SIZE.width} ${DRAWING_SIZE.height}`}
          className={classes.vehicle}
          aria-hidden="true"
        >
          {shapesOf(vehicle).map(({ path, fill }) => (
            <path key={path} d={path} data-fill={fill} />
          ))}
        </svg>
        <button
          type="button"
          className={classes.surface}
          aria-label={t(`paperForm.damage.surface.${vehicle}`)}
          aria-disabled={full || undefined}
          onPointerMove={(event) => event.pointerType === 'mouse' && setUnder(partAt(vehicle, spotUnder(event)))}
          onPointerLeave={() => setUnder(undefined)}
          onClick={(event) => {
            if (full) return;
            // A click by Enter or Space has no position.
            if (event.detail === 0) return props.onKeyboard();
            const spot = spotUnder(event);
            const place = partAt(vehicle, spot);
            if (place !== undefined) props.onAdd(spot, place);
          }}
        />
        {marks.map((mark) => (
          <MarkButton key={mark.row} {...props} mark={mark} spotUnder={spotUnder} onOver={setUnder} />
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{under === undefined ? hint : DAMAGE_PLACES[under][uiLanguage()]}</span>
        <span>{t('paperForm.damage.left')}</span>
        <span />
      </div>
    </div>
  );
}

function MarkButton(
  props: DrawingProps & {
    mark: Mark;
    spotUnder: (event: PointerEvent) => Spot;
    onOver: (place: DamagePlace | undefined) => void;
  },
) {
  const { vehicle, mark } = props;
  const [dragged, setDragged] = useState<Spot>();
  const from = useRef<{ x: number; y: number } | null>(null);
  const [left, top] = pointOf(dragged ?? mark);
  const place = (spot: Spot) => {
    const part = partAt(vehicle, spot);
    if (part !== undefined) props.onMove(mark.row, spot, part);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      event.preventDefault();
      const far = KEY_STEP * (event.shiftKey ? 5 : 1);
      const [x, y] = pointOf(mark);
      place(spotAt(x + arrow[0] * far, y + arrow[1] * far));
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      props.onRemove(mark.row);
    }
  };
  const end = (event: PointerEvent, isKept: boolean) => {
    const moved = dragged !== undefined;
    from.current = null;
    setDragged(undefined);
    props.onOver(undefined);
    if (moved && isKept) place(props.spotUnder(event));
  };
  return (
    <button
      type="button"
      className={classes.mark}
      data-dragged={dragged !== undefined || undefined}
      aria-label={mark.label}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
      style={{ left: `${(left / DRAWING_SIZE.width) * 100}%`, top: `${(top / DRAWING_SIZE.height) * 100}%` }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const start = from.current;
        if (start === null) return;
        if (dragged === undefined && Math.hypot(event.clientX - start.x, event.clientY - start.y) < TREMBLE) return;
        const spot = props.spotUnder(event);
        setDragged(spot);
        props.onOver(partAt(vehicle, spot));
      }}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onClick={() => props.onPick(mark.row)}
    >
      {mark.number}
    </button>
  );
}
