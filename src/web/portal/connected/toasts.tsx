/** Toasts: 3 s, while work is under way until replaced; bottom right, top on phones, above dialogs or in them (specification §9, DESIGN.md §4). */
import { Loader } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type FailureText, running } from '../api/failure.ts';
import { stayOnTop } from '../ui/dialogs/top-layer.ts';
import { type Notice, notices, type Tone } from '../ui/notices.ts';
import classes from './toasts.module.css';

const CLOSE_MS = 3_000;
const IN_PROGRESS_MS = 500_000;

/**
 * Shows "… in corso"; the returned functions replace it in place, `tell` only its second line.
 * @param instead the toast of the try before, which `failed` has given.
 */
export function toastProgress(
  title: string,
  instead?: number,
): {
  tell: (detail: string) => void;
  done: (title: string, detail?: string) => void;
  failed: (title: string, text: FailureText) => number;
  /** Nothing came of it that would have to be said. */
  drop: () => void;
} {
  let id = notices.show('working', title, null, { instead });
  return {
    tell: (detail) => {
      id = notices.show('working', title, detail, { instead: id });
    },
    drop: () => notices.dismiss(id),
    done: (heading, detail) => void notices.show('good', heading, detail ?? null, { instead: id }),
    failed: (heading, text) => {
      // Nobody knows whether it failed.
      const lost = text.contact === 'lost';
      const cause = lost ? running(text.lines) : causeOf(text);
      return notices.show('bad', lost ? text.title : heading, cause, { instead: id });
    },
  };
}

/** The title by its status first (specification §8); one that tells nothing gives way to the cause. */
function causeOf(text: FailureText): string {
  return running(text.generic && text.lines.length > 0 ? text.lines : [text.title, ...text.lines]);
}

export function toastBad(title: string, detail?: string): void {
  notices.show('bad', title, detail ?? null);
}

export function toastGood(title: string, detail?: string): void {
  notices.show('good', title, detail ?? null);
}

/** News of something that has a page: it leads there. */
export function toastNews(
  tone: Exclude<Tone, 'working'>,
  title: string,
  detail: string,
  where: { path: string; keptElsewhere: boolean },
): void {
  notices.show(tone, title, detail, where);
}

/** Mounted once, beside the pages; `onGo` opens one of them. */
export function Toasts(props: { onGo: (path: string) => void }) {
  const { shown } = useSyncExternalStore(notices.onChange, notices.read);
  const [host] = useState(() => document.createElement('div'));
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const placed = useRef<() => void>(() => undefined);
  const some = shown.length > 0;
  // There before anything is to be said, or nothing would be read out.
  useEffect(() => {
    host.className = classes.host ?? '';
    const { stop, changed } = stayOnTop(host);
    placed.current = changed;
    return stop;
  }, [host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is shown that takes the room
  useLayoutEffect(() => placed.current(), [shown]);
  // The one that was pointed at may close itself: nothing tells that the pointer has gone.
  useEffect(() => {
    if (!some) setHeld({ pointer: false, focus: false });
  }, [some]);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads; the buttons do the work
    <div
      className={classes.toasts}
      aria-live="polite"
      onPointerEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} held={held.pointer || held.focus} onGo={props.onGo} />
      ))}
    </div>,
    host,
  );
}

const ICONS = { good: IconCheck, bad: IconAlertCircle, info: IconInfoCircle } as const;

export function ToneDot(props: { tone: Tone }) {
  const Icon = props.tone === 'working' ? null : ICONS[props.tone];
  return (
    <span className={classes.dot} data-tone={props.tone} aria-hidden="true">
      {Icon ? <Icon size={16} stroke={2} /> : <Loader size={16} color="var(--c-info)" />}
    </span>
  );
}

/** The browser opens it in another tab or window by itself otherwise. */
const plain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

function Toast(props: { notice: Notice; held: boolean; onGo: (path: string) => void }) {
  const { t } = useTranslation();
  const { notice, held } = props;
  const working = notice.tone === 'working';
  const close = useRef(() => notices.dismiss(notice.id)).current;
  useEffect(() => {
    if (held && !working) return;
    const timer = setTimeout(close, working ? IN_PROGRESS_MS : CLOSE_MS);
    return () => clearTimeout(timer);
  }, [held, working, close]);
  return (
    <div className={classes.toast} data-tone={notice.tone} role={notice.tone === 'bad' ? 'alert' : undefined}>
      <ToneDot tone={notice.tone} />
      <div className={classes.text}>
        <p className={classes.title} title={notice.title}>
          {notice.path === null ? (
            notice.title
          ) : (
            <a
              href={notice.path}
              onClick={(event) => {
                if (!plain(event)) return;
                event.preventDefault();
                close();
                props.onGo(notice.path ?? '/');
              }}
            >
              {notice.title}
            </a>
          )}
        </p>
        {notice.detail ? (
          <p className={classes.detail} title={notice.detail}>
            {notice.detail}
          </p>
        ) : null}
      </div>
      {working ? null : (
        <button type="button" className={classes.close} aria-label={t('actions.close')} onClick={close}>
          <IconX size={16} stroke={1.9} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
