/** One server action: its toasts, the reloaded data, and the handling of a second click, a refusal and a lost answer. */
import { act as render } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { ApiFailure, noAnswer } from '../../api/failure.ts';
import { ActDialog } from './act-dialog.tsx';
import { buttonOf, leavePage, openPage, press, show, shown, toasts } from './mount-page.suite.tsx';
import { type Act, useAct } from './use-act.ts';

const WORDS = { doing: 'Invio in corso…', done: 'Inviato', failed: 'Non inviato' };
const ENDED = new ApiFailure(409, { code: 'signing.ended', detail: 'La firma è finita.' });
const UPDATE = { id: 'updateFolder', method: 'PUT', path: '/api/folders', stale: ['folders'] } as const;
const ABSENT = noAnswer('absent');
const LOST = noAnswer('lost');

/** Answers in the given order; the last one repeats. */
const answering = (...answers: unknown[]) => {
  const left = [...answers];
  return vi.fn(async (_input?: unknown, _way?: { key: string; tell: (detail: string) => void }) => {
    const next = left.length > 1 ? left.shift() : left[0];
    if (next instanceof Error) throw next;
    return next;
  });
};

const onClose = vi.fn();

function Page(props: { of: Act<string, unknown>; input?: string; opened?: boolean; draft?: { forget: () => void } }) {
  const work = useAct(props.of);
  return (
    <ActDialog
      opened={props.opened ?? true}
      title="Inviare?"
      text="Il cliente riceve un messaggio."
      action="Invia"
      act={work}
      onAct={() => work.mutate(props.input ?? 'a')}
      onClose={onClose}
      {...(props.draft && { draft: props.draft })}
    />
  );
}
const open = (of: Act<string, unknown>, more: { input?: string; draft?: { forget: () => void } } = {}) =>
  show(<Page of={of} {...more} />);
const words = () => WORDS;

beforeEach(openPage);
afterEach(() => {
  leavePage();
  onClose.mockReset();
});

describe('a toast', () => {
  it('announces the running action, and is replaced by its success, with a second line', async () => {
    let answer: (value: string) => void = () => undefined;
    const send = () =>
      new Promise<unknown>((done) => {
        answer = done;
      });
    await open({ words, send, detail: (number, input) => `${number} di ${input}` });
    await press('Invia');
    expect(toasts()).toEqual(['Invio in corso…']);
    await render(async () => answer('1'));
    await eventually(() => expect(toasts()).toEqual(['Inviato | 1 di a']));
  });

  it('states why it failed, and is replaced on the next attempt', async () => {
    await open({ words, send: answering(ENDED, 'ok') });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Non inviato | La firma è finita.']));
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Inviato']));
  });

  it('for a lost response does not claim a failure', async () => {
    await open({ words, send: answering(LOST) });
    await press('Invia');
    await eventually(() => expect(toasts()[0]).toMatch(/^Risposta non arrivata/));
    expect(toasts()[0]).not.toContain('Non inviato');
  });

  it('shows progress if the action reports it', async () => {
    const send = async (_input: string, { tell }: { tell: (detail: string) => void }) => {
      tell('1 MB');
      return new Promise(() => undefined);
    };
    await open({ words, send });
    await press('Invia');
    expect(toasts()).toEqual(['Invio in corso… | 1 MB']);
  });

  it('has the texts of its entity and kind', async () => {
    await open({ of: ['delete', 'folders'], send: answering('ok'), detail: () => 'Vendita' });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Cartella eliminata | Vendita']));
  });

  it('for many invalid fields states that they are marked', async () => {
    const fieldErrors = ['name', 'city', 'zip'].map((name) => ({ field: name, message: 'manca' }));
    await open({ of: ['update', 'folders'], send: answering(new ApiFailure(422, { fieldErrors })) });
    await press('Invia');
    await eventually(() => expect(toasts()[0]).toMatch(/^Cartella non salvata \| .*Controlla i dati indicati/));
  });

  it('is not shown if the action or its failure is reported elsewhere', async () => {
    await open({ words: () => ({ ...WORDS, done: null, failed: () => null }), send: answering('ok', ENDED) });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual([]));
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(toasts()).toEqual([]);
  });

  it('is only for success if the action has no progress text', async () => {
    await open({ words: () => ({ done: 'Confermato' }), send: answering(ENDED, 'ok') });
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(toasts()).toEqual([]);
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Confermato']));
  });

  it('is only for failure if that is the only text', async () => {
    await open({ words: () => ({ done: null, failed: WORDS.failed }), send: answering('ok', ENDED) });
    await press('Invia');
    await eventually(() => expect(buttonOf('Invia').disabled).toBe(false));
    expect(toasts()).toEqual([]);
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Non inviato | La firma è finita.']));
  });
});

