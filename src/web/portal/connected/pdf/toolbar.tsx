/** The toolbar of a viewer as a single tab stop; the arrow keys move between tools (WAI-ARIA, toolbar pattern). */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './pdf-viewer.module.css';

const isShown = (tool: HTMLElement): boolean => tool.getClientRects().length > 0;

/** In a field the arrow keys move the caret, unless it is at the edge or all text is selected. */
function isInText(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  if (key === 'Home' || key === 'End') return true;
  const { selectionStart, selectionEnd, value } = target;
  if (selectionStart === 0 && selectionEnd === value.length) return false;
  return selectionStart !== selectionEnd || selectionEnd !== (key === 'ArrowLeft' ? 0 : value.length);
}

export function Toolbar(props: { children: ReactNode }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>('button, input') ?? [])].filter(isShown);
  const settle = () => {
    const all = tools();
    const stop = all.find((tool) => tool === last.current) ?? all[0];
    for (const tool of all) tool.tabIndex = tool === stop ? 0 : -1;
  };
  // Tools appear and disappear with the width, the zoom and the search.
  useLayoutEffect(settle);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isInText(target, key)) return;
    const all = tools();
    const at = all.indexOf(target as HTMLElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('viewer.tools')}
      className={classes.tools}
      onFocus={(event) => {
        last.current = event.target;
        settle();
      }}
      onKeyDown={onKeyDown}
    >
      {props.children}
    </div>
  );
}
