/** One server action: its toasts, the reloaded data, and the handling of a second click, a refusal and a lost answer. */
import { act as render } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, noAnswer } from '../../api/failure.ts';
import { ActDialog } from './act-dialog.tsx';
import { buttonOf, eventually, leavePage, openPage, press, show, shown, toasts } from './mounted.suite.tsx';
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
  it('says that the act is under way, and in its place that it is done, with a second line', async () => {
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

  it('says why it failed, and is replaced by the next try', async () => {
    await open({ words, send: answering(ENDED, 'ok') });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Non inviato | La firma è finita.']));
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Inviato']));
  });

  it('of an answer that was lost does not say that the act failed', async () => {
    await open({ words, send: answering(LOST) });
    await press('Invia');
    await eventually(() => expect(toasts()[0]).toMatch(/^Risposta non arrivata/));
    expect(toasts()[0]).not.toContain('Non inviato');
  });

  it('says what has come so far, where the act tells it', async () => {
    const send = async (_input: string, { tell }: { tell: (detail: string) => void }) => {
      tell('1 MB');
      return new Promise(() => undefined);
    };
    await open({ words, send });
    await press('Invia');
    expect(toasts()).toEqual(['Invio in corso… | 1 MB']);
  });

  it('has the words of its entity and kind', async () => {
    await open({ of: ['delete', 'folders'], send: answering('ok'), detail: () => 'Vendita' });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Cartella eliminata | Vendita']));
  });

  it('of many refused fields says that they are marked', async () => {
    const fieldErrors = ['name', 'city', 'zip'].map((name) => ({ field: name, message: 'manca' }));
    await open({ of: ['update', 'folders'], send: answering(new ApiFailure(422, { fieldErrors })) });
    await press('Invia');
    await eventually(() => expect(toasts()[0]).toMatch(/^Cartella non salvata \| .*Controlla i dati indicati/));
  });

  it('goes without a word where the act or its failure is told elsewhere', async () => {
    await open({ words: () => ({ ...WORDS, done: null, failed: () => null }), send: answering('ok', ENDED) });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual([]));
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(toasts()).toEqual([]);
  });

  it('says success only, where the act has no words for being under way', async () => {
    await open({ words: () => ({ done: 'Confermato' }), send: answering(ENDED, 'ok') });
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(toasts()).toEqual([]);
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Confermato']));
  });

  it('says the failure only, where that is all there is to tell', async () => {
    await open({ words: () => ({ done: null, failed: WORDS.failed }), send: answering('ok', ENDED) });
    await press('Invia');
    await eventually(() => expect(buttonOf('Invia').disabled).toBe(false));
    expect(toasts()).toEqual([]);
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Non inviato | La firma è finita.']));
  });
});

describe('a try', () => {
  it('is made once for two clicks, and again once the first is over', async () => {
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

  it('of a create carries the same Idempotency-Key until an answer comes, also after a reload', async () => {
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

  it('carries a key under a name and content of its own where it has them', async () => {
    const send = answering('ok');
    await open({ words, send, once: (input) => ['webhook', input] });
    await press('Invia');
    await eventually(() => expect(send.mock.calls[0]?.[1]?.key).toMatch(/^[\w-]{36}$/));
  });

  it('that is refused because what was sent is stored already counts as done: its answer was lost before', async () => {
    const onDone = vi.fn();
    await open({ of: ['update', 'folders'], send: answering(ENDED), alreadyApplied: async () => 'stored', onDone });
    await press('Invia');
    await eventually(() => expect(toasts()).toEqual(['Cartella salvata']));
    expect(onDone).toHaveBeenCalledWith('stored', 'a');
  });

  it('that is refused because others have saved stays refused, also when what is stored cannot be read', async () => {
    for (const alreadyApplied of [async () => null, () => Promise.reject(LOST)]) {
      const onFailed = vi.fn();
      await open({ of: ['update', 'folders'], send: answering(ENDED), alreadyApplied, onFailed });
      await press('Invia');
      await eventually(() => expect(onFailed).toHaveBeenCalledWith(ENDED, 'a'));
    }
  });
});

describe('what shows the thing', () => {
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

  it('is read again once it worked, and nothing else is', async () => {
    const { stale, others } = await kept({ call: UPDATE, words, send: answering('ok') });
    await press('Invia');
    await eventually(() => expect(stale()).toBe(true));
    expect(others()).toBe(false);
  });

  it('is read again after a refusal, and not where the call was turned away for want of network or room', async () => {
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

  it('is waited for where the act asks for it, and the button is busy until it is there', async () => {
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
  it('does not close while the act is under way', async () => {
    await open({ words, send: () => new Promise(() => undefined) });
    await press('Invia');
    await eventually(() => expect(buttonOf('Annulla').disabled).toBe(true));
    await press('Annulla');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stays open with the refusal in it, and shows it no more when it is opened again', async () => {
    await open({ words, send: answering(ENDED) });
    await press('Invia');
    await eventually(() => expect(shown()).toContain('La firma è finita.'));
    expect(onClose).not.toHaveBeenCalled();
    await press('Annulla');
    expect(onClose).toHaveBeenCalledOnce();
    await eventually(() => expect(shown()).not.toContain('La firma è finita.'));
  });

  it('forgets a draft when it is left by its button, and not by ×', async () => {
    const forget = vi.fn();
    await open({ words, send: answering('ok') }, { draft: { forget } });
    await render(async () => document.querySelector<HTMLElement>('dialog header button')?.click());
    expect([onClose.mock.calls.length, forget.mock.calls.length]).toEqual([1, 0]);
    await press('Annulla');
    expect([onClose.mock.calls.length, forget.mock.calls.length]).toEqual([2, 1]);
  });

  it('gives the focus back to the opener it names', async () => {
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
