/** SMS over a provider's HTTP interface: request format and response rules are settings, because every provider differs. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { encodeSms } from '#domain/signing/messages/sms-parts.ts';
import { type OutgoingSms, SmsFailure, type SmsGateway, type SmsResult, type SmsSystem } from './sms-gateway.ts';
import { atPath, type BodyFormat, fillHeaders, fillTemplate } from './sms-template.ts';

export type SmsAuthentication =
  | { readonly kind: 'none' }
  /** User and password in the body or the headers, as `{user}` and `{password}`. */
  | { readonly kind: 'placed'; readonly user: string; readonly password: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'header'; readonly name: string; readonly key: string };

/** Interpretation of a response. A response that matches neither "taken" nor "not taken" leaves the message uncertain. */
export interface ResponseRules {
  /** HTTP statuses of an accepted message; empty: all from 200 to 299. */
  readonly acceptedStatus: readonly number[];
  /** Text in the body of an accepted message. */
  readonly acceptedText: string | null;
  /** JSON path, and its value for an accepted message. Any other value: not accepted. */
  readonly acceptedPath: { readonly path: string; readonly value: string } | null;
  /** Text in the body of a message that was not accepted, regardless of the status. */
  readonly refusedText: string | null;
  /** JSON path of the provider's id. */
  readonly idPath: string | null;
  /** Alternatively a text pattern around `{id}`. */
  readonly idText: string | null;
}

export interface HttpGatewaySettings {
  readonly system: SmsSystem;
  readonly url: string;
  /** With GET the completed template is the query, and `format` is `form`. */
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly format: BodyFormat;
  readonly body: string;
  readonly from: string;
  readonly authentication: SmsAuthentication;
  readonly answer: ResponseRules;
  /** PEM of the authorities that sign the gateway's certificate; null: those of the system. */
  readonly ca: string | null;
  /** Milliseconds until connected, and from then until the complete response. */
  readonly connectLimit: number;
  readonly answerLimit: number;
  /** Address for the gateway's delivery reports on a message; absent: none. */
  readonly receiptAddress?: (messageId: string) => string;
}

const CONTENT_TYPE: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};
const BODY_LIMIT = 64 * 1024;

interface Answer {
  readonly status: number;
  /** Null if the body was incomplete, too long or not UTF-8. */
  readonly body: string | null;
}

export function openHttpSms(settings: HttpGatewaySettings): SmsGateway {
  return {
    system: settings.system,
    timeLimit: settings.connectLimit + settings.answerLimit,
    send: async (message) => judge(settings, await exchange(settings, requestOf(settings, message)), message),
    close: async () => undefined,
  };
}

interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: Buffer | null;
}

function requestOf(settings: HttpGatewaySettings, message: OutgoingSms): OutgoingRequest {
  const { authentication, format, method } = settings;
  const credentials = authentication.kind === 'placed' ? authentication : { user: '', password: '' };
  const { alphabet, segments } = encodeSms(message.text);
  const values = {
    to: message.to,
    toDigits: message.to.replace(/^\+/, ''),
    text: message.text,
    id: message.id,
    from: settings.from,
    validity: message.validMinutes,
    validitySeconds: message.validMinutes * 60,
    coding: alphabet === 'GSM-7' ? 0 : 2,
    parts: segments.length,
    receipt: settings.receiptAddress?.(message.id) ?? '',
    user: credentials.user,
    password: credentials.password,
  };
  const filled = fillTemplate(settings.body, format, values);
  const url = new URL(settings.url);
  const headers = { accept: '*/*', ...fillHeaders(settings.headers, values), ...authorization(authentication) };
  if (method === 'GET') {
    for (const [name, value] of new URLSearchParams(filled)) url.searchParams.append(name, value);
    return { url, headers, body: null };
  }
  const body = Buffer.from(filled);
  return {
    url,
    headers: { 'content-type': CONTENT_TYPE[format], ...headers, 'content-length': String(body.length) },
    body,
  };
}

function authorization(authentication: SmsAuthentication): Record<string, string> {
  switch (authentication.kind) {
    case 'basic': {
      const { user, password } = authentication;
      return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    }
    case 'bearer':
      return { authorization: `Bearer ${authentication.token}` };
    case 'header':
      return { [authentication.name.toLowerCase()]: authentication.key };
    default:
      return {};
  }
}