describe('an attempt', () => {
  it('is made once for two clicks, and again once the first is done', async () => {
    const send = answering('ok');
    await open({ words, send });
    await render(async () => {
      buttonOf('Invia').click();
      buttonOf('Invia').click();
    });
    await eventually(() => expect(toasts()).toEqual(['Inviato']));
    expect(send).toHaveBeenCalledOnce();
    await press('Invia');
    await eventually(() => expect(send).toHaveBeenCalledTimes(2));
  });

  it('to create has the same Idempotency-Key until a response arrives, even after a reload', async () => {
    const send = answering(LOST, LOST, 'ok', 'ok');
    const keyOf = (call: number) => send.mock.calls[call]?.[1]?.key;
    const of: Act<string, unknown> = { of: ['create', 'folders'], send };
    await open(of);
    for (const tries of [1, 2]) {
      await press('Invia');
      await eventually(() => expect(send).toHaveBeenCalledTimes(tries));
      await eventually(() => expect(buttonOf('Invia').dataset.loading).toBeUndefined());
    }
    await open(of);
    for (const tries of [3, 4]) {
      await press('Invia');
      await eventually(() => expect(send).toHaveBeenCalledTimes(tries));
      await eventually(() => expect(buttonOf('Invia').dataset.loading).toBeUndefined());
    }
    expect(keyOf(0)).toMatch(/^[\w-]{36}$/);
    expect([keyOf(1), keyOf(2)]).toEqual([keyOf(0), keyOf(0)]);
    expect(keyOf(3)).not.toBe(keyOf(0));
  });

  it('has a custom key name and content if given', async () => {
    const send = answering('ok');
    await open({ words, send, once: (input) => ['webhook', input] });
    await press('Invia');
    await eventually(() => expect(send.mock.calls[0]?.[1]?.key).toMatch(/^[\w-]{36}$/));
  });

  it('refused because its change is already stored counts as done: the response was lost before', async () => {
    const onDone = vi.fn();
    await open({ of: ['update', 'folders'], send: answering(ENDED), alreadyApplied: async () => 'stored', onDone });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Cartella salvata']));
    expect(onDone).toHaveBeenCalledWith('stored', 'a');
  });

  it('refused because another user saved stays refused, even if the stored state cannot be read', async () => {
    for (const alreadyApplied of [async () => null, () => Promise.reject(LOST)]) {
      const onFailed = vi.fn();
      await open({ of: ['update', 'folders'], send: answering(ENDED), alreadyApplied, onFailed });
      await press('Invia');
      await eventually(() => expect(onFailed).toHaveBeenCalledWith(ENDED, 'a'));
    }
  });
});

describe('the displayed data', () => {
  const kept = async (of: Act<string, unknown>) => {
    const client = await open(of);
    const [read, other] = [vi.fn(async () => 'read'), vi.fn(async () => 'read')];
    await client.fetchQuery({ queryKey: ['folders', 'search'], queryFn: read });
    await client.fetchQuery({ queryKey: ['users'], queryFn: other });
    return {
      stale: () => client.getQueryState(['folders', 'search'])?.isInvalidated,
      others: () => client.getQueryState(['users'])?.isInvalidated,
    };
  };

  it('are reloaded after success, and no others are', async () => {
    const { stale, others } = await kept({ call: UPDATE, words, send: answering('ok') });
    await press('Invia');
    await eventually(() => expect(stale()).toBe(true));
    expect(others()).toBe(false);
  });

  it('are reloaded after a refusal, except for a missing network or server overload', async () => {
    for (const [failure, again] of [
      [ENDED, true],
      [new ApiFailure(404), true],
      [new ApiFailure(403), true],
      [new ApiFailure(422), true],
      [new ApiFailure(429), false],
      [new ApiFailure(503), false],
      [ABSENT, false],
    ] as const) {
      const onFailed = vi.fn();
      const { stale } = await kept({ words, call: UPDATE, send: answering(failure), onFailed });
      await press('Invia');
      await eventually(() => expect(onFailed).toHaveBeenCalled());
      expect([failure.status, stale()]).toEqual([failure.status, again]);
    }
  });

  it('are awaited if the action requests it, with a busy button until they arrive', async () => {
    const client = await open({ words, call: UPDATE, waits: true, send: answering(ENDED) });
    let answer: (value: string) => void = () => undefined;
    const queryFn = () =>
      new Promise<string>((done) => {
        answer = done;
      });
    const { QueryObserver } = await import('@tanstack/react-query');
    const stop = new QueryObserver(client, { queryKey: ['folders'], queryFn, initialData: 'old' }).subscribe(() => {});
    await render(async () => answer('old'));
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Non inviato | La firma è finita.']));
    expect(buttonOf('Invia').dataset.loading).toBe('true');
    await render(async () => answer('new'));
    await eventually(() => expect(buttonOf('Invia').dataset.loading).toBeUndefined());
    stop();
  });
});

describe('the dialog', () => {
  it('does not close while the action runs', async () => {
    await open({ words, send: () => new Promise(() => undefined) });
    await press('Invia');
    await eventually(() => expect(buttonOf('Annulla').disabled).toBe(true));
    await press('Annulla');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stays open with the error in it, and does not show it when reopened', async () => {
    await open({ words, send: answering(ENDED) });
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(onClose).not.toHaveBeenCalled();
    await press('Annulla');
    expect(onClose).toHaveBeenCalledOnce();
    await eventually(() => expect(shown()).not.toContain('La firma è finita.'));
  });

  it('discards a draft when it is left by its button, but not by ×', async () => {
    const forget = vi.fn();
    await open({ words, send: answering('ok') }, { draft: { forget } });
    await render(async () => document.querySelector<HTMLElement>('dialog header button')?.click());
    expect([onClose.mock.calls.length, forget.mock.calls.length]).toEqual([1, 0]);
    await press('Annulla');
    expect([onClose.mock.calls.length, forget.mock.calls.length]).toEqual([2, 1]);
  });

  it('returns the focus to its named opener', async () => {
    const opener = { current: document.body.appendChild(document.createElement('button')) };
    await show(
      <ActDialog
        title="Inviare?"
        action="Invia"
        act={{ isPending: false, error: null, reset: () => undefined }}
        onAct={() => undefined}
        onClose={onClose}
        opener={opener}
      />,
    );
    await press('Annulla');
    await eventually(() => expect(document.activeElement).toBe(opener.current));
    opener.current.remove();
  });
});
