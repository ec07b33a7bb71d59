/** Input and output types of a call, derived from the contract's schemas: no schema enters the browser's bundles. */
import type { z } from 'zod';
import type * as administrators from '../accounts/administrators.ts';
import type * as notifications from '../accounts/notifications.ts';
import type * as technical from '../accounts/technical.ts';
import type * as users from '../accounts/users.ts';
import type * as adherences from '../adherences.ts';
import type { Call } from '../calls/call.ts';
import type { confirmQrRequest, startSign } from '../calls/signing.ts';
import type { sendToTablet } from '../calls/tablets.ts';
import type * as places from '../comuni.ts';
import type * as consents from '../consents.ts';
import type * as customerSearch from '../customer-search.ts';
import type * as dealers from '../dealers.ts';
import type * as devices from '../devices.ts';
import type * as documents from '../documents.ts';
import type * as dossiers from '../dossiers.ts';
import type * as feaPage from '../fea-page.ts';
import type * as folders from '../folders.ts';
import type * as identity from '../identity.ts';
import type * as firstSteps from '../installation/first-steps.ts';
import type * as folderTypes from '../installation/folder-types.ts';
import type * as webhooks from '../integrations/webhooks.ts';
import type * as licenses from '../licenses.ts';
import type * as allDocuments from '../lists/all-documents.ts';
import type * as live from '../live-stream.ts';
import type * as paperVersions from '../paper-versions.ts';
import type * as papers from '../papers.ts';
import type * as photoLinks from '../photos/photo-links.ts';
import type * as services from '../services.ts';
import type * as contactWords from '../signing/contact-checks.ts';
import type * as evidence from '../signing/evidence.ts';
import type * as handwriting from '../signing/handwriting.ts';
import type * as issued from '../signing/issued-files.ts';
import type * as ownSignature from '../signing/own-signature.ts';
import type * as qr from '../signing/qr.ts';
import type * as recurringNumbers from '../signing/recurring-numbers.ts';
import type * as signaturePlaces from '../signing/signature-places.ts';
import type * as signedFiles from '../signing/signed-files.ts';
import type * as signing from '../signing/signing.ts';
import type * as signingState from '../signing/signing-state.ts';
import type * as tablets from '../signing/tablets.ts';
import type * as waiting from '../signing/waiting.ts';
import type * as statistics from '../statistics.ts';
import type * as videos from '../videos.ts';
import type { Endpoint } from './endpoint.ts';

type Contract = typeof administrators &
  typeof notifications &
  typeof technical &
  typeof users &
  typeof adherences &
  typeof consents &
  typeof contactWords &
  typeof customerSearch &
  typeof dealers &
  typeof devices &
  typeof documents &
  typeof dossiers &
  typeof evidence &
  typeof feaPage &
  typeof folders &
  typeof folderTypes &
  typeof handwriting &
  typeof identity &
  typeof firstSteps &
  typeof webhooks &
  typeof issued &
  typeof licenses &
  typeof allDocuments &
  typeof live &
  typeof ownSignature &
  typeof paperVersions &
  typeof papers &
  typeof photoLinks &
  typeof places &
  typeof qr &
  typeof recurringNumbers &
  typeof services &
  typeof signaturePlaces &
  typeof signedFiles &
  typeof signing &
  typeof signingState &
  typeof statistics &
  typeof tablets &
  typeof videos &
  typeof waiting;

/** The schemas of a call; `never` if the contract does not contain the call. */
type EndpointOf<C extends Call> = C['id'] extends keyof Contract ? Contract[C['id']] : never;

type SchemasOf<C extends Call> =
  EndpointOf<C> extends Endpoint<infer Params, infer Query, infer Body, infer Output>
    ? { params: Params; query: Query; body: Body; output: Output }
    : never;

/** The response of a call; `undefined` for a file and for a response without a body. */
export type AnswerOf<C extends Call> = z.output<SchemasOf<C>['output']>;

/** The row type of a call that returns a list. */
export type RowOf<C extends Call> = AnswerOf<C> extends readonly (infer Row)[] ? Row : never;

/** The body of a call before the server fills in defaults. */
export type BodyOf<C extends Call> = Sendable<z.input<SchemasOf<C>['body']>>;

/** Lists in a body may be read-only, since they are only serialized. */
type Sendable<T> = T extends object ? { readonly [K in keyof T]: Sendable<T[K]> } : T;

/** Text parameters of an address, also accepted as the values they represent. */
type TextOrValue<T> = { [K in keyof T]: T[K] extends string ? T[K] : T[K] | string };

type PathOf<C extends Call> = TextOrValue<z.output<SchemasOf<C>['params']>>;

/** The query of a call: each value as written in the URL. */
export type QueryOf<C extends Call> = QueryValues<z.input<SchemasOf<C>['query']>>;

type QueryValues<T> = T extends object ? { [K in keyof T]: string extends T[K] ? T[K] | number | boolean : T[K] } : T;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : undefined extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** Whether a call starts a signature, now or later: its body may name the dealer's signers. */
export type StartsSignature<C extends Call> = HasMember<NonNullable<BodyOf<C>>, 'signers'>;
type HasMember<T, Field extends string> = [T] extends [never]
  ? false
  : string extends keyof T
    ? false
    : Field extends keyof T
      ? true
      : false;

/** Calls that start a signature; each addresses its document. */
export type StartCall = typeof startSign | typeof confirmQrRequest | typeof sendToTablet;

/** All inputs of a call; parts that the contract lacks cannot be passed. */
export type InputOf<C extends Call> = Part<'path', PathOf<C>> & { query?: QueryOf<C> } & Part<'body', BodyOf<C>>;
