/** A call as plain data: what the browser sends and what `endpoint` builds on, without schemas. */
export interface Call {
  /** The endpoint's name in the contract: unique, and the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for parameters, as the specification writes it. */
  readonly path: string;
  /** A POST that changes nothing. */
  readonly reads?: true;
  /** A create: honours an `Idempotency-Key` header; its handler runs its transaction by `once`. */
  readonly idempotent?: true;
  /** Where the browser's cache keeps the answer, with `{name}` for parameters; derived from the path by default. */
  readonly key?: string;
  /** Keys, or beginnings of keys, of the answers that may have changed after this call. */
  readonly stale?: readonly string[];
}
