/** A page of the file with its signature fields: page navigation, placing, moving. */
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  boxAt,
  DEFAULT_PLACE_SIZE,
  type PageRectangle,
  type PageShape,
  snapInside,
  viewSize,
} from '#domain/signing/places.ts';
import type { OpenPdf } from '../../../shared/pdf/engine.ts';
import { PagePicture } from '../../../shared/pdf/page-picture.tsx';
import { watchSize } from '../../../shared/pdf/watch-size.ts';
import { PageField } from '../../connected/pdf/page-field.tsx';
import { Tool } from '../../connected/pdf/viewer-tools.tsx';
import { FixedPlace, OfferedPlace, PlaceBox } from './place-box.tsx';
import {
  asBox,
  type Drafts,
  isMovable,
  isOpen,
  issueOf,
  layoutOf,
  nudge,
  onPage,
  openOffers,
  otherFields,
  type RefusedPlaces,
  refusalAt,
  type SeenPlaces,
} from './place-drafts.ts';
import classes from './places.module.css';
import { useWhere } from './position-text.ts';

export interface BoardProps {
  pdf: OpenPdf;
  places: SeenPlaces;
  drafts: Drafts;
  refused: RefusedPlaces;
  /** 1-based. */
  shown: number;
  onShow: (page: number) => void;
  onPut: (point: number, place: PageRectangle | null) => void;
  /** Null when there is nothing to undo. */
  onUndo: (() => void) | null;
}

/** Space in pixels for header, footer and tools of the dialog on a large screen. */
const AROUND = 300;
const MIN_HEIGHT = 380;

