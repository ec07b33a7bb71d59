/** What the pages outside the portal share: recovery after a crash, the language switch, and the focus on a new page. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Language, readLanguage } from '../language.ts';
import { ErrorBoundary } from './crash-guard.tsx';
import { type FrameTexts, PageFrame } from './frame.tsx';
import { useLanguageSwitch } from './language-switch.ts';
import { startPage } from './start.tsx';

const settings = { demo: true };
const crashTexts = { crashedTitle: 'La pagina si è fermata', crashedText: 'Ricaricala.', reload: 'Ricarica la pagina' };
const textsIn = (code: Language, otherName: string): FrameTexts & { failure: typeof crashTexts } => ({
  language: { code, other: otherName, switchTo: `${otherName}!` },
  frame: { demo: 'DEMO', skip: 'Vai al contenuto' },
  failure: crashTexts,
});
const italian = textsIn('it', 'English');
const english = textsIn('en', 'Italiano');

let root: Root;
let container: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const render = (content: ReactNode) => act(() => root.render(content));
const button = () => container.querySelector('button') ?? document.createElement('button');

function Broken(): ReactNode {
  throw new Error('A defect');
}

test('a page that crashes offers a reload', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  render(
    <ErrorBoundary texts={crashTexts}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(container.querySelector('[role="alert"]')?.textContent).toBe(Object.values(crashTexts).join(''));
  act(() => button().click());
  expect(reload).toHaveBeenCalledOnce();
});

test('a page starts in the stored language, in Italian if that cannot be loaded, and inside the error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  container.id = 'root';
  localStorage.setItem('i18nConfig', '{"selectedLang":"en"}');
  const requestedLanguages: Language[] = [];
  const load = async (language: Language) => {
    requestedLanguages.push(language);
    throw new Error('No network');
  };
  await act(() =>
    startPage<typeof italian>(italian, load, ({ language }) => (language.code === 'it' ? <Broken /> : null)),
  );
  expect(requestedLanguages).toEqual(['en']);
  expect(container.textContent).toContain(crashTexts.crashedTitle);
});

test('the language button switches this page and the next, and has no effect without a network', async () => {
  const load = vi.fn(async () => english).mockRejectedValueOnce(new Error('No network'));
  const onSwitch = vi.fn();
  function Page() {
    const { words, switchLanguage } = useLanguageSwitch(italian, { load, onSwitch });
    return (
      <PageFrame settings={settings} texts={words} owner={null} onLanguage={switchLanguage}>
        <h1>{words.language.code}</h1>
      </PageFrame>
    );
  }
  render(<Page />);
  expect(button().getAttribute('aria-label')).toBe('English: English!');
  await act(async () => button().click());
  expect([container.querySelector('h1')?.textContent, readLanguage(), document.documentElement.lang]).toEqual([
    'it',
    'it',
    'it',
  ]);
  expect(onSwitch).not.toHaveBeenCalled();
  await act(async () => button().click());
  expect([container.querySelector('h1')?.textContent, readLanguage(), document.documentElement.lang]).toEqual([
    'en',
    'en',
    'en',
  ]);
  expect(onSwitch).toHaveBeenCalledExactlyOnceWith('en');
  expect([button().lang, button().textContent]).toEqual(['it', 'Italiano']);
});

test('a new page focuses its heading or its only input, the first one of a visit only its input', () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const show = (pageKey: string, hasInput = false) => {
    render(
      <PageFrame settings={settings} texts={italian} owner={null} onLanguage={() => {}} pageKey={pageKey}>
        <h1 tabIndex={-1}>{pageKey}</h1>
        {hasInput ? <input data-focus-first aria-label="codice" /> : null}
      </PageFrame>,
    );
    return document.activeElement?.tagName;
  };
  expect([show('loading'), show('start')]).toEqual(['BODY', 'BODY']);
  expect([show('read'), show('code', true)]).toEqual(['H1', 'INPUT']);
});
