/** For `doctor`: checks that a bucket supports what the product needs. Writes small trial objects and deletes them. */
import { createHash, randomUUID } from 'node:crypto';
import type { PutObjectCommandInput, PutObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { type BucketSettings, nameOf, openClient, statusOf } from './bucket/requests.ts';

/** Milliseconds for all checks. */
const LIMIT_MS = 3_500;
/** Milliseconds for deleting the trial objects. */
const DELETE_MS = 1_300;
/** S3 refuses requests when the clocks differ by 15 minutes. */
const CLOCK_MS = 60_000;
const CONTENT = Buffer.from('fascicolo doctor');
const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

const toldOf = (error: unknown): string => `${statusOf(error) ?? ''} ${nameOf(error)}`.trim();

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Errors explained by their name: the setting, and the remedy. */
const BY_NAME: Readonly<Record<string, readonly [string, string]>> = {
  NoSuchBucket: ['S3_BUCKET', 'The store has no bucket of this name. Create it, or correct S3_BUCKET.'],
  InvalidAccessKeyId: ['S3_ACCESS_KEY_ID', 'The store does not know this key. Correct S3_ACCESS_KEY_ID.'],
  SignatureDoesNotMatch: ['S3_SECRET_ACCESS_KEY', 'The secret does not belong to S3_ACCESS_KEY_ID. Correct it.'],
  AccessDenied: ['S3_ACCESS_KEY_ID', 'The key may not list the bucket. Allow list, get, put and delete in it.'],
  RequestTimeTooSkewed: ['clock', 'The store refuses our time. Set the clock of this machine by NTP.'],
  PermanentRedirect: ['S3_REGION', 'The bucket is in another region. Correct S3_REGION.'],
  AuthorizationHeaderMalformed: ['S3_REGION', 'The bucket is in another region. Correct S3_REGION.'],
};

/** The reason why the bucket is unreachable. */
function reachProblem(error: unknown, { endpoint, region }: BucketSettings): Finding {
  const place = endpoint === null ? `Amazon S3 in ${region}` : `The store at ${endpoint}`;
  const known = BY_NAME[nameOf(error)];
  if (known !== undefined) return failure(...known);
  const code = codeOf(error);
  if (UNTRUSTED.test(code)) {
    const todo = 'Have this machine trust its authority (update-ca-certificates), or correct the store’s certificate';
    return failure('S3_ENDPOINT', `${place} has a TLS certificate that is not trusted (${code}). ${todo}.`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const todo = 'Correct S3_ENDPOINT; with S3_ADDRESSING=virtual the name of the bucket stands before it';
    return failure('S3_ENDPOINT', `${place} has a name that DNS does not know. ${todo}.`);
  }
  const status = statusOf(error);
  if (status === undefined) {
    return failure(
      'S3_ENDPOINT',
      `${place} does not answer (${code || nameOf(error)}). Check the address and the network.`,
    );
  }
  if (status >= 500)
    return failure('S3_ENDPOINT', `${place} answers ${toldOf(error)}: it is not working. Ask its operator.`);
  return failure(
    'S3_ENDPOINT',
    `${place} answers ${toldOf(error)}, which no S3 store should. Check S3_ENDPOINT and S3_BUCKET.`,
  );
}

class BucketCheck {
  readonly #settings: BucketSettings;
  readonly #s3: typeof import('@aws-sdk/client-s3');
  readonly #client: S3Client;
  readonly #signal: AbortSignal;
  /** Encryption parameters that the store accepts. */
  #encrypted: Partial<PutObjectCommandInput> = {};
  /** Trial objects to delete: key and version. */
  readonly #written: { Key: string; VersionId: string | undefined }[] = [];

  constructor(settings: BucketSettings, s3: typeof import('@aws-sdk/client-s3'), client: S3Client) {
    this.#settings = settings;
    this.#s3 = s3;
    this.#client = client;
    this.#signal = AbortSignal.timeout(LIMIT_MS);
  }

  get #options(): { abortSignal: AbortSignal } {
    return { abortSignal: this.#signal };
  }

  #key(name: string): string {
    return `${this.#settings.prefix}doctor/${randomUUID()}-${name}`;
  }

  async run(): Promise<Finding[]> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    let clock: Finding;
    try {
      const command = new this.#s3.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 });
      clock = clockFinding(await this.#client.send(command, this.#options));
    } catch (error) {
      return [reachProblem(error, this.#settings)];
    }
    const findings = [ok('S3_BUCKET', `The bucket ${Bucket} answers.`), clock];
    // Before the first write: under a default object lock the trial objects could not be deleted.
    if (await this.#locksByDefault()) {
      const text =
        'The bucket locks every object by default, so nothing can be deleted that has to be. Use another bucket.';
      return [...findings, failure('object lock', text)];
    }
    try {
      // First, since a bucket may refuse writes without encryption.
      findings.push(await this.#encryption());
      const checks = [this.#once(), this.#integrity(), this.#readAndShow(), this.#versions()];
      for (const check of await Promise.allSettled(checks)) {
        findings.push(...(check.status === 'fulfilled' ? check.value : [this.#broken(check.reason)]));
      }
    } catch (error) {
      findings.push(this.#broken(error));
    }
    return [...findings, await this.#takeAway()];
  }

  #broken(error: unknown): Finding {
    if (nameOf(error) === 'AccessDenied') {
      return failure(
        'S3_ACCESS_KEY_ID',
        'The key may list the bucket, but not write or read in it. Allow get, put and delete.',
      );
    }
    if (this.#signal.aborted)
      return failure('S3_ENDPOINT', `The store did not answer within ${LIMIT_MS / 1000} seconds.`);
    return failure('S3_BUCKET', `Writing to try failed: ${toldOf(error)}.`);
  }

  async #put(Key: string, input: Partial<PutObjectCommandInput>): Promise<PutObjectCommandOutput> {
    const ContentMD5 = createHash('md5').update(CONTENT).digest('base64');
    const all = { Bucket: this.#settings.bucket, Key, Body: CONTENT, ContentMD5, ...input };
    const answer = await this.#client.send(new this.#s3.PutObjectCommand(all), this.#options);
    this.#written.push({ Key, VersionId: answer.VersionId });
    return answer;
  }

  /** @returns the error of a put that should be refused; null when it was accepted. */
  #refused(Key: string, input: Partial<PutObjectCommandInput>): Promise<unknown> {
    return this.#put(Key, input).then(
      () => null,
      (error: unknown) => error,
    );
  }

  async #once(): Promise<Finding[]> {
    const name = 'conditional put';
    const Key = this.#key('once');
    const first = await this.#refused(Key, { ...this.#encrypted, IfNoneMatch: '*' });
    if (statusOf(first) === 501 || statusOf(first) === 400) {
      return [failure(name, `The store does not know “If-None-Match: *” (${toldOf(first)}). Use a store that does.`)];
    }
    if (first !== null) throw first;
    const second = await this.#refused(Key, { ...this.#encrypted, IfNoneMatch: '*' });
    if (statusOf(second) === 412 || statusOf(second) === 409) return [ok(name, 'An object is written only once.')];
    if (second !== null) throw second;
    const todo = 'Use a bucket without versions, or another store';
    return [failure(name, `The store ignores “If-None-Match: *” and overwrites objects. ${todo}.`)];
  }

  async #encryption(): Promise<Finding> {
    const { encryption, kmsKeyId } = this.#settings;
    const key = encryption === 'aws:kms' ? kmsKeyId : null;
    const name = key === null ? 'S3_ENCRYPTION' : 'S3_KMS_KEY_ID';
    const asked = { ServerSideEncryption: encryption, ...(key === null ? {} : { SSEKMSKeyId: key }) };
    let answer: PutObjectCommandOutput;
    try {
      answer = await this.#put(this.#key('encrypted'), asked);
    } catch (error) {
      const status = statusOf(error);
      if (status === undefined || (status >= 500 && status !== 501)) throw error;
      // A key without write permission is a different fault.
      await this.#put(this.#key('plain'), {});
      const told = toldOf(error);
      return failure(
        name,
        `The store refuses encryption ${encryption} (${told}). Set it up there, or use another store.`,
      );
    }
    this.#encrypted = asked;
    if (answer.ServerSideEncryption !== encryption) {
      const todo = 'Set up encryption there, set S3_ENCRYPTION=aws:kms, or use another store';
      return failure(name, `The store takes files but does not confirm encryption ${encryption}. ${todo}.`);
    }
    if (key !== null && !(answer.SSEKMSKeyId ?? '').endsWith(key)) {
      const used = answer.SSEKMSKeyId ?? '(not named)';
      return failure(name, `The store encrypts with the key ${used} and not with ${key}. Correct S3_KMS_KEY_ID.`);
    }
    return ok(name, `The store confirms encryption ${encryption}.`);
  }

  async #integrity(): Promise<Finding[]> {
    const ContentMD5 = createHash('md5').update('other').digest('base64');
    const error = await this.#refused(this.#key('damaged'), { ...this.#encrypted, ContentMD5 });
    if (error === null) {
      return [warning('Content-MD5', 'The store takes a file that was damaged on its way. Use another store.')];
    }
    if ((statusOf(error) ?? 500) >= 500) throw error;
    return [ok('Content-MD5', 'A file that is damaged on its way is refused.')];
  }

  async #readAndShow(): Promise<Finding[]> {
    const { bucket: Bucket } = this.#settings;
    const Key = this.#key('read');
    await this.#put(Key, this.#encrypted);
    const command = new this.#s3.GetObjectCommand({ Bucket, Key, Range: 'bytes=2-5' });
    const { Body, ContentRange } = await this.#client.send(command, this.#options);
    const part = await Body?.transformToString();
    const read =
      part === CONTENT.subarray(2, 6).toString() && ContentRange === `bytes 2-5/${CONTENT.length}`
        ? ok('ranges', 'Parts of files are read.')
        : failure('ranges', 'The store does not give the part of a file that was asked for. Use another store.');
    const answer = await fetch(this.#address(Key), { redirect: 'manual', signal: this.#signal });
    await answer.body?.cancel();
    const shown = answer.ok
      ? failure('public access', 'Everybody can read the bucket without a key. Block public access at once.')
      : ok('public access', 'Without a key nothing can be read.');
    return [read, shown];
  }

  #address(key: string): string {
    const { bucket, endpoint, region, addressing } = this.#settings;
    const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
    const path = key.split('/').map(encodeURIComponent).join('/');
    if (addressing === 'virtual') url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = addressing === 'virtual' ? `/${path}` : `/${bucket}/${path}`;
    return url.href;
  }

  /** Stores and keys that do not report their lock settings are not checked further. */
  async #locksByDefault(): Promise<boolean> {
    const command = new this.#s3.GetObjectLockConfigurationCommand({ Bucket: this.#settings.bucket });
    const lock = await this.#client.send(command, this.#options).catch(() => undefined);
    return lock?.ObjectLockConfiguration?.Rule?.DefaultRetention !== undefined;
  }

  async #versions(): Promise<Finding[]> {
    const command = new this.#s3.GetBucketVersioningCommand({ Bucket: this.#settings.bucket });
    const versioning = await this.#client.send(command, this.#options).catch(() => undefined);
    if (versioning?.Status !== 'Enabled') return [];
    const text = 'The bucket keeps old versions of deleted files. Let a lifecycle rule delete them after some days.';
    return [warning('versions', text)];
  }

  async #takeAway(): Promise<Finding> {
    const { bucket: Bucket } = this.#settings;
    const [refused, late] = [new Set<string>(), new Set<string>()];
    // A separate limit: the trial objects are deleted even after the check's time is over.
    const abortSignal = AbortSignal.timeout(DELETE_MS);
    const remove = async ({ Key, VersionId }: { Key: string; VersionId: string | undefined }): Promise<void> => {
      const version = VersionId === undefined ? {} : { VersionId };
      await this.#client
        .send(new this.#s3.DeleteObjectCommand({ Bucket, Key, ...version }), { abortSignal })
        .catch((error: unknown) => (nameOf(error) === 'AccessDenied' ? refused : late).add(Key));
    };
    await Promise.all(this.#written.map(remove));
    const left = [...refused, ...late].join(', ');
    if (left === '') return ok('delete', 'What was written to try is deleted again.');
    if (refused.size > 0) {
      return failure('delete', `The key may not delete, and sweeps need it. Left in the bucket: ${left}.`);
    }
    return warning('delete', `The store is slow: what was written to try was not deleted in time. Delete ${left}.`);
  }
}

function clockFinding(answer: { $metadata: object }): Finding {
  const date = Date.parse(String((answer.$metadata as { date?: string }).date ?? ''));
  if (Number.isNaN(date))
    return failure('clock', 'The store does not tell its time (no Date header). Use another store.');
  const seconds = Math.round(Math.abs(Date.now() - date) / 1000);
  if (seconds * 1000 > CLOCK_MS) {
    return warning('clock', `The clocks of the store and of this machine differ by ${seconds} s. Use NTP.`);
  }
  return ok('clock', 'The clocks of the store and of this machine agree.');
}

/** Takes five seconds at most and never throws. */
export async function checkBucket(settings: BucketSettings): Promise<Finding[]> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = openClient(settings, s3);
  try {
    return await new BucketCheck(settings, s3, client).run();
  } finally {
    client.destroy();
  }
}
