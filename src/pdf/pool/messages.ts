/** Messages between the main thread and the pool's threads, and how an error keeps its code on the way. */
import { SigningDefect } from '../signing-defect.ts';
import type { Calls, Work } from './pdf-operations.ts';

export type CallName = keyof Calls;

export type ToThread =
  | { readonly id: number; readonly name: keyof Work; readonly question: unknown }
  /** The result of a call; null if it failed, in which case the main thread keeps the reason. */
  | { readonly id: number; readonly call: number; readonly answer: Uint8Array | null };

export type FromThread =
  /** The program is loaded. */
  | { readonly ready: true }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure }
  | {
      readonly id: number;
      readonly call: number;
      readonly name: CallName;
      readonly data: Uint8Array;
      /** Index of the key among those sent with the question. */
      readonly key: number;
    };

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  /** Number of the main thread's call that failed with this error. */
  readonly call?: number;
}

/** In a thread: the main thread could not fulfil a call. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly call: number;

  constructor(call: number) {
    super('The main thread could not answer');
    this.call = call;
  }
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error instanceof CallFailed ? { call: error.call } : {}),
  };
}

export function errorOf({ name, message, code, stack }: Failure): Error {
  const error =
    name === 'SigningDefect'
      ? new SigningDefect(code as SigningDefect['code'], message)
      : Object.assign(new Error(message), code === undefined ? { name } : { name, code });
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Buffers of a value that can be transferred without copying: bytes that span their whole buffer. */
export function transferables(bytes: unknown): ArrayBuffer[] {
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.buffer.byteLength === bytes.byteLength ? [bytes.buffer] : [];
}
