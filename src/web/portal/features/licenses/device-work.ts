/** What the staff ask the server for about an activation's device, and what they do to it (P-13). */
import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ActivationDevice, deviceCodeAnswer } from '#contract/devices.ts';
import { call, callDone } from '../../api/client.ts';
import { ACTIVATIONS } from '../../api/entitlements.ts';
import { useAct } from '../../ui/act/use-act.ts';

export type { ActivationDevice };
export type IssuedCode = z.output<typeof deviceCodeAnswer>;

/** While a tablet may ask at any moment, and while nothing is expected. */
const LOOK_OFTEN_MS = 2_000;
const LOOK_AGAIN_MS = 15_000;

const pathOf = (id: number, rest = 'device'): string => `${ACTIVATIONS}/${id}/${rest}`;

export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['activation-device', id],
    queryFn: ({ signal }) => call<ActivationDevice>(pathOf(id), { signal }),
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const shown = state.data?.state;
      return shown === 'CODE' || shown === 'WAITING' ? LOOK_OFTEN_MS : LOOK_AGAIN_MS;
    },
  });

export type Act =
  | { act: 'confirm'; pairingId: number; number: string }
  | { act: 'refuse'; pairingId: number }
  | { act: 'block' | 'unblock' | 'replace' };

function send(id: number, act: Act): Promise<unknown> {
  switch (act.act) {
    case 'confirm': {
      const { pairingId, number } = act;
      return call(pathOf(id, 'device/confirm'), { method: 'POST', body: { pairingId, number } });
    }
    case 'refuse':
      return callDone(pathOf(id, 'device/refuse'), { method: 'POST', body: { pairingId: act.pairingId } });
    case 'replace':
      return call(pathOf(id, 'device/replace'), { method: 'POST', body: {} });
    default:
      return call(pathOf(id), { method: 'PUT', body: { disabled: act.act === 'block' } });
  }
}

/** Whatever shows activations, or offers their tablets. */
const TOUCHED = [['activations'], ['activation'], ['licenses'], ['tablets'], ['tablet-queue']] as const;

export function useDeviceWork(id: number, onDone?: (act: Act) => void) {
  const { t } = useTranslation();
  return useAct<Act>({
    words: ({ act }) => ({ done: t(`licenses.device.done.${act}`) }),
    send: (act) => send(id, act),
    onDone: (_answer, act) => onDone?.(act),
    stale: TOUCHED,
    waitFor: [['activation-device', id]],
  });
}

export function useIssueCode(id: number, onIssued: (code: IssuedCode) => void) {
  return useAct<void, IssuedCode>({
    send: () => call(pathOf(id, 'device-code'), { method: 'POST', body: {} }),
    onDone: onIssued,
    waitFor: [['activation-device', id]],
  });
}
