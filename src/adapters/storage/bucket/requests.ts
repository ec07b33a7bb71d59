/** Requests to an S3 store: time limits by size, one retry, the circuit breaker, and errors as OutsideFailure. */

import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  DeleteObjectCommandOutput,
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListObjectsV2CommandOutput,
  PutObjectCommandInput,
  PutObjectCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { OutsideFailure, type OutsideGuard, type OutsideReason } from '#ports/outside-system.ts';
import { nameOf, statusOf } from '../../outside/s3-error.ts';

/** Location of and access to the bucket. */
export interface BucketSettings {
  readonly bucket: string;
  /** Prefix of every key: empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Address of a store other than Amazon's; null means Amazon's own address for the region. */
  readonly endpoint: string | null;
  /** `path`: https://host/bucket/key; `virtual`: https://bucket.host/key. */
  readonly addressing: 'path' | 'virtual';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Server-side encryption that each write requests and the response must confirm. */
  readonly encryption: 'AES256' | 'aws:kms';
  /** For `aws:kms`; null means the bucket's default key. */
  readonly kmsKeyId: string | null;
}

/** Time limit of one attempt in milliseconds: a base plus the transfer time on a slow line. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 8_000;
const BYTES_PER_MS = 1_000;
const ATTEMPTS = 2;
const RETRY_MS = 100;
/** Limit for the guard around one request with its retry; the size-based limits are shorter for this product's files. */
export const REQUEST_LIMIT_MS = 120_000;

const RETRIED_REASONS = new Set([408, 409, 429]);
/** Amazon reports these with status 400 or 403; the next attempt uses the corrected clock. */
const RETRIED_NAMES = new Set(['RequestTimeout', 'RequestTimeTooSkewed']);
const FULL_NAMES = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'ServiceQuotaExceeded']);

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== 'UnknownError' ? `: ${error.message}` : '';

const silent = (): void => undefined;
const wrong = (problem: string): OutsideFailure => new OutsideFailure('storage', 'wrong', problem);

function reasonOf(error: unknown): OutsideReason {
  const status = statusOf(error);
  const name = nameOf(error);
  // The library also reports a closed connection as a time-out.
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'down';
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (RETRIED_NAMES.has(name)) return 'down';
  if (FULL_NAMES.has(name) || status === undefined) return 'down';
  if (status >= 500 && status !== 501) return 'down';
  if (RETRIED_REASONS.has(status)) return 'down';
  if (status >= 400) return 'refused';
  return 'wrong';
}

/** A full store maps to the file system's code, which the product already reports as "no space left". */
function failureOf(operation: string, error: unknown): OutsideFailure {
  if (error instanceof OutsideFailure) return error;
  const status = statusOf(error);
  const full = FULL_NAMES.has(nameOf(error)) || status === 507;
  const cause = full ? Object.assign(new Error('the bucket is full', { cause: error }), { code: 'EDQUOT' }) : error;
  const text = `${operation}: ${status ?? ''} ${nameOf(error)}${messageOf(error)}`.replace(/: {2}/, ': ');
  return new OutsideFailure('storage', reasonOf(error), text, { cause });
}

const isRetried = ({ reason }: OutsideFailure): boolean => reason === 'down' || reason === 'timeout';

export interface RequestOptions {
  /** Circuit breaker of this store; its time limit is {@link REQUEST_LIMIT_MS}. */
  readonly guard: OutsideGuard;
  /** Milliseconds for one attempt without file transfer; default 8,000. */
  readonly answerMs?: number;
}

/** The response to a `GET`: the requested bytes and the object's properties. */
export interface Part {
  readonly bytes: Buffer;
  /** Size of the whole object. */
  readonly size: number;
  readonly etag: string;
  /** Changes with every write, even of equal content if the store updates the date. */
  readonly state: string;
}

export interface Head {
  readonly size: number;
  readonly etag: string;
  readonly state: string;
  /** Milliseconds since the last write, by the store's clock; accurate to the second. */
  readonly age: number;
  readonly encrypted: boolean;
}

/** A request body; `body` is called once per attempt. */
export interface Body {
  readonly sha256: string;
  /** Base64. */
  readonly md5: string;
  readonly size: number;
  body(): Buffer | Readable;
}

type Dated = { $metadata: { date?: string } };
type Written = { readonly etag: string; readonly versionId: string | undefined };

/** @returns milliseconds from `time` to the Date of the answer. */
function ageBy(response: { $metadata: object }, time: Date | undefined): number {
  const now = Date.parse((response as Dated).$metadata.date ?? '');
  if (Number.isNaN(now) || time === undefined) throw wrong('an answer without Date or Last-Modified');
  return now - time.getTime();
}

