/** A page of the file with the signatures on it: turned over, put, moved (P-6). */
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import { boxAt, type Place, seenSize, snapInside, USUAL_PLACE } from '#domain/signing/places.ts';
import { PageField } from '../pdf/page-field.tsx';
import type { OpenPdf } from '../pdf/pdf-engine.ts';
import { Tool } from '../pdf/tools.tsx';
import { asBox, type Drafts, isMovable, isOpen, issueOf, layoutOf, nudged, onPage, otherFields } from './drafts.ts';
import { FixedPlace, PlaceBox } from './place-box.tsx';
import classes from './places.module.css';
import { SheetPicture } from './sheet-picture.tsx';
import { useWhere } from './where.ts';

export interface BoardProps {
  pdf: OpenPdf;
  places: SignaturePlaces;
  drafts: Drafts;
  /** 1-based. */
  shown: number;
  onShow: (page: number) => void;
  onPut: (point: number, place: Place | null) => void;
  /** Null when there is nothing to take back. */
  onUndo: (() => void) | null;
}

/** Room that head, foot and tools of the dialog take on a large screen. */
const AROUND = 300;
const LEAST_HEIGHT = 380;

export function Board(props: BoardProps) {
  const { t } = useTranslation();
  const { places, drafts, shown, pdf } = props;
  const keys = useId();
  const where = useWhere(places);
  const room = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ width: 0, height: LEAST_HEIGHT });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const measure = () => {
      // A narrow screen scrolls: there the page is as wide as it can be.
      const narrow = globalThis.innerWidth < 768;
      const height = narrow ? Number.POSITIVE_INFINITY : Math.max(LEAST_HEIGHT, globalThis.innerHeight - AROUND);
      setBox({ width: element.clientWidth, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = layoutOf(places);
  const page = layout.pages[shown - 1];
  const sheet = page ? seenSize(page) : { width: 1, height: 1 };
  const scale = Math.min(box.width / sheet.width, box.height / sheet.height);
  const onThisPage = places.points.filter(({ point }) => drafts.get(point)?.page === shown);
  const waiting = places.points.find((one) => isMovable(places, one) && drafts.get(one.point) === null);

  const onKeyDown = (point: number, place: Place) => (event: KeyboardEvent) => {
    if (!page || event.ctrlKey || event.metaKey) return;
    const turned = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    const next = turned ? onPage(layout.pages, place, shown + turned) : nudged(page, place, event);
    if (!next && event.key !== 'Delete' && !turned) return;
    event.preventDefault();
    if (event.key === 'Delete') props.onPut(point, null);
    else if (next) props.onPut(point, next);
  };
  /** Whoever points at the page wants the signature there. */
  const putHere = (event: MouseEvent<HTMLElement>) => {
    if (!waiting || !page) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const { width, height } = USUAL_PLACE;
    const x = (event.clientX - bounds.left) / scale - width / 2;
    const y = (bounds.bottom - event.clientY) / scale - height / 2;
    props.onPut(waiting.point, { page: shown, box: boxAt(page, snapInside(page, { x, y, width, height })) });
  };

  return (
    <section className={classes.board} aria-label={t('signaturePlaces.pageArea')}>
      <div className={classes.tools}>
        <Tool label={t('signaturePlaces.previousPage')} disabled={shown <= 1} onClick={() => props.onShow(shown - 1)}>
          <IconChevronLeft size={18} stroke={1.8} />
        </Tool>
        <PageField current={shown} total={layout.pages.length} onGo={props.onShow} />
        <Tool
          label={t('signaturePlaces.nextPage')}
          disabled={shown >= layout.pages.length}
          onClick={() => props.onShow(shown + 1)}
        >
          <IconChevronRight size={18} stroke={1.8} />
        </Tool>
        {isOpen(places) ? (
          <span className={classes.undo}>
            <Tool label={t('signaturePlaces.undo')} disabled={props.onUndo === null} onClick={() => props.onUndo?.()}>
              <IconArrowBackUp size={18} stroke={1.8} />
            </Tool>
          </span>
        ) : null}
      </div>
      <p id={keys} className="sr-only">
        {t('signaturePlaces.keys')}
      </p>
      <div ref={room} className={classes.room}>
        {page && box.width > 0 ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard the button in the list does the same
          // biome-ignore lint/a11y/noStaticElementInteractions: the page is a surface to point at
          <div
            className={classes.sheet}
            data-waiting={waiting ? '' : undefined}
            data-page={shown}
            style={{ width: sheet.width * scale, height: sheet.height * scale }}
            onClick={putHere}
          >
            <SheetPicture pdf={pdf} number={shown} width={Math.round(sheet.width * scale)} />
            {otherFields(places)
              .filter((field) => field.page === shown)
              .map((field) => (
                <FixedPlace
                  key={field.name}
                  page={page}
                  place={{ page: field.page, box: asBox(field.box) }}
                  scale={scale}
                  caption={t(
                    `signaturePlaces.${field.fault ? 'unfitField' : field.leftOut ? 'leftOutField' : 'fileField'}`,
                  )}
                />
              ))}
            {onThisPage.map((one) => {
              const { point, label, signer } = one;
              const place = drafts.get(point);
              if (!place) return null;
              if (!isMovable(places, one)) {
                return (
                  <FixedPlace
                    key={point}
                    page={page}
                    place={place}
                    scale={scale}
                    caption={label}
                    signer={signer ?? ''}
                  />
                );
              }
              return (
                <PlaceBox
                  key={point}
                  page={page}
                  place={place}
                  scale={scale}
                  caption={label}
                  signer={signer ?? ''}
                  label={`${[label, signer].filter(Boolean).join(', ')}: ${where(place)}`}
                  keys={keys}
                  bad={issueOf(drafts, point, layout) !== null}
                  onPut={(next) => props.onPut(point, next)}
                  onKeyDown={onKeyDown(point, place)}
                />
              );
            })}
          </div>
        ) : null}
      </div>
    </section>
  );
}
