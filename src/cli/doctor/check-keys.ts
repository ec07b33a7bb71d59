/** Checks the keys of seal and signers: each is opened and signs, and the seal's key seals a test file, which is then verified. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkLists, checkSeal, openAuthority, openLists } from '#adapters/sealer/configured-authority.ts';
import { openConfiguredKey } from '#adapters/sealer/configured-key.ts';
import { readPrivateKey, signingKeyOf } from '#adapters/sealer/node-key.ts';
import type { Message } from '#domain/errors.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { readCrl } from '#formats/crl.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { renderAuditPaper } from '#pdf/audit-paper.ts';
import { writeSignature } from '#pdf/signing/sign.ts';
import { reasonOf } from '#ports/explained-error.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import type { SigningKey } from '#ports/sealer.ts';
import type { AuthoritySettings, KeySettings } from '../../settings/authorities.ts';
import { daysUntil, expiryFinding } from './certificate-expiry.ts';
import { readableByAllFinding, unreadableFinding } from './file-permissions.ts';
import { days } from './shared-texts.ts';

type Name = 'SEAL' | 'ISSUING';

const ENDS_SOON_DAYS = 60;
const LIST_ENDS_SOON_DAYS = 3;
const FIELD = 'Sigillo';

/** @param dataDir folder with the demo's own keys. */
export async function checkKeys(settings: AuthoritySettings, dataDir: string, now: Date): Promise<Finding[]> {
  const [seal, issuing] = await Promise.all([
    openKey('SEAL', settings.seal, now),
    openKey('ISSUING', settings.issuing, now),
  ]);
  const demoFindings = settings.seal === null || settings.issuing === null ? await checkDemoKeys(dataDir, now) : [];
  const keys = [seal.key, issuing.key].filter((key) => key !== null);
  return [...seal.findings, ...issuing.findings, ...demoFindings, ...(await checkGivenLists(settings, keys, now))];
}

const CERTIFICATE_OF: Readonly<Record<Name, Message>> = {
  SEAL: { it: 'Il certificato del sigillo', en: 'The certificate of the seal' },
  ISSUING: { it: 'Il certificato dell’autorità di emissione', en: 'The certificate of the issuing authority' },
};

interface OpenedKey {
  readonly key: SigningKey | null;
  readonly findings: readonly Finding[];
}

async function openKey(name: Name, settings: KeySettings | null, now: Date): Promise<OpenedKey> {
  if (settings === null) return { key: null, findings: [] };
  const files = await checkKeyFiles(name, settings);
  if (files.some(({ level }) => level === 'failure')) return { key: null, findings: files };
  let key: SigningKey;
  try {
    key = await openConfiguredKey(settings);
  } catch (error) {
    return { key: null, findings: [...files, await explainKey(name, settings, error)] };
  }
  const trialFindings = await (name === 'SEAL' ? testSeal(key, now) : testIssuing(key, now)).catch((error: unknown) => [
    failure(`${name}_KEY`, {
      it: `La chiave si apre ma non si può usare: ${textOf(error).it}.`,
      en: `The key opens and cannot be used: ${textOf(error).en}.`,
    }),
  ]);
  const expiry = expiryFinding(
    key.certificate,
    {
      ...{ setting: `${name}_CERTIFICATES`, soon: ENDS_SOON_DAYS },
      what: CERTIFICATE_OF[name],
      todo: {
        it: `Ordina subito il prossimo, e indica la sua chiave in ${name}_KEY prima che questo scada.`,
        en: `Order the next one now, and name its key in ${name}_KEY before this one ends.`,
      },
    },
    now,
  );
  return { key, findings: [...files, ...trialFindings, expiry] };
}

