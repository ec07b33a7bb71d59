/** The page that is signed, with the place of this signature marked; without it one signs all the same (DESIGN.md §4, signing pad). */
import { IconFileText } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignPoint } from '../api/types.ts';
import type { OpenPdf } from '../read/pdf-engine.ts';
import type { PdfPages } from '../read/pdf-pages.tsx';
import type { OpenDocumentCache, useDocument } from '../read/use-document.ts';
import { useText } from '../text/language.ts';
import { aim, type Box, markStyle, partOf, type Size } from './aim.ts';
import './place.css';
import { Reread } from './reread.tsx';
import type { HandWords } from './words.ts';

/** What reads documents, handed over: the signer's first file has it, and shared with this one it would be a file of its own, and larger. */
export interface Reader {
  /** The document as it was read. */
  cache: OpenDocumentCache;
  useDocument: typeof useDocument;
  PdfPages: typeof PdfPages;
}

interface PlaceProps {
  api: SignApi;
  reader: Reader;
  file: SignDocument;
  point: SignPoint;
  /** Its name in the file. */
  field: string;
  words: HandWords;
  /** Nothing is being written: drawing a page would take the pen's time. */
  still: boolean;
}

interface Sheet {
  pdf: OpenPdf;
  page: number;
  field: string;
  size: Size;
  box: Box | null;
}

/** One for each file: key it by the file's hash. */
export function Place({ api, reader, file, point, field, words, still }: PlaceProps) {
  const text = useText();
  const { opened, retry } = reader.useDocument(api, file, reader.cache);
  const frame = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [broken, setBroken] = useState(false);
  const [reading, setReading] = useState(false);
  const room = useRoom(frame);
  const pdf = opened.status === 'open' ? opened.pdf : null;
  const { page, label } = point;

  useEffect(() => {
    if (pdf === null) return;
    let wanted = true;
    Promise.all([pdf.sizeOf(page), pdf.placeOf(page, field)]).then(
      ([size, box]) => {
        if (wanted) setSheet({ pdf, page, field, size, box });
      },
      () => {
        if (wanted) setBroken(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, [pdf, page, field]);

  const failed = broken || opened.status === 'failed';
  // Another signature on the same page: what is drawn stays, and the mark comes when its place is known.
  const shown = sheet?.pdf === pdf && sheet?.page === page ? sheet : null;
  const box = shown?.field === field ? shown.box : null;
  const at = shown === null || room === null ? null : aim(shown.size, shown.box, room);
  const part = shown === null || box === null ? null : partOf(shown.size, box);
  const mark =
    shown === null || box === null ? null : <span className="place-mark" style={markStyle(shown.size, box)} />;
  return (
    <section className="place" aria-label={words.place}>
      <div ref={frame} className="place-frame" data-failed={failed || undefined}>
        {failed ? (
          <p role="status">{words.noPage}</p>
        ) : (
          <div
            role="img"
            aria-label={words.pageOf(page, file.pages, label, part)}
            aria-busy={at === null || undefined}
            className="place-sheet"
            hidden={at === null}
            style={
              at === null || shown === null
                ? undefined
                : { ...at, aspectRatio: `${shown.size.width} / ${shown.size.height}` }
            }
          >
            {shown === null || at === null ? null : (
              <Drawn
                key={page}
                pdf={shown.pdf}
                page={page}
                width={at.width}
                still={still}
                onBroken={() => setBroken(true)}
              />
            )}
            {mark}
          </div>
        )}
      </div>
      <div className="place-foot">
        <p className="caption">{text.read.page(page, file.pages)}</p>
        {failed ? (
          <button
            type="button"
            className="link"
            onClick={() => {
              // One that cannot be drawn from is fetched anew.
              if (broken) reader.cache.forget();
              setBroken(false);
              retry();
            }}
          >
            {words.retryPage}
          </button>
        ) : (
          <button
            type="button"
            className="link"
            aria-disabled={pdf === null || undefined}
            onClick={() => setReading(pdf !== null)}
          >
            <IconFileText aria-hidden="true" />
            {words.reread}
          </button>
        )}
      </div>
      {reading && pdf !== null ? (
        <Reread
          PdfPages={reader.PdfPages}
          pdf={pdf}
          label={file.label}
          page={page}
          words={words}
          onClose={() => setReading(false)}
        >
          {mark}
        </Reread>
      ) : null}
    </section>
  );
}

interface DrawnProps {
  pdf: OpenPdf;
  page: number;
  width: number;
  still: boolean;
  onBroken: () => void;
}

/** The one canvas. What is drawn already stays, stretched, until the new drawing is complete. */
function Drawn({ pdf, page, width, still, onBroken }: DrawnProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef(0);
  const latest = useRef(onBroken);
  latest.current = onBroken;

  useEffect(() => {
    if (!still || width === drawn.current) return;
    const canvas = document.createElement('canvas');
    const drawing = pdf.draw(page, canvas, width);
    let wanted = true;
    drawing.done.then(
      () => {
        if (!wanted) {
          release(canvas);
          return;
        }
        drawn.current = width;
        for (const old of holder.current?.querySelectorAll('canvas') ?? []) release(old);
        holder.current?.append(canvas);
      },
      () => {
        release(canvas);
        if (wanted) latest.current();
      },
    );
    return () => {
      wanted = false;
      drawing.cancel();
    };
  }, [pdf, page, width, still]);

  useEffect(() => {
    const { current } = holder;
    return () => {
      for (const old of current?.querySelectorAll('canvas') ?? []) release(old);
      drawn.current = 0;
      pdf.release(page);
    };
  }, [pdf, page]);

  return <div ref={holder} className="place-drawn" />;
}

/** How large the frame is, as its style makes it before anything is in it. */
function useRoom(frame: RefObject<HTMLElement | null>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = box;
      setRoom(width > 0 && height > 0 ? { width, height } : null);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

/** Safari keeps a removed canvas' memory until its size is zero. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}
