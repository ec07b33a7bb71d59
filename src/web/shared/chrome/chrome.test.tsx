/** What the pages outside the portal share: a crash leaves a way on, the language is switched, a new page gets the focus. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Language, readLanguage } from '../language.ts';
import { CrashGuard } from './crash-guard.tsx';
import { type FrameWords, PageFrame } from './frame.tsx';
import { startPage } from './start.tsx';
import { useWordsOf } from './words.ts';

const settings = { demo: true };
const crash = { crashedTitle: 'La pagina si è fermata', crashedText: 'Ricaricala.', reload: 'Ricarica la pagina' };
const wordsIn = (code: Language, other: string): FrameWords & { failure: typeof crash } => ({
  language: { code, other, switchTo: `${other}!` },
  frame: { demo: 'DEMO', skip: 'Vai al contenuto' },
  failure: crash,
});
const italian = wordsIn('it', 'English');
const english = wordsIn('en', 'Italiano');

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const draw = (content: ReactNode) => act(() => root.render(content));
const button = () => place.querySelector('button') ?? document.createElement('button');

function Broken(): ReactNode {
  throw new Error('A defect');
}

test('a page that crashes offers a reload', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  draw(
    <CrashGuard words={crash}>
      <Broken />
    </CrashGuard>,
  );
  expect(place.querySelector('[role="alert"]')?.textContent).toBe(Object.values(crash).join(''));
  act(() => button().click());
  expect(reload).toHaveBeenCalledOnce();
});

test('a page starts in the stored language, in Italian if that cannot be loaded, and inside the error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  place.id = 'root';
  localStorage.setItem('i18nConfig', '{"selectedLang":"en"}');
  const asked: Language[] = [];
  const load = async (language: Language) => {
    asked.push(language);
    throw new Error('No network');
  };
  await act(() =>
    startPage<typeof italian>(italian, load, ({ language }) => (language.code === 'it' ? <Broken /> : null)),
  );
  expect(asked).toEqual(['en']);
  expect(place.textContent).toContain(crash.crashedTitle);
});

test('the language button switches this page and the next, and has no effect without a network', async () => {
  const load = vi.fn(async () => english).mockRejectedValueOnce(new Error('No network'));
  const onSwitch = vi.fn();
  function Page() {
    const { words, switchLanguage } = useWordsOf(italian, { load, onSwitch });
    return (
      <PageFrame settings={settings} words={words} owner={null} onLanguage={switchLanguage}>
        <h1>{words.language.code}</h1>
      </PageFrame>
    );
  }
  draw(<Page />);
  expect(button().getAttribute('aria-label')).toBe('English: English!');
  await act(async () => button().click());
  expect([place.querySelector('h1')?.textContent, readLanguage(), document.documentElement.lang]).toEqual([
    'it',
    'it',
    'it',
  ]);
  expect(onSwitch).not.toHaveBeenCalled();
  await act(async () => button().click());
  expect([place.querySelector('h1')?.textContent, readLanguage(), document.documentElement.lang]).toEqual([
    'en',
    'en',
    'en',
  ]);
  expect(onSwitch).toHaveBeenCalledExactlyOnceWith('en');
  expect([button().lang, button().textContent]).toEqual(['it', 'Italiano']);
});

test('a new page focuses its heading or its only input, the first one of a visit only its input', () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const show = (at: string, input = false) => {
    draw(
      <PageFrame settings={settings} words={italian} owner={null} onLanguage={() => {}} place={at}>
        <h1 tabIndex={-1}>{at}</h1>
        {input ? <input data-focus-first aria-label="codice" /> : null}
      </PageFrame>,
    );
    return document.activeElement?.tagName;
  };
  expect([show('loading'), show('start')]).toEqual(['BODY', 'BODY']);
  expect([show('read'), show('code', true)]).toEqual(['H1', 'INPUT']);
});
