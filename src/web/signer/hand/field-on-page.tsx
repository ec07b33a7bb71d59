/** Shows the page being signed with this signature field marked; signing also works without it. */
import { IconFileText } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenPdf, RectangleOnPage } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignPoint } from '../api/types.ts';
import type { OpenDocument, OpenDocumentCache, useDocument } from '../read/use-document.ts';
import { useText } from '../text/language.ts';
import { partOf, positionPage, type Size } from './page-position.ts';
import './field-on-page.css';
import type { HandTexts } from './hand-texts.ts';
import { RereadDialog } from './reread-dialog.tsx';

/**
 * The document reader, passed as a prop: it is in the signer's first chunk, and importing it here would create an
 * additional, larger chunk.
 */
export interface DocumentReader {
  /** The document loaded for reading. */
  cache: OpenDocumentCache;
  useDocument: typeof useDocument;
}

interface FieldOnPageProps {
  api: SignApi;
  reader: DocumentReader;
  file: SignDocument;
  point: SignPoint;
  /** Its name in the file. */
  field: string;
  texts: HandTexts;
  /** The pen is not in use: rendering a page would slow it down. */
  isIdle: boolean;
}

interface FieldPage {
  pdf: OpenPdf;
  page: number;
  field: string;
  size: Size;
  rectangle: RectangleOnPage | null;
}

/** The page with the rectangle of its field, once both are known. */
function useFieldPage(pdf: OpenPdf | null, page: number, field: string) {
  const [sheet, setSheet] = useState<FieldPage | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (pdf === null) return;
    let isCurrent = true;
    Promise.all([pdf.sizeOf(page), pdf.fieldRectangle(page, field)]).then(
      ([size, rectangle]) => {
        if (isCurrent) setSheet({ pdf, page, field, size, rectangle });
      },
      () => {
        if (isCurrent) setBroken(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, page, field]);
  // For another signature on the same page keep the picture; the mark appears when its position is known.
  return { sheet: sheet?.pdf === pdf && sheet?.page === page ? sheet : null, broken, setBroken };
}

/** One per file: use the file's hash as its key. */
export function FieldOnPage({ api, reader, file, point, field, texts, isIdle }: FieldOnPageProps) {
  const text = useText();
  const { opened, retry } = reader.useDocument(api, file, reader.cache);
  const [reading, setReading] = useState(false);
  const open = opened.status === 'open' ? opened : null;
  const pdf = open?.pdf ?? null;
  const { page, label } = point;
  const { sheet, broken, setBroken } = useFieldPage(pdf, page, field);
  const box = sheet?.field === field ? sheet.rectangle : null;
  const mark = open && sheet && box && <span className="place-mark" style={open.viewer.markStyle(sheet.size, box)} />;
  const failed = broken || opened.status === 'failed';
  const onRetry = () => {
    // A document that cannot be rendered is loaded again.
    if (broken) reader.cache.forget();
    setBroken(false);
    retry();
  };
  return (
    <section className="place" aria-label={texts.place}>
      <FieldFrame
        {...{ open, sheet, isIdle }}
        label={texts.pageOf(page, file.pages, label, sheet && box && partOf(sheet.size, box))}
        failed={failed ? texts.noPage : null}
        onBroken={() => setBroken(true)}
      >
        {mark}
      </FieldFrame>
      <div className="place-foot">
        <p className="caption">{text.read.page(page, file.pages)}</p>
        {failed ? (
          <button type="button" className="link" onClick={onRetry}>
            {texts.retryPage}
          </button>
        ) : (
          <button
            type="button"
            className="link"
            aria-disabled={pdf === null || undefined}
            onClick={() => setReading(pdf !== null)}
          >
            <IconFileText aria-hidden="true" />
            {texts.reread}
          </button>
        )}
      </div>
      {reading && open !== null ? (
        <RereadDialog {...{ open, page, texts }} label={file.label} onClose={() => setReading(false)}>
          {mark}
        </RereadDialog>
      ) : null}
    </section>
  );
}

interface FieldFrameProps {
  open: OpenDocument | null;
  sheet: FieldPage | null;
  label: string;
  /** Shown in place of a page that cannot be rendered. */
  failed: string | null;
  isIdle: boolean;
  onBroken: () => void;
  /** The mark of the signature field. */
  children: ReactNode;
}

/** The frame with the page behind it, positioned so that the signature field is visible. */
function FieldFrame({ open, sheet, label, failed, isIdle, onBroken, children }: FieldFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const frameSize = useElementSize(frame);
  const at = sheet && frameSize && positionPage(sheet.size, sheet.rectangle, frameSize);
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
              paused={!isIdle}
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
function useElementSize(frame: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize(width > 0 && height > 0 ? { width, height } : null);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