async function checkKeyFiles(name: Name, { source, secret, certificates }: KeySettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const checkAccess = async (setting: string, path: string, isSecret: boolean, make?: string): Promise<void> => {
    try {
      await readFile(path);
    } catch (error) {
      findings.push(await unreadableFinding(setting, path, error, make));
      return;
    }
    const open = isSecret ? await readableByAllFinding(setting, path) : null;
    if (open !== null) findings.push(open);
  };
  if ('pkcs12' in source) {
    const make = `openssl pkcs12 -export -inkey KEY.pem -in CERTIFICATE.pem -certfile CHAIN.pem -out ${source.pkcs12}`;
    await checkAccess(`${name}_KEY`, source.pkcs12, true, make);
  }
  if ('file' in secret) await checkAccess(`${name}_KEY_SECRET_FILE`, secret.file, true);
  if (certificates !== null) await checkAccess(`${name}_CERTIFICATES`, certificates, false);
  return findings;
}

const textOf = (error: unknown): Message => {
  const { it, en } = reasonOf(error);
  return { it: it.replace(/\.$/, ''), en: en.replace(/\.$/, '') };
};

async function explainKey(name: Name, { source }: KeySettings, error: unknown): Promise<Finding> {
  const text = textOf(error);
  if (/passphrase|CKR_PIN/.test(text.en)) {
    const remedy: Message =
      'pkcs12' in source
        ? {
            it: `Provala: openssl pkcs12 -in ${source.pkcs12} -noout.`,
            en: `Try it: openssl pkcs12 -in ${source.pkcs12} -noout.`,
          }
        : { it: 'Non provare spesso: i token si bloccano.', en: 'Do not try often: tokens lock themselves.' };
    const problem = { it: `Non apre la chiave (${text.it}).`, en: `It does not open the key (${text.en}).` };
    return failure(`${name}_KEY_SECRET`, withAdvice(problem, remedy));
  }
  if (/certificate|root/.test(text.en)) {
    return failure(`${name}_CERTIFICATES`, {
      it: `I certificati non corrispondono: ${text.it}. Indica quello della chiave e tutti quelli sopra.`,
      en: `The certificates do not fit: ${text.en}. Name the key’s own and all above it.`,
    });
  }
  return failure(`${name}_KEY`, {
    it: `La chiave non si può usare: ${text.it}.`,
    en: `The key cannot be used: ${text.en}.`,
  });
}

/** Seals a file like the product's, but without a timestamp, which another check covers. */
async function testSeal(key: SigningKey, now: Date): Promise<Finding[]> {
  await checkSeal(key, now);
  return sealTestFile(key, 'SEAL_KEY', now);
}

async function sealTestFile(key: SigningKey, setting: string, now: Date): Promise<Finding[]> {
  const paper = await renderAuditPaper({
    ...{ title: 'Prova', demo: true, provisional: true, facts: [], sections: [], events: [], explanation: [] },
    ...{ footer: 'Prova del sigillo', sealField: FIELD, created: now, trail: '{}' },
  });
  const { bytes } = await writeSignature(paper, { field: FIELD, key, certify: true, lock: true, signedAt: now });
  const { signatures } = await verifyPdf(bytes, { anchors: key.chain.slice(-1), at: now });
  const [sealed] = signatures;
  if (sealed === undefined || !sealed.digestOk || !sealed.valueOk || !sealed.anchored) {
    return [
      failure(setting, {
        it: 'Ha sigillato un file di prova, ma il sigillo non regge. Chiave e certificato non corrispondono.',
        en: 'It has sealed a test file, and the seal does not hold. Key and certificate do not fit.',
      }),
    ];
  }
  return [
    ok(setting, {
      it: 'Ha sigillato un file di prova, che si verifica; il file non è stato conservato.',
      en: 'It has sealed a test file, which verifies; the file was not kept.',
    }),
  ];
}

async function testIssuing(key: SigningKey, now: Date): Promise<Finding[]> {
  await openAuthority(key, null, now);
  return [
    ok('ISSUING_KEY', {
      it: 'Ha emesso un certificato di prova, che non è stato conservato, e porta alla sua radice.',
      en: 'It issued a test certificate, which was discarded, and its chain leads to its root.',
    }),
  ];
}

