/** Issue 39: every action that starts a signature continues as the same action once the dealer's signers are chosen. */
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSign } from '#contract/calls/signing.ts';
import { eventually } from '../../../../shared/eventually.suite.ts';
import { ask } from '../../../api/client.ts';
import type { Tablet } from '../../../api/queries/tablets.ts';
import { leavePage, openPage, show } from '../../../connected/act/mount-page.suite.tsx';
import { documentActions } from '../../../text/it/documents/document-actions.ts';
import { togetherDialog } from '../../../text/it/documents/together-dialog.ts';
import { qrDialog } from '../../../text/it/qr-dialog.ts';
import { tablet } from '../../../text/it/tablet.ts';
import { addTexts } from '../../../text/language.ts';
import { notices } from '../../../ui/toast-store.ts';
import { useStartTogether } from '../dialogs/together-dialog.tsx';
import { useQrMutations, type WaitingPhone } from '../dialogs/use-qr-mutations.ts';
import { useMove } from '../use-document-mutations.ts';
import { useTabletMove } from '../use-tablet-mutations.ts';
import { missingSigners } from './missing-signers.ts';

const SIGNERS = { salesManager: 12 };
const TABLET = { id: 3, deviceLabel: 'Banco 1' } as Tablet;
const PHONE = { id: 4, number: '47' } as WaitingPhone;

const ACTS: Record<string, { use: () => () => void; path: string; body: object; done: string }> = {
  sign: {
    use: () => {
      const move = useMove({ id: 7 });
      return () => move.mutate('sign');
    },
    ...{ path: '/api/documents/7/sign', body: {}, done: documentActions.toast.sign.done },
  },
  restart: {
    use: () => {
      const move = useMove({ id: 7 });
      return () => move.mutate('restart');
    },
    ...{ path: '/api/documents/7/sign', body: {}, done: documentActions.toast.restart.done },
  },
  tablet: {
    use: () => {
      const move = useTabletMove();
      return () => move.mutate({ documentId: 7, to: TABLET });
    },
    ...{ path: '/api/documents/7/tablet-queue', body: { tabletId: 3 } },
    done: tablet.toast.sent.replace('{{tablet}}', 'Banco 1'),
  },
  phone: {
    use: () => {
      const work = useQrMutations(7, () => undefined);
      return () => work.mutate({ word: 'confirm', phone: PHONE, signerId: null });
    },
    ...{ path: '/api/documents/7/qr-request/confirm', body: { requestId: 4, number: '47', signerId: null } },
    done: qrDialog.confirmed,
  },
  together: {
    use: () => {
      const start = useStartTogether();
      return () => start.mutate({ ids: [7, 8] });
    },
    ...{ path: '/api/documents/7/sign', body: { together: [8] } },
    done: togetherDialog.done_other.replace('{{count}}', '2'),
  },
};

const fieldErrors = [{ objectName: 'document', field: 'salesManager', message: 'Manca' }];
const missing = { code: 'signing.signersMissing', fieldErrors };
let sent: { path: string; body: { signers?: object } }[];

beforeEach(async () => {
  await openPage();
  addTexts({ documentActions, qrDialog, tablet, togetherDialog });
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const call = { path: url, body: JSON.parse(body ?? '{}') };
    sent.push(call);
    const starts = !url.endsWith('/renew');
    return starts && call.body.signers === undefined
      ? new Response(JSON.stringify(missing), { status: 409 })
      : new Response(JSON.stringify({ id: 7 }), { status: 200 });
  });
});
afterEach(() => {
  missingSigners.close();
  leavePage();
});

it.each(Object.keys(ACTS))('%s runs with the chosen signers, even if its trigger is gone', async (name) => {
  const { use, path, body, done } = ACTS[name] as (typeof ACTS)[string];
  function Begin() {
    const begin = use();
    return (
      <button type="button" onClick={begin}>
        Fai
      </button>
    );
  }
  await show(<Begin />);
  await act(async () => document.querySelector('button')?.click());
  await eventually(() => expect(missingSigners.read()).toMatchObject({ documentId: 7, roles: ['salesManager'] }));
  const openRequest = missingSigners.read();
  await show(<p>Un’altra pagina</p>);
  sent = [];
  await act(async () => openRequest?.begin?.(SIGNERS));
  expect(sent).toEqual([{ path, body: { ...body, signers: SIGNERS } }]);
  expect(notices.read().shown).toMatchObject([{ tone: 'good', title: done }]);
});

it('no signers are chosen for other actions, which the compiler refuses', async () => {
  // @ts-expect-error what starts a signature goes through useStart
  const unasked = ask(startSign, { path: { id: 7 }, body: {} });
  await expect(unasked).rejects.toMatchObject({ status: 409 });
  expect(missingSigners.read()).toBeNull();
});
