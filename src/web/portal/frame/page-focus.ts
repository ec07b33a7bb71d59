/** Keeps the keyboard focus on the page: at the heading of a new page, or near a control that disappeared (WCAG 2.2, 2.4.3). */
import { useLocation, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { focusHeading } from '../ui/page-head.tsx';

/** By then, code with a better target has moved the focus: a closing dialog, a form that points at a field. */
const SETTLE_MS = 60;

const CONTROLS = [
  ...['a[href]', 'button:not(:disabled)', 'input:not(:disabled, [type="hidden"])', 'select:not(:disabled)'],
  ...['textarea:not(:disabled)', 'summary', '[tabindex="0"]'],
].join(', ');

const shown = (element: Element): boolean => element.isConnected && element.checkVisibility();

const isFocusable = (element: HTMLElement): boolean => shown(element) && !element.matches(':disabled');

const nowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The focus target after a control disappeared: the first control around it, or, in a large part of the page, the heading. */
function focusNear(ancestors: readonly Element[], content: HTMLElement): void {
  const near = ancestors.find((ancestor) => shown(ancestor) && ancestor.querySelector(CONTROLS) !== null);
  const small = near !== undefined && near.parentElement !== content && near !== content && !near.contains(content);
  const next = small ? [...near.querySelectorAll<HTMLElement>(CONTROLS)].find(isFocusable) : undefined;
  if (next) next.focus({ preventScroll: true });
  else focusHeading(document.querySelector<HTMLElement>('dialog:modal h2') ?? content.querySelector('h1'));
}

function ancestorsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) parents.push(parent);
  return parents;
}

/** Follows the focus, and moves it on when the focused element disappears. */
function keepFocus(content: HTMLElement): () => void {
  let last: { element: HTMLElement; ancestors: Element[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    if (last === null || !nowhere()) return;
    const { element } = last;
    if (isFocusable(element)) element.focus({ preventScroll: true });
    // A disabled control either becomes enabled again or disappears.
    else if (!shown(element)) focusNear(last.ancestors, content);
  };
  const scheduleSettle = () => {
    if (last === null || !nowhere()) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, ancestors: ancestorsOf(target) };
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    const leaving = last;
    setTimeout(() => {
      // A click outside any control: the user deliberately removed the focus.
      if (last === leaving && leaving && nowhere() && document.hasFocus() && isFocusable(leaving.element)) last = null;
      else scheduleSettle();
    });
  };
  const observer = new MutationObserver(scheduleSettle);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'open', 'hidden'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

/** Waits for the page's heading: most pages load their data first. @returns a function that stops waiting. */
function whenHeadingExists(content: HTMLElement, onHeading: (heading: HTMLElement) => void): () => void {
  const check = () => {
    const heading = content.querySelector<HTMLElement>('h1');
    if (!heading) return false;
    onHeading(heading);
    return true;
  };
  if (check()) return () => undefined;
  const observer = new MutationObserver(() => check() && observer.disconnect());
  observer.observe(content, { subtree: true, childList: true });
  return () => observer.disconnect();
}

/** @param content the element that contains the page. */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const resolvedPath = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  // On the first page the focus starts where the browser puts it.
  const before = useRef(pathname);
  useEffect(() => (content.current ? keepFocus(content.current) : undefined), [content]);
  useEffect(() => {
    const element = content.current;
    if (resolvedPath !== pathname || pathname === before.current || !element) return;
    before.current = pathname;
    const from = document.activeElement;
    return whenHeadingExists(element, (heading) => {
      // Keep the focus if the page has set it or the user has moved it meanwhile.
      const isUnset = nowhere() || document.activeElement === from;
      if (isUnset && !element.contains(document.activeElement)) focusHeading(heading);
    });
  }, [content, pathname, resolvedPath]);
}
