/** The document over the pad, to read it again: the handwriting below is kept. */
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OpenDocument } from '../read/use-document.ts';
import type { HandWords } from './words.ts';

interface RereadProps {
  open: OpenDocument;
  label: string;
  /** Shown first, 1-based. */
  page: number;
  words: HandWords;
  onClose: () => void;
  /** Overlay on that page. */
  children: ReactNode;
}

const nothing = () => {};

export function Reread({ open, label, page, words, onClose, children }: RereadProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [sheet, setSheet] = useState<Element | null>(null);

  useEffect(() => {
    const box = dialog.current;
    if (box === null) return;
    box.showModal();
    // The reader adds its sheets when their sizes are known.
    const look = () => setSheet(box.querySelector(`[data-page="${page}"]`));
    const observer = new MutationObserver(look);
    observer.observe(box, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      box.close();
    };
  }, [page]);

  return (
    <dialog ref={dialog} className="reread" aria-labelledby={titleId} onClose={onClose}>
      <div className="reread-head">
        <h2 id={titleId}>{label}</h2>
        <button type="button" className="link" onClick={() => dialog.current?.close()}>
          <IconArrowLeft aria-hidden="true" />
          {words.back}
        </button>
      </div>
      <open.viewer.PdfPages pdf={open.pdf} label={label} startPage={page} onPage={nothing} onEnd={nothing} />
      {sheet === null ? null : createPortal(children, sheet)}
    </dialog>
  );
}