async function checkGivenLists(
  { crlFiles }: AuthoritySettings,
  keys: readonly SigningKey[],
  now: Date,
): Promise<Finding[]> {
  const name = 'AUTHORITY_CRL_FILES';
  const findings = await Promise.all(crlFiles.map((path) => checkListFile(path, keys, now)));
  if (keys.length === 0 || findings.flat().some(({ level }) => level === 'failure')) return findings.flat();
  const chains = keys.flatMap(({ certificate, chain }) => [certificate, ...chain]);
  try {
    const published = await openLists(crlFiles, chains, null).published(now);
    // The list of an authority whose key is held here is made on demand.
    const roots = keys.map(({ certificate }) => certificate);
    await checkLists(
      keys.filter(
        ({ chain: [issuer] }) => !roots.some((root) => issuer !== undefined && Buffer.compare(root, issuer) === 0),
      ),
      published,
    );
  } catch (error) {
    const text = textOf(error);
    return [
      ...findings.flat(),
      failure(name, {
        it: `Manca una lista di revoca: ${text.it}. Chiedila a quell’autorità e indica il file.`,
        en: `${text.en}. Ask that authority for its list and name the file.`,
      }),
    ];
  }
  return findings.flat();
}

async function checkListFile(path: string, keys: readonly SigningKey[], now: Date): Promise<Finding[]> {
  const name = 'AUTHORITY_CRL_FILES';
  const authorities = keys.flatMap(({ chain }) => chain);
  try {
    const [published] = await openLists([path], authorities, null).published(now);
    const validUntil = published === undefined ? null : readCrl(published.crl).nextUpdate;
    if (validUntil === null) return [];
    const left = daysUntil(validUntil, now);
    const text = { it: `${path} vale ancora per ${days(left).it}.`, en: `${path} is good for ${days(left).en} more.` };
    if (left >= LIST_ENDS_SOON_DAYS) return [ok(name, text)];
    const todo = { it: 'Metti lì in tempo la prossima lista.', en: 'Put the next list there in time.' };
    return [warning(name, withAdvice(text, todo))];
  } catch (error) {
    const text = textOf(error);
    if (/ENOENT|EACCES/.test(text.en))
      return [await unreadableFinding(name, path, { code: text.en.match(/E[A-Z]+/)?.[0] })];
    if (keys.length === 0 && /another authority/.test(text.en)) return [];
    return [
      failure(name, {
        it: `Lista non valida: ${text.it}. Metti lì una lista valida di quell’autorità.`,
        en: `${text.en}. Put a good list of that authority there.`,
      }),
    ];
  }
}

/** Keys that the demo has created; this check creates none. */
async function checkDemoKeys(dataDir: string, now: Date): Promise<Finding[]> {
  const folder = join(dataDir, 'keys');
  const read = (role: string): Promise<string | null> =>
    readFile(join(folder, `${role}.pem`), 'utf8').catch(() => null);
  const [root, issuing, seal] = await Promise.all(['root', 'issuing', 'seal'].map(read));
  if (root == null || issuing == null || seal == null) {
    return [
      warning('keys', {
        it: `In ${folder} non ci sono ancora le chiavi della dimostrazione: le crea il primo avvio.`,
        en: `The demo’s own keys are not in ${folder} yet: the first start makes them.`,
      }),
    ];
  }
  const [own, ...chain] = [seal, issuing, root].flatMap((pem) => certificatesFromPem(pem).slice(0, 1));
  if (own === undefined) {
    const path = join(folder, 'seal.pem');
    return [
      failure('keys', {
        it: `${path} è danneggiato. Ripristinalo da una copia.`,
        en: `${path} is damaged. Restore it from a backup.`,
      }),
    ];
  }
  return sealTestFile(signingKeyOf(readPrivateKey(seal), own, chain), 'keys', now).catch((error: unknown) => [
    failure('keys', {
      it: `Il sigillo della dimostrazione in ${folder} non si può usare: ${textOf(error).it}. Ripristinalo da una copia.`,
      en: `The demo’s seal in ${folder} cannot be used: ${textOf(error).en}. Restore it from a backup.`,
    }),
  ]);
}
