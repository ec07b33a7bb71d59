/** Toasts: shown for 3 s, progress until replaced; bottom right, on phones at the top, above dialogs or inside them. */
import { Loader } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type FailureText, joinSentences } from '../api/failure.ts';
import { stayOnTop } from '../ui/dialogs/top-layer.ts';
import { type Notice, notices, type Tone } from '../ui/toast-store.ts';
import classes from './toasts.module.css';

const CLOSE_MS = 3_000;
const IN_PROGRESS_MS = 500_000;

/**
 * Shows "… in corso"; the returned functions replace it in place, `update` only its second line.
 * @param previousId the toast of the previous attempt, returned by `failed`.
 */
export function toastProgress(
  title: string,
  previousId?: number,
): {
  update: (detail: string) => void;
  done: (title: string, detail?: string) => void;
  failed: (title: string, text: FailureText) => number;
  /** Removes it when there is no result to show. */
  drop: () => void;
} {
  let id = notices.show('working', title, null, { instead: previousId });
  return {
    update: (detail) => {
      id = notices.show('working', title, detail, { instead: id });
    },
    drop: () => notices.dismiss(id),
    done: (heading, detail) => void notices.show('good', heading, detail ?? null, { instead: id }),
    failed: (heading, text) => {
      // It is unknown whether it failed.
      const lost = text.contact === 'lost';
      const cause = lost ? joinSentences(text.lines) : causeOf(text);
      return notices.show('bad', lost ? text.title : heading, cause, { instead: id });
    },
  };
}

/** The title of the status first; a generic title is replaced by the cause. */
function causeOf(text: FailureText): string {
  return joinSentences(text.generic && text.lines.length > 0 ? text.lines : [text.title, ...text.lines]);
}

export function toastBad(title: string, detail?: string): void {
  notices.show('bad', title, detail ?? null);
}

export function toastGood(title: string, detail?: string): void {
  notices.show('good', title, detail ?? null);
}

/** A toast about something that has a page, with a link to it. */
export function toastWithLink(
  tone: Exclude<Tone, 'working'>,
  title: string,
  detail: string,
  target: { path: string; keptElsewhere: boolean },
): void {
  notices.show(tone, title, detail, target);
}

/** Mounted once, next to the pages; `onGo` opens one of them. */
export function Toasts(props: { onGo: (path: string) => void }) {
  const { shown } = useSyncExternalStore(notices.onChange, notices.read);
  const [host] = useState(() => document.createElement('div'));
  const [heldBy, setHeldBy] = useState({ pointer: false, focus: false });
  const reposition = useRef<() => void>(() => undefined);
  const hasToasts = shown.length > 0;
  // Must exist before its first message, otherwise screen readers announce nothing.
  useEffect(() => {
    host.className = classes.host ?? '';
    const { stop, changed } = stayOnTop(host);
    reposition.current = changed;
    return stop;
  }, [host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toasts determine the height
  useLayoutEffect(() => reposition.current(), [shown]);
  // A hovered toast may close without a pointer-leave event.
  useEffect(() => {
    if (!hasToasts) setHeldBy({ pointer: false, focus: false });
  }, [hasToasts]);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open; the actions are buttons
    <div
      className={classes.toasts}
      aria-live="polite"
      onPointerEnter={() => setHeldBy((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeldBy((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeldBy((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeldBy((now) => ({ ...now, focus: false }))}
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} held={heldBy.pointer || heldBy.focus} onGo={props.onGo} />
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

/** Otherwise the browser itself opens the link in another tab or window. */
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