/**
 * One request on a new connection: when a reused connection breaks, it is unclear whether the request was read.
 * @throws SmsFailure; certain before the connection is established, uncertain afterwards.
 */
function exchange(settings: HttpGatewaySettings, { url, headers, body }: OutgoingRequest): Promise<Answer> {
  const { system, method, ca, connectLimit, answerLimit } = settings;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let connected = false;
    const request = (secure ? requestHttps : requestHttp)(url, {
      method,
      headers,
      agent: false,
      ...(ca === null ? {} : { ca }),
    });
    const fail = (reason: 'timeout' | 'down', problem: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new SmsFailure(system, { reason, mayHaveLeft: connected, what: problem }, { cause }));
      request.destroy();
    };
    let timer = setTimeout(() => fail('timeout', `no connection within ${connectLimit} ms`), connectLimit);
    request.once('socket', (socket: Socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(() => fail('timeout', `no answer within ${answerLimit} ms`), answerLimit);
      });
    });
    request.on('error', (error) => fail('down', connected ? 'the connection broke' : 'no connection', error));
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const finish = (isComplete: boolean): void => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, body: isComplete ? textOf(Buffer.concat(parts)) : null });
        request.destroy();
      };
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > BODY_LIMIT) finish(false);
        else parts.push(part);
      });
      response.once('end', () => finish(response.complete));
      response.once('error', () => finish(false));
    });
    request.end(body ?? undefined);
  });
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(body: string | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Statuses of servers that did nothing; after 500, 502 and 504 the message may be on its way. */
const NOT_PROCESSED = new Set([501, 503, 505]);

function judge(settings: HttpGatewaySettings, { status, body }: Answer, message: OutgoingSms): SmsResult {
  const { system, answer } = settings;
  const fail = (reason: 'down' | 'refused' | 'wrong', mayHaveLeft: boolean, problem: string) =>
    new SmsFailure(system, { reason, mayHaveLeft, what: problem });
  const accepted = answer.acceptedStatus.length > 0 ? answer.acceptedStatus : null;
  const goodStatus = accepted === null ? status >= 200 && status < 300 : accepted.includes(status);
  if (answer.refusedText !== null && body?.includes(answer.refusedText)) {
    return { state: 'REFUSED', reason: `status ${status} with the text of a refusal` };
  }
  if (!goodStatus) {
    if (status >= 500) throw fail('down', !NOT_PROCESSED.has(status), `answered ${status}`);
    // Credentials, redirects, paths and limits affect every message; the other statuses only this one.
    if ([401, 402, 403, 404, 405, 407, 429].includes(status)) throw fail('refused', false, `answered ${status}`);
    if (status >= 400) return { state: 'REFUSED', reason: `answered ${status}` };
    throw fail('wrong', status < 300, `answered ${status}`);
  }
  const json = parseJson(body);
  if (answer.acceptedText !== null && !body?.includes(answer.acceptedText)) {
    throw fail('wrong', true, `answered ${status} without the text of an acceptance`);
  }
  if (answer.acceptedPath !== null) {
    const { path, value } = answer.acceptedPath;
    const fieldValue = atPath(json, path);
    if (fieldValue === undefined) throw fail('wrong', true, `answered ${status} without ${path}`);
    if (String(fieldValue) !== value) return { state: 'REFUSED', reason: `answered ${status} with another ${path}` };
  }
  return { state: 'TAKEN', providerId: providerIdIn(answer, json, body) ?? message.id };
}

/** @returns null for an answer without an id; the message was accepted all the same. */
function providerIdIn({ idPath, idText }: ResponseRules, json: unknown, body: string | null): string | null {
  const value = idPath === null ? idInText(idText, body) : atPath(json, idPath);
  const isId = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isId ? String(value).slice(0, 200) : null;
}

function idInText(pattern: string | null, body: string | null): string | null {
  if (pattern === null || body === null) return null;
  const [before = '', after = ''] = pattern.split('{id}');
  const start = body.indexOf(before);
  if (start < 0) return null;
  const rest = body.slice(start + before.length);
  const end = after === '' ? rest.search(/\s|$/) : rest.indexOf(after);
  return end <= 0 ? null : rest.slice(0, end).trim();
}
