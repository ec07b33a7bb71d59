/** A call as plain data, without schemas: used by the browser, and by `endpoint`. */
export interface Call {
  /** The endpoint's name in the contract: unique, and the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for parameters. */
  readonly path: string;
  /** A POST that changes nothing. */
  readonly reads?: true;
  /** A create that supports the `Idempotency-Key` header; its handler runs its transaction through `once`. */
  readonly idempotent?: true;
  /** The key of the response in the browser's cache, with `{name}` for parameters; default: derived from the path. */
  readonly key?: string;
  /** Keys or key prefixes of responses that may be stale after this call. */
  readonly stale?: readonly string[];
}
