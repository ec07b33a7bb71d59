/** The live stream of changes that the caller may see, so that pages need not poll. */
import { z } from 'zod';
import * as calls from './calls/installation.ts';
import { staffEndpoint } from './definition/endpoint.ts';

/** Maximum duration of a stream in seconds; the browser then opens the next one. */
export const MAX_STREAM_SECONDS = 600;

export const streamChanges = staffEndpoint(calls.streamChanges, 'account.read', {
  summary:
    'Server-sent events (text/event-stream) for changes that the caller may see: “change” with entity, id, kind, status, folderId and dossierId (null if no customer is involved), and with outcome (signed, customerSigned if staff sign after the customers, declined, locked, expired) for the user who created the document or started its signature (`started`: true for the latter); “notification” when the caller’s notifications have changed; “resync” when events may have been missed; ends after `seconds`',
  query: z.strictObject({
    seconds: z.coerce.number().int().min(0).max(MAX_STREAM_SECONDS).default(MAX_STREAM_SECONDS),
  }),
  binary: ['text/event-stream'],
  objectName: 'request',
  example: { query: { seconds: 600 } },
});
