/** Reading before signing: every page of the exact bytes, then the next step; the button shows what is missing. */
import { IconArrowRight, IconDownload, IconFileText } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument } from '../api/types.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { Note } from '../ui/note.tsx';
import type { PendingPoint } from './empty-box.tsx';
import type { ReadTrouble } from './fetch-document.ts';
import type { Seen } from './seen-pages.ts';
import { type OpenDocumentCache, useDocument } from './use-document.ts';

interface ReadPageProps {
  api: SignApi;
  cache: OpenDocumentCache;
  document: SignDocument;
  index: number;
  total: number;
  startPage: number | null;
  read: boolean;
  /** Pending signature fields of it. */
  pendingPoints: readonly PendingPoint[];
  notice: string | null;
  /** The button's label after the end was reached. */
  next: 'points' | 'document' | 'back';
  /** @param sha256 the hash that this page computed over the bytes it has shown */
  onRead: (sha256: string) => void;
  /** Its pages that were visible earlier. */
  seen: Seen;
  onSeen: (sha256: string, seen: Seen) => void;
  onNext: () => void;
  onGone: () => void;
}

export function ReadPage(props: ReadPageProps) {
  const { api, cache, document, read, onRead } = props;
  const text = useText();
  const announce = useAnnounce();
  const { opened, retry } = useDocument(api, document, cache);
  const [asText, setAsText] = useState(false);
  const [page, setPage] = useState(props.startPage ?? 1);

  const sha256 = opened.status === 'open' ? opened.sha256 : null;
  const onEnd = useCallback(() => {
    if (read || sha256 === null) return;
    onRead(sha256);
    announce(text.read.reached);
  }, [read, sha256, onRead, announce, text]);

  const { onPages, onTexts } = useSeen(sha256, props);

  const nextLabels = { points: text.read.next, document: text.read.nextDocument, back: text.read.backToPoints };
  const shared = { label: document.label, startPage: page, pendingPoints: props.pendingPoints, onPage: setPage, onEnd };
  return (
    <div className="read">
      <ReadHeader {...props} asText={asText} />
      {props.notice === null ? null : (
        <div className="read-notice">
          <Note tone="waiting" alert>
            {props.notice}
          </Note>
        </div>
      )}
      {opened.status === 'open' ? (
        asText ? (
          <opened.viewer.TextPages
            key="text"
            {...shared}
            onSeen={onTexts}
            api={api}
            documentId={document.id}
            pdf={opened.pdf}
          />
        ) : (
          <opened.viewer.PdfPages key="pages" {...shared} onSeen={onPages} pdf={opened.pdf} />
        )
      ) : opened.status === 'loading' ? (
        <DocumentLoading percent={opened.percent} />
      ) : (
        <DocumentFailed trouble={opened.trouble} onRetry={opened.trouble === 'gone' ? props.onGone : retry} />
      )}
      <ActionBar>
        <div className="read-line">
          <p>
            <IconFileText aria-hidden="true" />
            <span>{text.read.page(page, document.pages)}</span>
          </p>
          <button
            type="button"
            className="link"
            aria-disabled={opened.status !== 'open' || undefined}
            onClick={({ detail }) => {
              // The second press of a double click would undo the first.
              if (opened.status === 'open' && detail < 2) setAsText(!asText);
            }}
          >
            {asText ? text.read.asPages : text.read.asText}
          </button>
        </div>
        <Button
          blocked={!read}
          onPress={props.onNext}
          iconAfter={read ? <IconArrowRight aria-hidden="true" /> : undefined}
        >
          {read ? nextLabels[props.next] : text.read.scroll}
        </Button>
      </ActionBar>
    </div>
  );
}

/** Records which pages were visible, as pages and as text. */
function useSeen(sha256: string | null, { seen: initial, onSeen }: Pick<ReadPageProps, 'seen' | 'onSeen'>) {
  const seen = useRef(initial);
  return useMemo(() => {
    const record = (kind: keyof Seen) => (pages: readonly number[]) => {
      const newPages = pages.filter((page) => !seen.current[kind].includes(page));
      if (sha256 === null || newPages.length === 0) return;
      seen.current = { ...seen.current, [kind]: [...seen.current[kind], ...newPages] };
      onSeen(sha256, seen.current);
    };
    return { onPages: record('pages'), onTexts: record('texts') };
  }, [sha256, onSeen]);
}

/** The document's name, instructions, and its file. */
function ReadHeader({ api, document, index, total, asText }: ReadPageProps & { asText: boolean }) {
  const { read: text } = useText();
  const title = total > 1 ? text.which(index, total, document.label) : null;
  return (
    <div className="read-top">
      <Heading hidden>{title ?? document.label}</Heading>
      <p className="read-hint">
        {title ??
          (asText ? (
            document.label
          ) : (
            <>
              <span className="for-touch">{text.hint}</span>
              <span className="for-mouse">{text.hintWide}</span>
            </>
          ))}
      </p>
      <a
        className="link"
        href={api.documentUrl(document.id)}
        download
        referrerPolicy="no-referrer"
        aria-label={text.downloadFull}
      >
        <IconDownload aria-hidden="true" />
        <span>{text.download}</span>
      </a>
    </div>
  );
}

function DocumentLoading({ percent }: { percent: number }) {
  const text = useText();
  return (
    <div className="viewer viewer-waiting" aria-busy="true">
      <div className="paper paper-waiting">
        <p role="status">{text.read.loading}</p>
        <progress max={100} value={percent} aria-label={text.read.loading} />
        <p className="caption">{text.read.loadingPart(percent)}</p>
      </div>
    </div>
  );
}

function DocumentFailed({ trouble, onRetry }: { trouble: ReadTrouble; onRetry: () => void }) {
  const text = useText();
  const messages: Readonly<Record<ReadTrouble, string>> = {
    network: text.read.failedNetwork,
    gone: text.read.failedNetwork,
    hash: text.read.failedHash,
    viewer: text.read.failedViewer,
  };
  return (
    <div className="viewer viewer-waiting">
      <div className="failed-box">
        <Note tone="bad" alert>
          <strong>{text.read.failed}.</strong> {messages[trouble]}
        </Note>
        <Button variant="outline" onPress={onRetry}>
          {text.failure.retry}
        </Button>
      </div>
    </div>
  );
}
