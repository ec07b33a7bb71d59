/** An endpoint as data: what the server guards, the browser calls and the documentation prints (specification §7). */
import type { z } from 'zod';
import type { Action } from '#domain/access.ts';
import type { RefusalCode } from '#domain/errors.ts';
import type { Call } from '../calls/call.ts';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> extends Call {
  readonly summary: string;
  /** `staff`: session and role; `open`: nobody need be signed in; `signer`: the link's token and ceremony cookie decide; `device`: a tablet's proof. */
  readonly access: 'staff' | 'open' | 'signer' | 'device';
  /** Checked by the guard before anything is loaded; mandatory for staff. */
  readonly action?: Action;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Absent for binary answers and for 204. Tests parse every answer against it, strictly. */
  readonly output?: Output;
  /** Media types of a binary answer. */
  readonly binary?: readonly string[];
  readonly status: 200 | 201 | 202 | 204;
  /** What a create answers when the thing is there already. */
  readonly existing?: 200;
  /** Bytes; see `bodyLimitOf` for the defaults. */
  readonly bodyLimit?: number;
  /** Which entity field errors speak of. */
  readonly objectName?: string;
  /** Shown in the documentation; a test holds each part to its schema. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly answer?: unknown;
  };
  /** Refusals a caller may meet besides those of the guard (refusals.ts); tests refuse any other. */
  readonly errors: readonly RefusalCode[];
}

/** The type of a schema that an endpoint does not have. */
type Absent = z.ZodUndefined;

export const endpoint = <
  Params extends z.ZodType = Absent,
  Query extends z.ZodType = Absent,
  Body extends z.ZodType = Absent,
  Output extends z.ZodType = Absent,
>(
  call: Call,
  definition: Omit<Endpoint<Params, Query, Body, Output>, keyof Call>,
): Endpoint<Params, Query, Body, Output> => ({ ...call, ...definition });

/** Without a session nobody has much to say: what is read before anything is known of the caller stays small. */
const OPEN_BODY = 65_536;
const STAFF_BODY = 1_048_576;

/** Bytes of the largest body an endpoint reads. */
export const bodyLimitOf = ({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? (access === 'staff' ? STAFF_BODY : OPEN_BODY);
