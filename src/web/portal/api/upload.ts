/** Sends a call with a large body and reports upload progress, which fetch cannot. */
import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { isOffline, noteAnswer } from '../../shared/connection.ts';
import { failureOf, headersOf, noAnswerFailure } from './client.ts';
import { noAnswer } from './failure.ts';
import { addressOf, type CallInput, requestOf } from './request.ts';
import { ACT_MS, STALLED_MS } from './timeout.ts';

export interface Progress {
  sent: number;
  total: number;
}

/** Sends the call and parses its JSON. Throws ApiFailure. */
export function askUpload<C extends Call>(
  call: C,
  input: CallInput<C>,
  onProgress: (progress: Progress) => void,
): Promise<AnswerOf<C>> {
  const sent = requestOf(call, input);
  return new Promise((resolve, reject) => {
    const offline = isOffline();
    let isUploaded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = new XMLHttpRequest();
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    request.open(call.method, addressOf(sent));
    request.responseType = 'json';
    headersOf(sent).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = (event) => {
      waitFor(STALLED_MS);
      if (event.lengthComputable) onProgress({ sent: event.loaded, total: event.total });
    };
    request.upload.onload = () => {
      isUploaded = true;
      waitFor(ACT_MS);
    };
    request.onload = () => {
      noteAnswer(offline);
      const body: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve(body as AnswerOf<C>);
      else reject(failureOf(request.status, body, request.getResponseHeader('retry-after')));
    };
    // An incomplete body has no effect on the server.
    request.onerror = () => reject(isUploaded ? noAnswerFailure(sent, offline) : noAnswer('absent'));
    request.onabort = request.onerror;
    request.onloadend = () => clearTimeout(timer);
    request.send(JSON.stringify(sent.body));
    waitFor(STALLED_MS);
  });
}