const stateOf = ({ ETag, LastModified, VersionId }: GetObjectCommandOutput | HeadObjectCommandOutput): string =>
  `${ETag}:${LastModified?.getTime()}:${VersionId ?? ''}`;

/** Reads a body of exactly this length. */
async function readBody(response: GetObjectCommandOutput, length: number, signal: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let at = 0;
  if (response.Body !== undefined) {
    for await (const part of addAbortSignal(signal, response.Body as Readable)) {
      if (at + part.length > length) throw wrong('an answer longer than was asked for');
      bytes.set(part, at);
      at += part.length;
    }
  }
  if (at < length) throw new OutsideFailure('storage', 'down', `an answer broke off after ${at} of ${length} bytes`);
  return bytes;
}

export function openClient(settings: BucketSettings, s3: typeof import('@aws-sdk/client-s3')): S3Client {
  const client = new s3.S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.addressing === 'path',
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // We retry ourselves: after repeating a conditional write, its response must be interpreted differently.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_MS, throwOnRequestTimeout: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Some stores and proxies ignore it; conflicts are rare enough to occasionally send a body for nothing.
    expectContinueHeader: false,
    // Suppresses the library's console warnings about unrepeatable streams; we repeat them ourselves.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = result.response as { headers: Record<string, string> };
      (result.output as Dated).$metadata.date = headers.date ?? '';
      return result;
    },
    { step: 'deserialize', priority: 'high', name: 'keepDate' },
  );
  return client;
}

/** Loads the library only if a bucket is used. */
export async function openRequests(settings: BucketSettings, options: RequestOptions): Promise<BucketRequests> {
  const s3 = await import('@aws-sdk/client-s3');
  return new BucketRequests(settings, options, openClient(settings, s3), s3);
}

export class BucketRequests {
  readonly #settings: BucketSettings;
  readonly #guard: OutsideGuard;
  readonly #answerMs: number;
  readonly #client: S3Client;
  readonly #s3: typeof import('@aws-sdk/client-s3');

  constructor(
    settings: BucketSettings,
    options: RequestOptions,
    client: S3Client,
    s3: typeof import('@aws-sdk/client-s3'),
  ) {
    this.#settings = settings;
    this.#guard = options.guard;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    this.#client = client;
    this.#s3 = s3;
  }

  close(): void {
    this.#client.destroy();
  }

