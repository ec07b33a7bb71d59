/** What a signer sees when no answer arrived: that nothing was sent, or that the result is unknown, and later the actual result. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLost } from '../api/caller.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import { italian } from '../text/it.ts';
import { NO_PROGRESS } from './progress.ts';
import { type SignerActions, useSignerActions } from './use-signer-actions.ts';

const view = { state: 'OPEN', place: 'HERE', documents: [], points: [] } as unknown as SignView;
const decline = vi.fn<SignApi['decline']>();
const refresh = vi.fn<() => Promise<SignView | null>>();
const accept = vi.fn();
let actions: SignerActions;
let root: Root;

function Page() {
  actions = useSignerActions({
    ...{ view, refresh, accept, progress: NO_PROGRESS, text: italian, change: () => undefined },
    api: { decline, now: () => 0 } as unknown as SignApi,
    step: { go: () => undefined } as never,
    dropDocument: () => undefined,
  });
  return null;
}
const declineOnce = () => act(async () => actions.decline('Ci penso', false));
const shownText = () => actions.trouble?.text;
const goOnline = () => act(async () => window.dispatchEvent(new Event('online')));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  for (const mock of [decline, refresh, accept]) mock.mockReset();
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Page />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

describe('an action of the signer', () => {
  it('that could not be sent is reported by name, and not sent when the network is back', async () => {
    decline.mockRejectedValue(connectionLost(true));
    await declineOnce();
    expect(shownText()).toBe('Rifiuto non inviato. Connessione assente: controlla la rete e riprova.');
    expect(refresh).not.toHaveBeenCalled();
    await goOnline();
    expect(decline).toHaveBeenCalledOnce();
  });

  it('whose response was lost is in doubt until the network is back and the server reports that it did not arrive', async () => {
    decline.mockRejectedValue(connectionLost());
    refresh.mockResolvedValue(null);
    await declineOnce();
    expect(shownText()).toBe(italian.failure.lost);
    refresh.mockResolvedValue(view);
    await goOnline();
    expect(shownText()).toBe(italian.failure.notArrived);
    expect(decline).toHaveBeenCalledOnce();
  });

  it('that arrived after all is no longer in doubt', async () => {
    decline.mockRejectedValue(connectionLost());
    refresh.mockResolvedValue(null);
    await declineOnce();
    refresh.mockResolvedValue({ ...view, state: 'DECLINED' });
    await goOnline();
    expect(shownText()).toBeUndefined();
  });
});
