/** Unsaved input is kept and offered again, and never replaced by other users' changes or by newer input. */
// Real time: the timers are fake, but the days are counted from now.
import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../api/answer-types.ts';
import { SessionProvider } from '../../api/session.tsx';
import { adoptDraft, openPages } from './draft/closed-drafts.ts';
import { deleteOldDrafts } from './draft/delete-drafts.ts';
import { draftKey } from './stored-draft.ts';
import { useEditDraft } from './use-edit-draft.ts';
import { useFormDraft } from './use-form-draft.ts';

type Values = { name: string; city: string };
const values = (name: string, city = 'Parma'): Values => ({ name, city });
const account = { login: 'dealer', hstList: [], authorities: [], brands: [] } as unknown as Account;

let root: Root | undefined;
let kept: ReturnType<typeof useFormDraft<Values>>;
let over: ReturnType<typeof useEditDraft<Values>>;

function Form() {
  kept = useFormDraft<Values>('customer');
  over = useEditDraft<Values>('row');
  return null;
}
/** Simulates a page reload. */
function visit(): void {
  act(() => root?.unmount());
  root = createRoot(document.createElement('div'));
  act(() =>
    root?.render(
      <StrictMode>
        <SessionProvider account={account} dealers={[]}>
          <Form />
        </SessionProvider>
      </StrictMode>,
    ),
  );
}
const keep = (typed: Values) =>
  act(() => {
    kept.keep(typed);
    vi.advanceTimersByTime(1_000);
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  visit();
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('typed values', () => {
  test('are offered on the next visit, with their time', () => {
    keep(values('Ginevra'));
    visit();
    expect(kept.offered).toMatchObject({ at: expect.any(Number), values: values('Ginevra') });
  });

  test('are not offered after a save', () => {
    keep(values('Ginevra'));
    act(() => kept.forget());
    visit();
    expect(kept.offered).toBeNull();
  });

  test('entered since the offer are kept beside it: newest first', () => {
    keep(values('Ginevra'));
    visit();
    keep(values('G'));
    visit();
    expect(kept.offered?.values).toEqual(values('G'));
    act(() => kept.discard());
    expect(kept.offered?.values).toEqual(values('Ginevra'));
    visit();
    expect(kept.offered?.values).toEqual(values('Ginevra'));
  });

  test('entered since the offer are kept when the offer is discarded', () => {
    keep(values('Ginevra'));
    visit();
    keep(values('Olivia'));
    act(() => {
      kept.discard();
      vi.advanceTimersByTime(1_000);
    });
    expect(kept.offered).toBeNull();
    visit();
    expect(kept.offered?.values).toEqual(values('Olivia'));
    act(() => kept.discard());
    visit();
    expect(kept.offered).toBeNull();
  });

  test('entered just before leaving are kept, even after a reload', () => {
    act(() => kept.keep(values('Ginevra')));
    act(() => window.dispatchEvent(new Event('pagehide')));
    visit();
    expect(kept.offered?.values).toEqual(values('Ginevra'));
  });
});

describe('a draft of a stored row', () => {
  test('is applied on top of changes saved by other users', () => {
    act(() => {
      over.keep({ base: values('Ginevra', 'Parma'), typed: values('Olivia', 'Parma') });
      vi.advanceTimersByTime(1_000);
    });
    visit();
    let resumed: unknown;
    act(() => {
      resumed = over.resume(values('Ginevra', 'Bologna'));
    });
    expect(resumed).toEqual({ values: values('Olivia', 'Bologna'), both: [] });
    expect(over.offered).toBeNull();
  });

  test('typed back to the stored row leaves only the older draft', () => {
    const type = (name: string) => act(() => over.keep({ base: values('Ginevra'), typed: values(name) }));
    type('Olivia');
    act(() => vi.advanceTimersByTime(1_000));
    visit();
    type('Tommaso');
    type('Ginevra');
    act(() => vi.advanceTimersByTime(1_000));
    visit();
    expect(over.offered?.values.typed).toEqual(values('Olivia'));
    expect(over.offered?.before).toBeUndefined();
  });

  test('names fields that both changed', () => {
    act(() => {
      over.keep({ base: values('Ginevra'), typed: values('Olivia') });
      vi.advanceTimersByTime(1_000);
    });
    visit();
    let both: readonly string[] = [];
    act(() => {
      both = over.resume(values('Tommaso')).both;
    });
    expect(both).toEqual(['name']);
  });
});

describe('a draft on this computer', () => {
  const DAY_MS = 24 * 3_600_000;
  const mine = () => Object.keys(localStorage).filter((key) => key.startsWith('fascicolo.kept'));
  /** The browser reports which other pages are open. */
  const visitAlone = async () => {
    visit();
    await act(async () => void (await openPages()));
    await act(async () => vi.dynamicImportSettled());
  };
  /** As left by a closed page. */
  const leftBy = (login: string, page: string, name: string, at = Date.now()) =>
    localStorage.setItem(draftKey(login, 'customer', page), JSON.stringify({ at, values: values(name) }));

  test('outlives its tab: the next one takes it over, once', async () => {
    leftBy('dealer', 'gone', 'Ginevra');
    await visitAlone();
    expect(kept.offered?.values).toEqual(values('Ginevra'));
    expect(mine()).toHaveLength(1);
    act(() => kept.forget());
    expect(mine()).toEqual([]);
  });

  test('is never shown to another user', async () => {
    leftBy('manager', 'gone', 'Ginevra');
    leftBy('dealer2', 'gone', 'Ginevra');
    await visitAlone();
    expect(kept.offered).toBeNull();
  });

  test('is offered for seven days, then deleted', async () => {
    leftBy('dealer', 'gone', 'Ginevra', Date.now() - 7 * DAY_MS - 1);
    leftBy('manager', 'gone', 'Olivia', Date.now() - 6 * DAY_MS);
    await visitAlone();
    expect(kept.offered).toBeNull();
    deleteOldDrafts(localStorage);
    expect(mine()).toEqual([draftKey('manager', 'customer', 'gone')]);
  });

  test('of an open page stays there', () => {
    leftBy('dealer', 'open', 'Ginevra');
    leftBy('dealer', 'gone', 'Olivia');
    const own = draftKey('dealer', 'customer', 'here');
    expect(adoptDraft(localStorage, own, (page) => page === 'open')?.values).toEqual(values('Olivia'));
    expect(mine().sort()).toEqual([own, draftKey('dealer', 'customer', 'open')]);
    expect(adoptDraft(localStorage, own, () => false)).toBeNull();
  });
});
