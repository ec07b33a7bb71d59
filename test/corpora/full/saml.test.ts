/** SAML messages of the corpora: none signs anyone in. Run with CORPORA=<folder> npx vitest run test/corpora. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePair } from '#adapters/identity-provider/saml/provider.suite.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { SignInRefused } from '#ports/identity-provider.ts';
import { corporaFolder, readCorpusFile } from '../corpus.ts';

/** The instant, the request and the addresses for which the files of node-saml were made. */
const NODE_SAML = new Date('2020-09-25T16:30:00Z');
/** The requests are named `_e8df3fe5f04237d25670`. */
const NONCE = 'e8df3fe5f04237d25670';
const CALLBACK = 'https://evil-corp.madness.com/sso/callback';

const messages = (folder: string): { path: string; kind: string }[] =>
  readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([path = '', , , kind = '']) => (/^saml\/.*\.xml$/.test(path) ? [{ path, kind }] : []));

if (corporaFolder !== null) {
  const folder = corporaFolder;
  describe('the SAML messages of the corpora', () => {
    beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: NODE_SAML }));
    afterAll(() => void vi.useRealTimers());

    const reasons: { path: string; kind: string; reason: string }[] = [];
    it('are all refused for their time, key or request', async () => {
      const own = await makePair();
      const files = messages(folder);
      const texts = files.map(({ path }) => Buffer.from(readCorpusFile(folder, path)).toString('utf8'));
      // Every certificate included in a message is trusted here, except the attacker's own.
      const certificates = new Set(
        texts.flatMap((text, index) =>
          files[index]?.path.includes('attacker')
            ? []
            : [...text.matchAll(/X509Certificate>([^<]+)</g)].map(([, one = '']) => one.replace(/\s/g, '')),
        ),
      );
      const provider = openSaml({
        provider: {
          entityId: 'https://evil-corp.com',
          signInUrl: 'https://evil-corp.com/sso',
          logoutUrl: null,
          certificates: async () =>
            [...certificates].map(
              (one) =>
                `-----BEGIN CERTIFICATE-----\n${one.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
            ),
        },
        product: {
          entityId: 'https://evil-corp.madness.com',
          callbackUrl: CALLBACK,
          logoutUrl: CALLBACK,
          key: own.key,
          certificates: [own.certificate],
        },
        mapping: { subject: null, email: ['mail'], emailVerified: null, phone: null },
        clock: { now: () => NODE_SAML },
      });
      for (const [index, file] of files.entries()) {
        const message = Buffer.from(texts[index] ?? '').toString('base64');
        const refused = await provider.posts.read(message, { nonce: NONCE }).then(
          () => null,
          (error: unknown) => error,
        );
        expect(refused, file.path).toBeInstanceOf(SignInRefused);
        reasons.push({ ...file, reason: (refused as Error).message });
      }
      console.table(
        reasons.map(({ path, kind, reason }) => ({ path: path.split('/').at(-1), kind, reason: reason.slice(0, 90) })),
      );
      expect(reasons.length).toBeGreaterThanOrEqual(36);
    });
  });
}
