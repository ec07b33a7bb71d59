/** Devices of activations: pairing with a one-time code, confirmation by staff, and the tablet's calls with its key. */
import { z } from 'zod';
import { DEVICE_STATES, PAIRING_STATES, pairingSchema } from '#domain/devices/device.ts';
import * as calls from './calls/devices.ts';
import * as tablet from './calls/tablet.ts';
import { endpoint, staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';
import { activationAnswer, activationExample } from './licenses.ts';

const activationEndpoint = staffEndpointsOf('activation');

const nullableString = z.string().nullable();

export const deviceCodeAnswer = z.object({
  code: z.string().describe('80 bits in groups of four, returned only once'),
  url: z.string().describe('URL that the tablet opens, with the code in its fragment'),
  expiresAt: z.string(),
});

export const activationDeviceAnswer = z.object({
  state: z
    .enum(PAIRING_STATES)
    .describe('CODE: no tablet has used the code yet; WAITING: a tablet waits for confirmation by staff'),
  code: z.object({ issuedBy: z.string(), issuedDate: z.string(), expiresAt: z.string() }).nullable(),
  request: z
    .object({
      pairingId: z.number(),
      number: z.string().describe('Two digits shown on the tablet'),
      deviceName: z.string(),
      userAgent: nullableString,
      askedDate: z.string(),
      expiresAt: z.string(),
    })
    .nullable(),
  device: z
    .object({
      id: z.number(),
      deviceName: z.string(),
      userAgent: nullableString,
      pairedBy: z.string(),
      pairedDate: z.string(),
      lastSeenDate: nullableString,
      disabledBy: nullableString,
      disabledDate: nullableString,
    })
    .nullable(),
});
export type ActivationDevice = z.output<typeof activationDeviceAnswer>;

export const deviceAnswer = z.object({
  state: z
    .enum(DEVICE_STATES)
    .describe('DISABLED: disabled by staff; LAPSED: past its expiry date; ENDED: replaced or deleted'),
  number: nullableString.describe('Two digits to compare while it waits for confirmation'),
  deviceName: z.string(),
  deviceLabel: nullableString,
  dealerName: z.string(),
  waitsUntil: nullableString,
});
export type DeviceFacts = z.output<typeof deviceAnswer>;

const EXAMPLE_PARAMS = { id: 11 } as const;
const REQUEST = {
  pairingId: 3,
  number: '47',
  deviceName: 'Tablet banco vendite',
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0',
  askedDate: '2026-11-20T08:14:00.000Z',
  expiresAt: '2026-11-20T08:27:00.000Z',
};
const PAIRED: ActivationDevice = {
  state: 'PAIRED',
  code: null,
  request: null,
  device: {
    id: 5,
    deviceName: 'Tablet banco vendite',
    userAgent: REQUEST.userAgent,
    pairedBy: 'supervisor',
    pairedDate: '2026-11-20T08:15:00.000Z',
    lastSeenDate: '2026-11-20T08:16:00.000Z',
    disabledBy: null,
    disabledDate: null,
  },
};
const WAITING = {
  state: 'WAITING',
  number: '47',
  deviceName: 'Tablet banco vendite',
  deviceLabel: 'Banco 1',
  dealerName: 'Autoesempio Bologna',
  waitsUntil: '2026-11-20T08:27:00.000Z',
} as const;

const PAIRING_REFUSALS = [
  'activation.notFound',
  'activation.deleted',
  'activation.expired',
  'activation.hasDevice',
] as const;

export const issueDeviceCode = activationEndpoint(calls.issueDeviceCode, 'activation.edit', {
  summary:
    'Create a one-time code with which a tablet requests the activation, valid for 15 minutes; an earlier code becomes invalid',
  params: idParams,
  output: deviceCodeAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    answer: {
      code: '7KQM-3WZD-XH2P-0A9F',
      url: 'https://fascicolo.example.com/device/activate#7KQM-3WZD-XH2P-0A9F',
      expiresAt: '2026-11-20T08:27:00.000Z',
    },
  },
  errors: PAIRING_REFUSALS,
});

export const getActivationDevice = activationEndpoint(calls.getActivationDevice, 'activation.read', {
  summary: 'The device of an activation, or the state of its pairing',
  params: idParams,
  output: activationDeviceAnswer,
  example: { params: EXAMPLE_PARAMS, answer: { state: 'WAITING', code: null, request: REQUEST, device: null } },
  errors: ['activation.notFound'],
});

export const confirmDevice = activationEndpoint(calls.confirmDevice, 'activation.edit', {
  summary: 'Confirm that the waiting tablet is the one in front of the caller: the activation becomes ACTIVATED',
  params: idParams,
  body: z.strictObject({
    pairingId: z.number().int('integer').positive('positive'),
    number: z.string().regex(/^\d{2}$/, { message: 'type' }),
  }),
  output: activationAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: { pairingId: 3, number: '47' },
    answer: { ...activationExample, status: 'ACTIVATED', deviceName: 'Tablet banco vendite' },
  },
  errors: [...PAIRING_REFUSALS, 'device.noRequest', 'device.otherNumber'],
});

export const refuseDevice = activationEndpoint(calls.refuseDevice, 'activation.edit', {
  summary: 'Reject the waiting tablet, because it is a different one; its code becomes invalid. Idempotent',
  params: idParams,
  body: z.strictObject({ pairingId: z.number().int('integer').positive('positive') }),
  status: 204,
  example: { params: EXAMPLE_PARAMS, body: { pairingId: 3 } },
  errors: ['activation.notFound', 'device.noRequest'],
});

export const updateActivationDevice = activationEndpoint(calls.updateActivationDevice, 'activation.edit', {
  summary: 'Disable the device of an activation immediately, or enable it again',
  params: idParams,
  body: z.strictObject({ disabled: z.boolean() }),
  output: activationDeviceAnswer,
  example: { params: EXAMPLE_PARAMS, body: { disabled: false }, answer: PAIRED },
  errors: ['activation.notFound', 'activation.noDevice'],
});

export const replaceDevice = activationEndpoint(calls.replaceDevice, 'activation.edit', {
  summary: 'Permanently revoke the device’s key: the activation returns to DRAFT, free for another device',
  params: idParams,
  output: activationAnswer,
  example: { params: EXAMPLE_PARAMS, answer: activationExample },
  errors: ['activation.notFound', 'activation.noDevice', 'activation.deleted'],
});

export const claimDeviceCode = endpoint(tablet.claimDeviceCode, {
  summary:
    'A tablet requests the activation with the code and its new public key; repeated with the same key, the response is the same. Unknown, expired and used codes get the same response',
  access: 'open',
  body: pairingSchema,
  output: deviceAnswer,
  example: {
    body: {
      code: '7KQM-3WZD-XH2P-0A9F',
      publicKey: `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}`,
      name: 'Tablet banco vendite',
      proof: 'A'.repeat(86),
    },
    answer: WAITING,
  },
  errors: ['device.codeUnknown', 'device.unproved'],
});

export const getDevice = endpoint(tablet.getDevice, {
  summary: 'State of the calling tablet, identified by its key: waiting, active, disabled, ended',
  access: 'device',
  output: deviceAnswer,
  example: { answer: WAITING },
});
