/** An object store over HTTP for tests: the few S3 calls that the heads need, with object lock and checked signatures. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { testNow } from '#test/clock.ts';

interface Version {
  readonly id: string;
  /** Null: a delete marker. */
  readonly body: string | null;
  readonly lock: { readonly mode: string; readonly until: Date } | null;
}

export const KEYS = { accessKeyId: 'AKIDPROVA', secretAccessKey: 'segreto/di+prova' };

type BucketBehaviour = 'good' | 'silent' | 'down' | 'without lock' | 'without bucket' | 'forgets the lock';

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export class BucketHost {
  behaviour: BucketBehaviour = 'good';
  /** Number of requests that are answered. */
  silentAfter = Number.POSITIVE_INFINITY;
  /** Number of requests before it answers 503. */
  downAfter = Number.POSITIVE_INFINITY;
  /** Reads return other bytes than were written, like a failing disk. */
  corruptsReads = false;
  /** Whether the key may delete. */
  canDelete = true;
  /** Maximum number of names per answer; the store may choose a small one. */
  pageSize = 1000;
  /** Method and path of each call. */
  readonly requests: string[] = [];
  now: () => Date = testNow;
  /** By key, oldest version first. */
  private readonly objects = new Map<string, Version[]>();
  private versions = 0;
  private readonly server: Server;
  readonly bucket: string;

  private constructor(bucket: string) {
    this.bucket = bucket;
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        const { status, code } = error instanceof Refused ? error : new Refused(500, String(error));
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(
          `<?xml version="1.0"?><Error><Code>${escaped(code)}</Code><Message>${escaped(code)}</Message></Error>`,
        );
      });
    });
  }

  static async listen(bucket = 'teste'): Promise<BucketHost> {
    const host = new BucketHost(bucket);
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  versionsOf(key: string): readonly Version[] {
    return this.objects.get(key) ?? [];
  }

  /** Removes an object without a trace, as only the operator of the store can. */
  lose(key: string): void {
    this.objects.delete(key);
  }

  /** Overwrites an object, as an older copy of the store's disks would. */
  overwrite(key: string, body: string): void {
    this.objects.set(key, [{ id: 'planted', body, lock: null }]);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.endpoint);
    const body = await readText(request);
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (this.behaviour === 'silent' || this.requests.length > this.silentAfter) return;
    if (this.behaviour === 'down' || this.requests.length > this.downAfter) throw new Refused(503, 'SlowDown');
    this.checkSignature(request, url, body);
    const [, bucket = '', ...names] = url.pathname.split('/').map(decodeURIComponent);
    const key = names.join('/');
    if (bucket !== this.bucket || this.behaviour === 'without bucket') throw new Refused(404, 'NoSuchBucket');
    const has = (name: string): boolean => url.searchParams.has(name);
    const xml = (text: string) =>
      response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`);
    if (request.method === 'GET' && key === '' && has('object-lock')) {
      if (this.behaviour === 'without lock') throw new Refused(404, 'ObjectLockConfigurationNotFoundError');
      const enabled = '<ObjectLockEnabled>Enabled</ObjectLockEnabled>';
      return void xml(`<ObjectLockConfiguration>${enabled}</ObjectLockConfiguration>`);
    }
    if (request.method === 'GET' && key === '' && has('versions')) return void xml(this.listVersions(url.searchParams));
    if (request.method === 'GET' && key !== '') return this.get(key, url.searchParams.get('versionId'), response);
    if (request.method === 'PUT' && has('retention'))
      return this.retain(key, url.searchParams.get('versionId'), body, response);
    if (request.method === 'PUT' && key !== '') return this.put(key, request, body, response);
    if (request.method === 'DELETE' && !this.canDelete) throw new Refused(403, 'AccessDenied');
    if (request.method === 'DELETE' && key !== '') return this.remove(key, url.searchParams.get('versionId'), response);
    throw new Refused(501, 'NotImplemented');
  }

  /** AWS Signature Version 4, as Amazon describes it: a request not signed with the key is refused before it is read. */
  private checkSignature({ method, headers }: IncomingMessage, url: URL, body: string): void {
    const [, id, day = '', region = '', signed = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    if (id !== KEYS.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId');
    const payloadHash = String(headers['x-amz-content-sha256']);
    if (payloadHash !== sha256(body).toString('hex')) throw new Refused(400, 'XAmzContentSHA256Mismatch');
    for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
      if (!signed.split(';').includes(needed)) throw new Refused(403, 'AccessDenied');
    }
    // Every S3 header in the request takes effect, so it must be signed too.
    for (const name of Object.keys(headers)) {
      if (name.startsWith('x-amz-') && !signed.split(';').includes(name)) throw new Refused(403, 'AccessDenied');
    }
    const query = [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&');
    const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
    const canonical = [method, url.pathname, query, lines.join(''), signed, payloadHash].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical).toString('hex')].join('\n');
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretAccessKey}`);
    if (!timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')))
      throw new Refused(403, 'SignatureDoesNotMatch');
  }

  private listVersions(query: URLSearchParams): string {
    const of = (name: string): string => query.get(name) ?? '';
    const [prefix, delimiter, after, afterVersion] = ['prefix', 'delimiter', 'key-marker', 'version-id-marker'].map(of);
    const entries: { key: string; id: string; xml: string }[] = [];
    for (const key of this.keys.filter((key) => key.startsWith(prefix ?? ''))) {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter ?? '', prefix?.length);
      if (end >= 0) {
        const group = key.slice(0, end + 1);
        if (entries.at(-1)?.key === group) continue;
        entries.push({
          key: group,
          id: '',
          xml: `<CommonPrefixes><Prefix>${escaped(group)}</Prefix></CommonPrefixes>`,
        });
        continue;
      }
      for (const { id, body } of this.versionsOf(key).toReversed()) {
        const kind = body === null ? 'DeleteMarker' : 'Version';
        entries.push({ key, id, xml: `<${kind}><Key>${escaped(key)}</Key><VersionId>${id}</VersionId></${kind}>` });
      }
    }
    const exact = entries.findIndex(({ key, id }) => key === after && id === afterVersion);
    const begin = after === '' ? 0 : exact >= 0 ? exact + 1 : entries.findIndex(({ key }) => key > (after ?? ''));
    const shown = begin < 0 ? [] : entries.slice(begin, begin + this.pageSize);
    const more = begin >= 0 && begin + this.pageSize < entries.length;
    const last = shown.at(-1);
    const markers = `<NextKeyMarker>${escaped(last?.key ?? '')}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`;
    return `<ListVersionsResult><IsTruncated>${more}</IsTruncated>${more ? markers : ''}${shown.map(({ xml }) => xml).join('')}</ListVersionsResult>`;
  }

  private get(key: string, id: string | null, response: ServerResponse): void {
    const version = this.versionsOf(key).findLast((candidate) => id === null || candidate.id === id);
    if (version === undefined || version.body === null) throw new Refused(404, 'NoSuchKey');
    response.setHeader('x-amz-version-id', version.id);
    response.setHeader('x-amz-checksum-sha256', sha256(version.body).toString('base64'));
    if (version.lock !== null) {
      response.setHeader('x-amz-object-lock-mode', version.lock.mode);
      response.setHeader('x-amz-object-lock-retain-until-date', version.lock.until.toISOString());
    }
    response.end(this.corruptsReads ? version.body.replace(/.$/s, '?') : version.body);
  }

  private put(key: string, { headers }: IncomingMessage, body: string, response: ServerResponse): void {
    const versions = this.versionsOf(key);
    const newest = versions.at(-1);
    if (headers['if-none-match'] === '*' && newest !== undefined && newest.body !== null) {
      throw new Refused(412, 'PreconditionFailed');
    }
    const checksum = headers['x-amz-checksum-sha256'];
    if (checksum !== undefined && checksum !== sha256(body).toString('base64')) throw new Refused(400, 'BadDigest');
    const [mode, until] = ['mode', 'retain-until-date'].map((name) => headers[`x-amz-object-lock-${name}`]);
    let lock: Version['lock'] = null;
    if (mode !== undefined || until !== undefined) {
      if (mode === undefined || until === undefined || checksum === undefined) throw new Refused(400, 'InvalidRequest');
      lock = { mode: String(mode), until: new Date(String(until)) };
      if (!(lock.until > this.now())) throw new Refused(400, 'InvalidArgument');
    }
    if (this.behaviour === 'forgets the lock') lock = null;
    this.versions += 1;
    const version: Version = { id: `v${this.versions}`, body, lock };
    this.objects.set(key, [...versions, version]);
    response.setHeader('x-amz-version-id', version.id).end();
  }

  private remove(key: string, id: string | null, response: ServerResponse): void {
    const versions = this.versionsOf(key);
    if (id === null) {
      this.versions += 1;
      this.objects.set(key, [...versions, { id: `v${this.versions}`, body: null, lock: null }]);
    } else {
      const lock = versions.find((version) => version.id === id)?.lock ?? null;
      if (lock !== null && lock.until > this.now()) throw new Refused(403, 'AccessDenied');
      this.objects.set(
        key,
        versions.filter((version) => version.id !== id),
      );
    }
    response.writeHead(204).end();
  }

  /** A lock can be extended, never shortened or removed: the mode of regulated archives. */
  private retain(key: string, id: string | null, body: string, response: ServerResponse): void {
    const versions = this.versionsOf(key);
    const [mode = '', until = ''] = ['Mode', 'RetainUntilDate'].map(
      (name) => new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1],
    );
    const newLock = { mode, until: new Date(until) };
    const target = versions.find((candidate) => candidate.id === id);
    if (target === undefined) throw new Refused(404, 'NoSuchVersion');
    const { lock } = target;
    if (lock !== null && lock.until > this.now() && !(newLock.mode === lock.mode && newLock.until >= lock.until)) {
      throw new Refused(403, 'AccessDenied');
    }
    this.objects.set(
      key,
      versions.map((version) => (version.id === id ? { ...version, lock: newLock } : version)),
    );
    response.end();
  }
}
