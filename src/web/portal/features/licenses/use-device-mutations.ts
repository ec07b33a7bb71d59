/** Queries and actions of staff on an activation's device. */
import { useTranslation } from 'react-i18next';
import {
  confirmDevice,
  getActivationDevice,
  issueDeviceCode,
  refuseDevice,
  replaceDevice,
  updateActivationDevice,
} from '#contract/calls/devices.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { ask } from '../../api/client.ts';
import { queryOf } from '../../api/query-options.ts';
import { useAct } from '../../connected/act/use-act.ts';

export type ActivationDevice = AnswerOf<typeof getActivationDevice>;
export type IssuedCode = AnswerOf<typeof issueDeviceCode>;

/** A code and its time of arrival on this computer's clock. */
export interface ReceivedCode extends IssuedCode {
  readonly arrivedAt: number;
}

/** Polling intervals: while a tablet may connect at any moment, and while nothing is expected. */
const POLL_OFTEN_MS = 2_000;
const POLL_MS = 15_000;

export const deviceQuery = (id: number) =>
  queryOf(
    getActivationDevice,
    { path: { id } },
    {
      gcTime: 0,
      refetchInterval: ({ state }) => {
        const shown = state.data?.state;
        return shown === 'CODE' || shown === 'WAITING' ? POLL_OFTEN_MS : POLL_MS;
      },
    },
  );

export type DeviceAction =
  | { act: 'confirm'; pairingId: number; number: string }
  | { act: 'refuse'; pairingId: number }
  | { act: 'block' | 'unblock' | 'replace' };

function send(id: number, act: DeviceAction): Promise<unknown> {
  const path = { id };
  switch (act.act) {
    case 'confirm': {
      const { pairingId, number } = act;
      return ask(confirmDevice, { path, body: { pairingId, number } });
    }
    case 'refuse':
      return ask(refuseDevice, { path, body: { pairingId: act.pairingId } });
    case 'replace':
      return ask(replaceDevice, { path });
    default:
      return ask(updateActivationDevice, { path, body: { disabled: act.act === 'block' } });
  }
}

export function useDeviceMutations(id: number, onDone?: (act: DeviceAction) => void) {
  const { t } = useTranslation();
  return useAct({
    words: ({ act }: DeviceAction) => ({ done: t(`licenses.device.done.${act}`) }),
    send: (act) => send(id, act),
    call: updateActivationDevice,
    path: () => ({ id }),
    waits: true,
    onDone: (_answer, act) => onDone?.(act),
  });
}

export const useIssueCode = (id: number, onDone: (code: IssuedCode) => void) =>
  useAct({
    send: () => ask(issueDeviceCode, { path: { id } }),
    call: issueDeviceCode,
    path: () => ({ id }),
    waits: true,
    onDone,
  });
