/** The tablet's API calls, each with a proof by its key. */

import type { Call } from '#contract/calls/call.ts';
import { claimDeviceCode, getDevice, listDeviceQueue, openOnDevice } from '#contract/calls/tablet.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import type { DeviceFacts } from '#contract/devices.ts';
import type { DeviceQueue } from '#contract/signing/tablets.ts';
import { statementOfPairing } from '#domain/devices/proof.ts';
import { proofHeader } from '../../shared/device-key/prove-call.ts';
import { type DeviceKey, signText } from '../../shared/device-key/tablet-key.ts';
import type { Language } from '../../shared/language.ts';
import { CONNECTION_LOST, DeviceFailure, failureOf } from './failure.ts';

const TIMEOUT_MS = 20_000;

export interface DeviceApi {
  /** Requests a seat. @param code as readPairingCode returns it. */
  claim(key: DeviceKey, code: string, name: string): Promise<DeviceFacts>;
  loadFacts(key: DeviceKey): Promise<DeviceFacts>;
  loadQueue(key: DeviceKey): Promise<DeviceQueue>;
  /** Null while the document is being prepared. */
  openDocument(key: DeviceKey, documentId: number): Promise<string | null>;
  setLanguage(language: Language): void;
  /** The server's clock, in milliseconds. */
  now(): number;
}

interface Request {
  readonly call: Call;
  readonly path?: Readonly<Record<string, number>>;
  readonly body?: object;
}

const addressOf = ({ call, path }: Request): string =>
  call.path.replace(/\{(\w+)\}/g, (_match, name: string) => String(path?.[name]));

const methodOf = ({ call }: Request): 'GET' | 'POST' => (call.method === 'GET' ? 'GET' : 'POST');

export function createDeviceApi(fetcher: typeof fetch = (...args) => fetch(...args)): DeviceApi {
  let offset = 0;
  let language: Language = 'it';
  const now = () => Date.now() + offset;

  async function send(request: Request, headers: Record<string, string>): Promise<unknown> {
    const { body } = request;
    let response: Response;
    let text: string;
    try {
      response = await fetcher(addressOf(request), {
        method: methodOf(request),
        cache: 'no-store',
        redirect: 'error',
        headers: {
          ...{ accept: 'application/json', 'accept-language': language },
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch {
      throw CONNECTION_LOST;
    }
    let parsed: unknown = null;
    try {
      parsed = JSON.parse(text);
    } catch {
      // The answer does not come from the product.
    }
    if (!response.ok) throw failureOf(response.status, parsed);
    if (typeof parsed !== 'object' || parsed === null) throw CONNECTION_LOST;
    return parsed;
  }

  async function sendWithProof(key: DeviceKey, request: Request): Promise<unknown> {
    const { body } = request;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const provedRequest = { method: methodOf(request), path: addressOf(request), body: text };
    return send(request, await proofHeader(key, provedRequest, now()));
  }

  /** Retries a refused proof once, with the time from the refusal, for a tablet whose clock is wrong. */
  async function sendWithRetry(key: DeviceKey, request: Request): Promise<unknown> {
    try {
      return await sendWithProof(key, request);
    } catch (failure) {
      if (!(failure instanceof DeviceFailure) || failure.status !== 401) throw failure;
      // A call that the browser itself sent twice is refused the second time: it needs a new proof too.
      if (failure.serverTime !== null) offset = failure.serverTime - Date.now();
      return sendWithProof(key, request);
    }
  }

  return {
    async claim(key, code, name) {
      const proof = await signText(key, statementOfPairing(code, key.publicKey));
      const body = { code, publicKey: key.publicKey, name, proof };
      return (await send({ call: claimDeviceCode, body }, {})) as DeviceFacts;
    },
    loadFacts: async (key) => (await sendWithRetry(key, { call: getDevice })) as DeviceFacts,
    loadQueue: async (key) => (await sendWithRetry(key, { call: listDeviceQueue })) as DeviceQueue,
    async openDocument(key, documentId) {
      const answer = await sendWithRetry(key, { call: openOnDevice, path: { id: documentId }, body: {} });
      return (answer as AnswerOf<typeof openOnDevice>).signUrl;
    },
    setLanguage: (newLanguage) => {
      language = newLanguage;
    },
    now,
  };
}