  /** @param bytes transferred by the request, for its time limit. */
  async #ask<T>(what: string, bytes: number, attempts: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ms = this.#answerMs + Math.ceil(bytes / BYTES_PER_MS);
    return this.#guard(async (outer) => {
      for (let attempt = 1; ; attempt += 1) {
        const limit = AbortSignal.timeout(ms);
        try {
          return await call(AbortSignal.any([outer, limit]));
        } catch (error) {
          const failure = limit.aborted
            ? new OutsideFailure('storage', 'timeout', `${what}: no answer within ${ms} ms`)
            : failureOf(what, error);
          if (outer.aborted || attempt >= attempts || !isRetried(failure)) throw failure;
        }
        await pause(RETRY_MS * (1 + Math.random()), undefined, { signal: outer });
      }
    });
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${name}` };
  }

  #isEncrypted(response: HeadObjectCommandOutput | PutObjectCommandOutput): boolean {
    const { encryption, kmsKeyId } = this.#settings;
    if (response.ServerSideEncryption !== encryption) return false;
    // Amazon returns the key's full ARN, regardless of the requested form.
    return kmsKeyId === null || encryption === 'AES256' || (response.SSEKMSKeyId ?? '').endsWith(kmsKeyId);
  }

  /**
   * Writes in one request; the store checks Content-MD5 and the SHA-256 of the body, which the signature covers.
   * @param options.once writes only when no object has this name: `If-None-Match: *`.
   * @returns null when the object exists already.
   * @throws OutsideFailure also when the answer does not confirm the encryption; a new object is then deleted again.
   */
  async put(name: string, file: Body, options: { once: boolean }): Promise<Written | null> {
    const { encryption, kmsKeyId } = this.#settings;
    const input: Omit<PutObjectCommandInput, 'Body'> = {
      ...this.#at(name),
      ...(options.once ? { IfNoneMatch: '*' } : {}),
      ...{ ContentMD5: file.md5, ContentLength: file.size, ContentType: 'application/octet-stream' },
      ServerSideEncryption: encryption,
      ...(encryption === 'aws:kms' && kmsKeyId !== null ? { SSEKMSKeyId: kmsKeyId } : {}),
    };
    const response = await this.#ask('put', file.size, ATTEMPTS, async (abortSignal) => {
      const command = new this.#s3.PutObjectCommand({ ...input, Body: file.body() });
      command.middlewareStack.add(
        (next) => (args) => {
          (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = file.sha256;
          return next(args);
        },
        { step: 'build', name: 'signBody' },
      );
      try {
        return await this.#client.send(command, { abortSignal });
      } catch (error) {
        if (options.once && statusOf(error) === 412) return null;
        throw error;
      }
    });
    if (response === null) return null;
    if (!this.#isEncrypted(response)) {
      if (options.once) await this.delete(name, response.VersionId);
      throw wrong(`the store did not confirm encryption ${encryption} (${response.ServerSideEncryption ?? 'none'})`);
    }
    return { etag: response.ETag ?? '', versionId: response.VersionId };
  }

  /** @returns null when there is no such object. */
  async part(name: string, start: number, end: number): Promise<Part | null> {
    const input = { ...this.#at(name), Range: `bytes=${start}-${end - 1}` };
    return this.#ask('get', end - start, ATTEMPTS, async (abortSignal) => {
      let response: GetObjectCommandOutput;
      try {
        // The response headers arrive within the usual limit; only the body takes longer.
        const options = { abortSignal, requestTimeout: this.#answerMs };
        response = await this.#client.send(new this.#s3.GetObjectCommand(input), options);
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return null;
        // The object is empty or shorter than the offset: the hash check decides whether that is correct.
        if (statusOf(error) === 416) return { bytes: Buffer.alloc(0), size: start, etag: '', state: '' };
        throw error;
      }
      const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.ContentRange ?? '')?.map(Number) ?? [];
      if (from !== start || to === undefined || size === undefined || to >= end || to < from) {
        (response.Body as Readable | undefined)?.destroy();
        throw wrong(`asked for bytes ${start} to ${end}, was answered ${response.ContentRange ?? 'without a range'}`);
      }
      const bytes = await readBody(response, to + 1 - from, abortSignal);
      return { bytes, size, etag: response.ETag ?? '', state: stateOf(response) };
    });
  }

  /** @returns null when there is no such object. */
  async head(name: string): Promise<Head | null> {
    const command = () => new this.#s3.HeadObjectCommand(this.#at(name));
    return this.#ask('head', 0, ATTEMPTS, async (abortSignal) => {
      try {
        const response = await this.#client.send(command(), { abortSignal });
        const { ContentLength: size = 0, ETag: etag = '' } = response;
        const age = ageBy(response, response.LastModified);
        return { size, etag, age, state: stateOf(response), encrypted: this.#isEncrypted(response) };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    });
  }

  /** @param versionId deletes that version permanently; without it, a versioned bucket gets a delete marker. */
  async delete(name: string, versionId?: string): Promise<void> {
    await this.#delete(name, versionId, ATTEMPTS);
  }

  /** Sent only once: after a failure it is unknown whether the delete will still take effect. */
  async deleteOnce(name: string): Promise<void> {
    await this.#delete(name, undefined, 1);
  }

  #delete(name: string, versionId: string | undefined, attempts: number): Promise<DeleteObjectCommandOutput | null> {
    const input = { ...this.#at(name), ...(versionId === undefined ? {} : { VersionId: versionId }) };
    return this.#ask('delete', 0, attempts, async (abortSignal) => {
      try {
        return await this.#client.send(new this.#s3.DeleteObjectCommand(input), { abortSignal });
      } catch (error) {
        // Amazon returns 204 for a missing object too; other stores return an error.
        if (nameOf(error) === 'NoSuchKey') return null;
        throw error;
      }
    });
  }

  /** Names with this prefix in order, page by page; ages by the store's clock. */
  async *list(namePrefix: string): AsyncGenerator<{ name: string; age: number }> {
    const { bucket: Bucket, prefix } = this.#settings;
    for (let token: string | undefined; ; ) {
      const position = token === undefined ? {} : { ContinuationToken: token };
      const page = await this.#ask('list', 0, ATTEMPTS, (abortSignal): Promise<ListObjectsV2CommandOutput> => {
        const command = new this.#s3.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${namePrefix}`, ...position });
        return this.#client.send(command, { abortSignal });
      });
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        yield { name: Key.slice(prefix.length), age: ageBy(page, LastModified) };
      }
      if (page.IsTruncated !== true) return;
      if (page.NextContinuationToken === undefined || page.NextContinuationToken === token) {
        throw wrong('a list of names without its next page');
      }
      token = page.NextContinuationToken;
    }
  }
}