export function Board(props: BoardProps) {
  const { t } = useTranslation();
  const { places, drafts, shown } = props;
  const keys = useId();
  const room = useRef<HTMLDivElement>(null);
  const box = useRoom(room);
  const page = layoutOf(places).pages[shown - 1];
  const sheet = page ? viewSize(page) : { width: 1, height: 1 };
  const scale = Math.min(box.width / sheet.width, box.height / sheet.height);
  const unplaced = places.points.find((point) => isMovable(places, point) && drafts.get(point.point) === null);
  /** A click on the page places the waiting signature field there. */
  const putHere = (event: MouseEvent<HTMLElement>) => {
    if (!unplaced || !page) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const { width, height } = DEFAULT_PLACE_SIZE;
    const x = (event.clientX - bounds.left) / scale - width / 2;
    const y = (bounds.bottom - event.clientY) / scale - height / 2;
    props.onPut(unplaced.point, { page: shown, box: boxAt(page, snapInside(page, { x, y, width, height })) });
  };
  return (
    <section className={classes.board} aria-label={t('signaturePlaces.pageArea')}>
      <BoardTools {...props} />
      <p id={keys} className="sr-only">
        {t('signaturePlaces.keys')}
      </p>
      <div ref={room} className={classes.room}>
        {page && box.width > 0 ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the button in the list
          // biome-ignore lint/a11y/noStaticElementInteractions: pointer only; keyboard users have the list
          <div
            className={classes.sheet}
            data-waiting={unplaced ? '' : undefined}
            data-page={shown}
            style={{ width: sheet.width * scale, height: sheet.height * scale }}
            onClick={putHere}
          >
            <PagePicture
              pdf={props.pdf}
              page={shown}
              width={Math.round(sheet.width * scale)}
              className={classes.picture}
            />
            <FileFields {...{ places, shown, page, scale }} />
            <Offers {...props} page={page} scale={scale} />
            {places.points.map((point) => (
              <PointOnPage key={point.point} {...props} {...{ point, page, scale, keys }} />
            ))}
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Available space for the page in CSS pixels, by window size. */
function useRoom(room: RefObject<HTMLElement | null>) {
  const [box, setBox] = useState({ width: 0, height: MIN_HEIGHT });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    return watchSize(element, () => {
      // A narrow screen scrolls, so the page takes the whole width.
      const narrow = globalThis.innerWidth < 768;
      const height = narrow ? Number.POSITIVE_INFINITY : Math.max(MIN_HEIGHT, globalThis.innerHeight - AROUND);
      setBox({ width: element.clientWidth, height });
    });
  }, [room]);
  return box;
}

/** Page navigation, and undo. */
function BoardTools(props: BoardProps) {
  const { t } = useTranslation();
  const { places, shown, onShow, onUndo } = props;
  const total = layoutOf(places).pages.length;
  return (
    <div className={classes.tools}>
      <Tool label={t('table.previous')} disabled={shown <= 1} onClick={() => onShow(shown - 1)}>
        <IconChevronLeft size={18} stroke={1.8} />
      </Tool>
      <PageField current={shown} total={total} onGo={onShow} />
      <Tool label={t('table.next')} disabled={shown >= total} onClick={() => onShow(shown + 1)}>
        <IconChevronRight size={18} stroke={1.8} />
      </Tool>
      {isOpen(places) ? (
        <span className={classes.undo}>
          <Tool label={t('signaturePlaces.undo')} disabled={onUndo === null} onClick={() => onUndo?.()}>
            <IconArrowBackUp size={18} stroke={1.8} />
          </Tool>
        </span>
      ) : null}
    </div>
  );
}

/** The file's form fields that are no signature fields of this signature. */
function FileFields(props: { places: SeenPlaces; shown: number; page: PageShape; scale: number }) {
  const { t } = useTranslation();
  return otherFields(props.places)
    .filter((field) => field.page === props.shown)
    .map(({ name, page, box, fault, leftOut }) => (
      <FixedPlace
        key={name}
        page={props.page}
        place={{ page, box: asBox(box) }}
        scale={props.scale}
        caption={t(`signaturePlaces.${fault ? 'unfitField' : leftOut ? 'leftOutField' : 'fileField'}`)}
      />
    ));
}

/** Lines of the file proposed for a signature field that has no rectangle yet: a click places it there. */
function Offers(props: BoardProps & { page: PageShape; scale: number }) {
  const { t } = useTranslation();
  const { places, drafts, shown } = props;
  return places.points.flatMap((point) =>
    openOffers(places, drafts, point)
      .filter(({ page }) => page === shown)
      .map(({ page, box, words }) => (
        <OfferedPlace
          key={`${point.point} ${box}`}
          page={props.page}
          place={{ page, box: asBox(box) }}
          scale={props.scale}
          caption={t('signaturePlaces.offerHere')}
          label={t('signaturePlaces.offerNamed', { words, page, label: point.label })}
          onPut={() => props.onPut(point.point, { page, box: asBox(box) })}
        />
      )),
  );
}

interface OnPage extends BoardProps {
  point: SeenPlaces['points'][number];
  page: PageShape;
  scale: number;
  /** Id of the keyboard instructions. */
  keys: string;
}

function PointOnPage(props: OnPage) {
  const { places, drafts, shown, page } = props;
  const { point, label, signer } = props.point;
  const where = useWhere(places);
  const place = drafts.get(point);
  if (place?.page !== shown) return null;
  const drawn = { page, place, scale: props.scale, caption: label, signer: signer ?? '' };
  if (!isMovable(places, props.point)) return <FixedPlace {...drawn} />;
  const layout = layoutOf(places);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const turned = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    const next = turned ? onPage(layout.pages, place, shown + turned) : nudge(page, place, event);
    if (!next && event.key !== 'Delete' && !turned) return;
    event.preventDefault();
    if (event.key === 'Delete') props.onPut(point, null);
    else if (next) props.onPut(point, next);
  };
  return (
    <PlaceBox
      {...drawn}
      label={`${[label, signer].filter(Boolean).join(', ')}: ${where(place)}`}
      keys={props.keys}
      bad={issueOf(drafts, point, layout) !== null || refusalAt(props.refused, drafts, point) !== null}
      onPut={(next) => props.onPut(point, next)}
      onKeyDown={onKeyDown}
    />
  );
}
