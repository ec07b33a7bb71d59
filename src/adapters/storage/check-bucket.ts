/** For `doctor`: checks that a bucket supports what the product needs. Writes small trial objects and deletes them. */

import { createHash, randomUUID } from 'node:crypto';
import type { PutObjectCommandInput, PutObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { nameOf, statusOf } from '../outside/s3-error.ts';
import { type BucketSettings, openClient } from './bucket/requests.ts';

/** Milliseconds for all checks. */
const LIMIT_MS = 3_500;
/** Milliseconds for deleting the trial objects. */
const DELETE_MS = 1_300;
/** S3 refuses requests when the clocks differ by 15 minutes. */
const CLOCK_MS = 60_000;
const CONTENT = Buffer.from('fascicolo doctor');
const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

const errorText = (error: unknown): string => `${statusOf(error) ?? ''} ${nameOf(error)}`.trim();

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');

const OTHER_REGION: readonly [string, Message] = [
  'S3_REGION',
  {
    it: 'Il bucket è in un’altra regione. Correggi S3_REGION.',
    en: 'The bucket is in another region. Correct S3_REGION.',
  },
];

/** Errors explained by their name: the setting, and the remedy. */
const BY_NAME: Readonly<Record<string, readonly [string, Message]>> = {
  NoSuchBucket: [
    'S3_BUCKET',
    {
      it: 'L’archivio non ha nessun bucket con questo nome. Crealo, oppure correggi S3_BUCKET.',
      en: 'The store has no bucket of this name. Create it, or correct S3_BUCKET.',
    },
  ],
  InvalidAccessKeyId: [
    'S3_ACCESS_KEY_ID',
    {
      it: 'L’archivio non conosce questa chiave. Correggi S3_ACCESS_KEY_ID.',
      en: 'The store does not know this key. Correct S3_ACCESS_KEY_ID.',
    },
  ],
  SignatureDoesNotMatch: [
    'S3_SECRET_ACCESS_KEY',
    {
      it: 'Il segreto non è quello di S3_ACCESS_KEY_ID. Correggilo.',
      en: 'The secret does not belong to S3_ACCESS_KEY_ID. Correct it.',
    },
  ],
  AccessDenied: [
    'S3_ACCESS_KEY_ID',
    {
      it: 'La chiave non può elencare il bucket. Permettile list, get, put e delete.',
      en: 'The key may not list the bucket. Allow list, get, put and delete in it.',
    },
  ],
  RequestTimeTooSkewed: [
    'clock',
    {
      it: 'L’archivio rifiuta la nostra ora. Regola l’orologio di questa macchina con NTP.',
      en: 'The store refuses our time. Set the clock of this machine by NTP.',
    },
  ],
  PermanentRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
};

/** The reason why the bucket is unreachable. */
function reachProblem(error: unknown, { endpoint, region }: BucketSettings): Finding {
  const explanation = BY_NAME[nameOf(error)];
  if (explanation !== undefined) return failure(...explanation);
  const store =
    endpoint === null
      ? { it: `Amazon S3 nella regione ${region}`, en: `Amazon S3 in ${region}` }
      : { it: `L’archivio a ${endpoint}`, en: `The store at ${endpoint}` };
  const endpointFailure = (it: string, en: string): Finding =>
    failure('S3_ENDPOINT', { it: `${store.it} ${it}`, en: `${store.en} ${en}` });
  const code = codeOf(error);
  if (UNTRUSTED.test(code)) {
    return endpointFailure(
      `ha un certificato TLS non attendibile (${code}). Fai accettare la sua autorità da questa macchina (update-ca-certificates), oppure correggi il certificato dell’archivio.`,
      `has a TLS certificate that is not trusted (${code}). Have this machine trust its authority (update-ca-certificates), or correct the store’s certificate.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return endpointFailure(
      'ha un nome sconosciuto al DNS. Correggi S3_ENDPOINT; con S3_ADDRESSING=virtual lo precede il nome del bucket.',
      'has a name that DNS does not know. Correct S3_ENDPOINT; with S3_ADDRESSING=virtual the name of the bucket stands before it.',
    );
  }
  const status = statusOf(error);
  if (status === undefined) {
    const technical = code || nameOf(error);
    return endpointFailure(
      `non risponde (${technical}). Controlla l’indirizzo e la rete.`,
      `does not answer (${technical}). Check the address and the network.`,
    );
  }
  const answered = errorText(error);
  return status >= 500
    ? endpointFailure(
        `risponde ${answered}: non funziona. Chiedi a chi lo gestisce.`,
        `answers ${answered}: it is not working. Ask its operator.`,
      )
    : endpointFailure(
        `risponde ${answered}, come nessun archivio S3 dovrebbe. Controlla S3_ENDPOINT e S3_BUCKET.`,
        `answers ${answered}, which no S3 store should. Check S3_ENDPOINT and S3_BUCKET.`,
      );
}

const UNNAMED_KEY: Message = { it: 'una chiave che non indica', en: 'a key that it does not name' };

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
    const findings = [
      ok('S3_BUCKET', { it: `Il bucket ${Bucket} risponde.`, en: `The bucket ${Bucket} answers.` }),
      clock,
    ];
    // Before the first write: under a default object lock the trial objects could not be deleted.
    if (await this.#locksByDefault()) {
      const locked = failure('object lock', {
        it: 'Il bucket blocca ogni oggetto per impostazione, perciò non si può cancellare nemmeno ciò che si deve. Usa un altro bucket.',
        en: 'The bucket locks every object by default, so nothing can be deleted that has to be. Use another bucket.',
      });
      return [...findings, locked];
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
      return failure('S3_ACCESS_KEY_ID', {
        it: 'La chiave può elencare il bucket, ma non scrivervi o leggervi. Permettile get, put e delete.',
        en: 'The key may list the bucket, but not write or read in it. Allow get, put and delete.',
      });
    }
    if (this.#signal.aborted) {
      const seconds = LIMIT_MS / 1000;
      return failure('S3_ENDPOINT', {
        it: `L’archivio non ha risposto entro ${seconds} secondi.`,
        en: `The store did not answer within ${seconds} seconds.`,
      });
    }
    const technical = errorText(error);
    return failure('S3_BUCKET', {
      it: `La scrittura di prova è fallita: ${technical}.`,
      en: `Writing to try failed: ${technical}.`,
    });
  }

  async #put(Key: string, input: Partial<PutObjectCommandInput>): Promise<PutObjectCommandOutput> {
    const ContentMD5 = createHash('md5').update(CONTENT).digest('base64');
    const parameters = { Bucket: this.#settings.bucket, Key, Body: CONTENT, ContentMD5, ...input };
    const response = await this.#client.send(new this.#s3.PutObjectCommand(parameters), this.#options);
    this.#written.push({ Key, VersionId: response.VersionId });
    return response;
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
    const firstError = await this.#refused(Key, { ...this.#encrypted, IfNoneMatch: '*' });
    if (statusOf(firstError) === 501 || statusOf(firstError) === 400) {
      const technical = errorText(firstError);
      return [
        failure(name, {
          it: `L’archivio non conosce “If-None-Match: *” (${technical}). Usane uno che lo conosce.`,
          en: `The store does not know “If-None-Match: *” (${technical}). Use a store that does.`,
        }),
      ];
    }
    if (firstError !== null) throw firstError;
    const secondError = await this.#refused(Key, { ...this.#encrypted, IfNoneMatch: '*' });
    if (statusOf(secondError) === 412 || statusOf(secondError) === 409) {
      return [ok(name, { it: 'Un oggetto si scrive una volta sola.', en: 'An object is written only once.' })];
    }
    if (secondError !== null) throw secondError;
    return [
      failure(name, {
        it: 'L’archivio ignora “If-None-Match: *” e sovrascrive gli oggetti. Usa un bucket senza versioni, oppure un altro archivio.',
        en: 'The store ignores “If-None-Match: *” and overwrites objects. Use a bucket without versions, or another store.',
      }),
    ];
  }

  async #encryption(): Promise<Finding> {
    const { encryption, kmsKeyId } = this.#settings;
    const key = encryption === 'aws:kms' ? kmsKeyId : null;
    const name = key === null ? 'S3_ENCRYPTION' : 'S3_KMS_KEY_ID';
    const requested = { ServerSideEncryption: encryption, ...(key === null ? {} : { SSEKMSKeyId: key }) };
    let response: PutObjectCommandOutput;
    try {
      response = await this.#put(this.#key('encrypted'), requested);
    } catch (error) {
      const status = statusOf(error);
      if (status === undefined || (status >= 500 && status !== 501)) throw error;
      // A key without write permission is a different fault.
      await this.#put(this.#key('plain'), {});
      const message = errorText(error);
      return failure(name, {
        it: `L’archivio rifiuta la cifratura ${encryption} (${message}). Configurala lì, oppure usa un altro archivio.`,
        en: `The store refuses encryption ${encryption} (${message}). Set it up there, or use another store.`,
      });
    }
    this.#encrypted = requested;
    if (response.ServerSideEncryption !== encryption) {
      return failure(name, {
        it: `L’archivio accetta i file ma non conferma la cifratura ${encryption}. Configurala lì, imposta S3_ENCRYPTION=aws:kms, oppure usa un altro archivio.`,
        en: `The store takes files but does not confirm encryption ${encryption}. Set up encryption there, set S3_ENCRYPTION=aws:kms, or use another store.`,
      });
    }
    if (key !== null && !(response.SSEKMSKeyId ?? '').endsWith(key)) {
      const used = response.SSEKMSKeyId;
      const keyName = used === undefined ? UNNAMED_KEY : { it: `la chiave ${used}`, en: `the key ${used}` };
      return failure(name, {
        it: `L’archivio cifra con ${keyName.it} e non con ${key}. Correggi S3_KMS_KEY_ID.`,
        en: `The store encrypts with ${keyName.en} and not with ${key}. Correct S3_KMS_KEY_ID.`,
      });
    }
    return ok(name, {
      it: `L’archivio conferma la cifratura ${encryption}.`,
      en: `The store confirms encryption ${encryption}.`,
    });
  }

  async #integrity(): Promise<Finding[]> {
    const ContentMD5 = createHash('md5').update('other').digest('base64');
    const error = await this.#refused(this.#key('damaged'), { ...this.#encrypted, ContentMD5 });
    if (error === null) {
      return [
        warning('Content-MD5', {
          it: 'L’archivio accetta un file danneggiato durante l’invio. Usa un altro archivio.',
          en: 'The store takes a file that was damaged on its way. Use another store.',
        }),
      ];
    }
    if ((statusOf(error) ?? 500) >= 500) throw error;
    return [
      ok('Content-MD5', {
        it: 'Un file danneggiato durante l’invio è rifiutato.',
        en: 'A file that is damaged on its way is refused.',
      }),
    ];
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
        ? ok('ranges', { it: 'Le parti dei file si leggono.', en: 'Parts of files are read.' })
        : failure('ranges', {
            it: 'L’archivio non dà la parte di file richiesta. Usa un altro archivio.',
            en: 'The store does not give the part of a file that was asked for. Use another store.',
          });
    const response = await fetch(this.#address(Key), { redirect: 'manual', signal: this.#signal });
    await response.body?.cancel();
    const finding = response.ok
      ? failure('public access', {
          it: 'Chiunque può leggere il bucket senza una chiave. Blocca subito l’accesso pubblico.',
          en: 'Anyone can read the bucket without a key. Block public access at once.',
        })
      : ok('public access', { it: 'Senza una chiave non si legge nulla.', en: 'Without a key nothing can be read.' });
    return [read, finding];
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
    return [
      warning('versions', {
        it: 'Il bucket conserva le vecchie versioni dei file cancellati. Falle cancellare dopo qualche giorno da una regola del ciclo di vita.',
        en: 'The bucket keeps old versions of deleted files. Let a lifecycle rule delete them after some days.',
      }),
    ];
  }

  async #takeAway(): Promise<Finding> {
    const { bucket: Bucket } = this.#settings;
    const [refused, timedOut] = [new Set<string>(), new Set<string>()];
    // A separate limit: the trial objects are deleted even after the check's time is over.
    const abortSignal = AbortSignal.timeout(DELETE_MS);
    const remove = async ({ Key, VersionId }: { Key: string; VersionId: string | undefined }): Promise<void> => {
      const version = VersionId === undefined ? {} : { VersionId };
      await this.#client
        .send(new this.#s3.DeleteObjectCommand({ Bucket, Key, ...version }), { abortSignal })
        .catch((error: unknown) => (nameOf(error) === 'AccessDenied' ? refused : timedOut).add(Key));
    };
    await Promise.all(this.#written.map(remove));
    const remaining = [...refused, ...timedOut].join(', ');
    if (remaining === '') {
      return ok('delete', {
        it: 'Ciò che era scritto per prova è cancellato.',
        en: 'The test objects were deleted again.',
      });
    }
    if (refused.size > 0) {
      return failure('delete', {
        it: `La chiave non può cancellare, e le pulizie lo richiedono. Rimasti nel bucket: ${remaining}.`,
        en: `The key may not delete, and sweeps need it. Left in the bucket: ${remaining}.`,
      });
    }
    return warning('delete', {
      it: `L’archivio è lento: ciò che era scritto per prova non è stato cancellato in tempo. Cancella ${remaining}.`,
      en: `The store is slow: the test objects were not deleted in time. Delete ${remaining}.`,
    });
  }
}

function clockFinding(response: { $metadata: object }): Finding {
  const date = Date.parse(String((response.$metadata as { date?: string }).date ?? ''));
  if (Number.isNaN(date)) {
    return failure('clock', {
      it: 'L’archivio non indica la sua ora (manca l’intestazione Date). Usa un altro archivio.',
      en: 'The store does not give its time (no Date header). Use another store.',
    });
  }
  const seconds = Math.round(Math.abs(Date.now() - date) / 1000);
  if (seconds * 1000 > CLOCK_MS) {
    return warning('clock', {
      it: `Gli orologi dell’archivio e di questa macchina differiscono di ${seconds} s. Usa NTP.`,
      en: `The clocks of the store and of this machine differ by ${seconds} s. Use NTP.`,
    });
  }
  return ok('clock', {
    it: 'Gli orologi dell’archivio e di questa macchina concordano.',
    en: 'The clocks of the store and of this machine agree.',
  });
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
