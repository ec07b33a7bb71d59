/** An endpoint as data: enforced by the server, called by the browser, printed in the documentation. */
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
  /**
   * `staff`: staff session and role; `open`: no sign-in needed; `signer`: authorized by the link's token and the
   * ceremony cookie; `device`: by a tablet's proof.
   */
  readonly access: 'staff' | 'open' | 'signer' | 'device';
  /** Checked by the guard before any data is loaded; required for staff. */
  readonly action?: Action;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Absent for binary responses and for 204. Tests parse every response strictly against it. */
  readonly output?: Output;
  /** Media types of a binary response. */
  readonly binary?: readonly string[];
  readonly status: 200 | 201 | 202 | 204;
  /** Status of a create if the object already exists. */
  readonly existing?: 200;
  /** Bytes; see `bodyLimitOf` for the defaults. */
  readonly bodyLimit?: number;
  /** The entity named in field errors. */
  readonly objectName?: string;
  /** Shown in the documentation; a test checks each part against its schema. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly answer?: unknown;
  };
  /** Refusals in addition to those of the guard (refusals.ts); tests reject any other. */
  readonly errors: readonly RefusalCode[];
}

/** Type of a schema that an endpoint lacks. */
type NoSchema = z.ZodUndefined;

type Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
> = Omit<Endpoint<Params, Query, Body, Output>, keyof Call | 'status' | 'errors'> &
  Partial<Pick<Endpoint, 'status' | 'errors'>>;

/** The status is 200 and there are no errors besides the guard's, unless the definition names them. */
export const endpoint = <
  Params extends z.ZodType = NoSchema,
  Query extends z.ZodType = NoSchema,
  Body extends z.ZodType = NoSchema,
  Output extends z.ZodType = NoSchema,
>(
  call: Call,
  definition: Definition<Params, Query, Body, Output>,
): Endpoint<Params, Query, Body, Output> => ({ ...call, status: 200, errors: [], ...definition });

/** @returns `endpoint` for staff who may do `action`. */
export const staffEndpointsOf =
  (objectName?: string) =>
  <
    Params extends z.ZodType = NoSchema,
    Query extends z.ZodType = NoSchema,
    Body extends z.ZodType = NoSchema,
    Output extends z.ZodType = NoSchema,
  >(
    call: Call,
    action: Action,
    definition: Omit<Definition<Params, Query, Body, Output>, 'access' | 'action'>,
  ): Endpoint<Params, Query, Body, Output> =>
    endpoint(call, {
      access: 'staff',
      action,
      ...(objectName === undefined ? {} : { objectName }),
      ...definition,
    });

/** An endpoint for staff whose field errors name no entity. */
export const staffEndpoint = staffEndpointsOf();

/** Small for calls without a staff session: the body is read before the caller is known. */
const OPEN_BODY_LIMIT = 65_536;
const STAFF_BODY_LIMIT = 1_048_576;

/** Maximum body size of an endpoint in bytes. */
export const bodyLimitOf = ({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? (access === 'staff' ? STAFF_BODY_LIMIT : OPEN_BODY_LIMIT);
