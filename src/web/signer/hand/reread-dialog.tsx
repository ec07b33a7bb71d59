/** The document over the pad, to read it again: the handwriting below is kept. */
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OpenDocument } from '../read/use-document.ts';
import type { HandTexts } from './hand-texts.ts';

interface RereadProps {
  open: OpenDocument;
  label: string;
  /** Shown first, 1-based. */
  page: number;
  texts: HandTexts;
  onClose: () => void;
  /** Overlay on that page. */
  children: ReactNode;
}

const ignore = () => {};

export function RereadDialog({ open, label, page, texts, onClose, children }: RereadProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [sheet, setSheet] = useState<Element | null>(null);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // The reader adds its sheets when their sizes are known.
    const findSheet = () => setSheet(element.querySelector(`[data-page="${page}"]`));
    const observer = new MutationObserver(findSheet);
    observer.observe(element, { childList: true, subtree: true });
    findSheet();
    return () => {
      observer.disconnect();
      element.close();
    };
  }, [page]);

  return (
    <dialog ref={dialog} className="reread" aria-labelledby={titleId} onClose={onClose}>
      <div className="reread-head">
        <h2 id={titleId}>{label}</h2>
        <button type="button" className="link" onClick={() => dialog.current?.close()}>
          <IconArrowLeft aria-hidden="true" />
          {texts.back}
        </button>
      </div>
      <open.viewer.PdfPages pdf={open.pdf} label={label} startPage={page} onPage={ignore} onEnd={ignore} />
      {sheet === null ? null : createPortal(children, sheet)}
    </dialog>
  );
}
