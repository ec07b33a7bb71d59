/** Shows the page being signed with this signature field marked; signing also works without it. */
import { IconFileText } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenPdf, RectangleOnPage } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignPoint } from '../api/types.ts';
import type { OpenDocument, OpenDocumentCache, useDocument } from '../read/use-document.ts';
import { useText } from '../text/language.ts';
import { aim, partOf, type Size } from './aim.ts';
import './field-on-page.css';
import { Reread } from './reread.tsx';
import type { HandWords } from './words.ts';

/**
 * The document reader, passed as a prop: it is in the signer's first chunk, and importing it here would create an
 * additional, larger chunk.
 */
export interface Reader {
  /** The document loaded for reading. */
  cache: OpenDocumentCache;
  useDocument: typeof useDocument;
}

interface FieldOnPageProps {
  api: SignApi;
  reader: Reader;
  file: SignDocument;
  point: SignPoint;
  /** Its name in the file. */
  field: string;
  words: HandWords;
  /** Nothing is being written: rendering a page would slow down the pen. */
  still: boolean;
}

interface Sheet {
  pdf: OpenPdf;
  page: number;
  field: string;
  size: Size;
  box: RectangleOnPage | null;
}

/** The page with the rectangle of its field, once both are known. */
function useSheet(pdf: OpenPdf | null, page: number, field: string) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [broken, setBroken] = useState(false);
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
  // For another signature on the same page keep the picture; the mark appears when its position is known.
  return { sheet: sheet?.pdf === pdf && sheet?.page === page ? sheet : null, broken, setBroken };
}

/** One per file: use the file's hash as its key. */
export function FieldOnPage({ api, reader, file, point, field, words, still }: FieldOnPageProps) {
  const text = useText();
  const { opened, retry } = reader.useDocument(api, file, reader.cache);
  const [reading, setReading] = useState(false);
  const open = opened.status === 'open' ? opened : null;
  const pdf = open?.pdf ?? null;
  const { page, label } = point;
  const { sheet, broken, setBroken } = useSheet(pdf, page, field);
  const box = sheet?.field === field ? sheet.box : null;
  const mark = open && sheet && box && <span className="place-mark" style={open.viewer.markStyle(sheet.size, box)} />;
  const failed = broken || opened.status === 'failed';
  const again = () => {
    // A document that cannot be rendered is loaded again.
    if (broken) reader.cache.forget();
    setBroken(false);
    retry();
  };
  return (
    <section className="place" aria-label={words.place}>
      <Aimed
        {...{ open, sheet, still }}
        label={words.pageOf(page, file.pages, label, sheet && box && partOf(sheet.size, box))}
        failed={failed ? words.noPage : null}
        onBroken={() => setBroken(true)}
      >
        {mark}
      </Aimed>
      <div className="place-foot">
        <p className="caption">{text.read.page(page, file.pages)}</p>
        {failed ? (
          <button type="button" className="link" onClick={again}>
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
      {reading && open !== null ? (
        <Reread {...{ open, page, words }} label={file.label} onClose={() => setReading(false)}>
          {mark}
        </Reread>
      ) : null}
    </section>
  );
}

interface AimedProps {
  open: OpenDocument | null;
  sheet: Sheet | null;
  label: string;
  /** Shown in place of a page that cannot be rendered. */
  failed: string | null;
  still: boolean;
  onBroken: () => void;
  /** The mark of the signature field. */
  children: ReactNode;
}

/** The frame with the page behind it, positioned so that the signature field is visible. */
function Aimed({ open, sheet, label, failed, still, onBroken, children }: AimedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const at = sheet && room && aim(sheet.size, sheet.box, room);
  return (
    <div ref={frame} className="place-frame" data-failed={failed !== null || undefined}>
      {failed === null ? (
        <div
          role="img"
          aria-label={label}
          aria-busy={at === null || undefined}
          className="place-sheet"
          hidden={at === null}
          style={at && sheet ? { ...at, aspectRatio: `${sheet.size.width} / ${sheet.size.height}` } : undefined}
        >
          {open && at && sheet ? (
            <open.viewer.PagePicture
              pdf={sheet.pdf}
              page={sheet.page}
              width={at.width}
              paused={!still}
              className="place-drawn"
              onFailed={onBroken}
            />
          ) : null}
          {children}
        </div>
      ) : (
        <p role="status">{failed}</p>
      )}
    </div>
  );
}

/** The size of the frame, set by its style before it has content. */
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
