/** Sets up signing, sealing and timestamping: the demo's own authority, and the configured replacements. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { checkLists, checkSeal, openAuthority, openLists } from '#adapters/sealer/configured-authority.ts';
import { openConfiguredKey } from '#adapters/sealer/configured-key.ts';
import { type DemoAuthority, demoMark, openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { addAnchors, TIMESTAMP_ANCHORS } from '#adapters/sealer/trust-anchors.ts';
import { timestampFailover, withTimestampServers } from '#adapters/timestamp/failover.ts';
import { openTimestampServer, type TimestampServer } from '#adapters/timestamp/rfc3161-http.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import type { Clock } from '#ports/clock.ts';
import { ExplainedError, reasonOf } from '#ports/explained-error.ts';
import type { CertificateAuthority, SigningKey } from '#ports/sealer.ts';
import type { KeySettings, TimestampSettings } from './settings/authorities.ts';
import { type Config, crlAddress } from './settings/config.ts';

interface Tools {
  readonly clock: Clock;
  /** Start of validity of newly created demo certificates. */
  readonly since?: Date;
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

export class InvalidAuthoritySettings extends ExplainedError {
  override readonly name = 'InvalidAuthoritySettings';
}

/**
 * Opens the configured keys. The demo's own authority fills the gaps; it is not created when no part of it is used.
 * @throws InvalidAuthoritySettings when a configured key or file cannot be used.
 */
export async function openAuthorities(config: Config, tools: Tools): Promise<DemoAuthority> {
  const { authorities: settings, dataDir } = config;
  const folder = join(dataDir, 'keys');
  const now = tools.clock.now();
  const [seal, issuing] = [await openKey('SEAL', settings.seal), await openKey('ISSUING', settings.issuing)];
  const servers = await Promise.all(settings.timestamps.map((server) => openServer(server, tools)));
  const demo =
    seal === null || issuing === null || servers.length === 0
      ? await openDemoAuthority(folder, tools.clock, {
          ...crlAddress(config),
          ...(tools.since ? { since: tools.since } : {}),
        })
      : null;
  if (seal !== null) await named('SEAL_KEY', () => checkSeal(seal, now));
  const mark = config.mode === 'demo' ? demoMark : null;
  const opened = issuing === null ? null : await named('ISSUING_KEY', () => openAuthority(issuing, mark, now));
  const keys = [seal, issuing].filter((key) => key !== null);
  const root = issuing?.chain.at(-1) ?? null;
  const lists = openLists(
    settings.crlFiles,
    keys.flatMap(({ chain }) => chain),
    root,
  );
  const issuers = [opened, demo?.authority].filter((candidate) => candidate != null);
  const [issuer] = issuers;
  if (issuer === undefined) throw new Error('there is no issuing authority');
  const roots = [
    ...(await Promise.all(issuers.map((source) => source.anchors()))).flat(),
    ...keys.flatMap(({ chain }) => chain.slice(-1)),
  ];
  const combined: CertificateAuthority = {
    issueSignerKey: (identity, at) => issuer.issueSignerKey(identity, at),
    anchors: async () => roots,
    timestampAnchors: async () => [],
    async published(at) {
      const entries = (
        await Promise.all([...issuers.slice(0, 1), lists, ...issuers.slice(1)].map((source) => source.published(at)))
      ).flat();
      // When two authorities have the same name, the issuing one is published under it.
      return entries.map((entry, index) =>
        entries.findIndex(({ name }) => name === entry.name) < index ? { ...entry, name: null } : entry,
      );
    },
  };
  if (keys.length > 0) {
    await named('AUTHORITY_CRL_FILES', async () => checkLists(keys, await combined.published(now)));
  }
  const authority = withTimestampServers(combined, servers);
  const anchors = await addAnchors(folder, roots);
  const otherAnchors = await addAnchors(folder, await authority.timestampAnchors(), TIMESTAMP_ANCHORS);
  const timestampAnchors = [...anchors, ...otherAnchors];
  return {
    sealer: seal === null && demo !== null ? demo.sealer : { sealingKey: async () => seal ?? missing() },
    authority: { ...authority, anchors: async () => anchors, timestampAnchors: async () => timestampAnchors },
    timestamp: servers.length === 0 && demo !== null ? demo.timestamp : timestampFailover(servers, tools.log),
  };
}

const missing = (): never => {
  throw new Error('there is no sealing key');
};

/** Names the responsible setting in errors. */
async function named<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { it, en } = reasonOf(error);
    throw new InvalidAuthoritySettings({ it: `${setting}: ${it}`, en: `${setting}: ${en}` }, { cause: error });
  }
}

const openKey = async (name: 'SEAL' | 'ISSUING', settings: KeySettings | null): Promise<SigningKey | null> =>
  settings === null ? null : named(`${name}_KEY`, () => openConfiguredKey(settings));

async function openServer(settings: TimestampSettings, tools: Tools): Promise<TimestampServer> {
  const system = `timestamp-${settings.number}` as const;
  return named(`TIMESTAMP_${settings.number}_CERTIFICATES`, async () =>
    openTimestampServer({
      system,
      url: settings.url,
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      ...(settings.policy === null ? {} : { policy: settings.policy }),
      certificates: certificatesFromPem(await readFile(settings.certificates, 'utf8')),
      crlUrls: settings.crlUrls,
      clock: tools.clock,
      guard: openCircuitBreaker({ system, ...tools }),
      listGuard: openCircuitBreaker({ system, ...tools }),
    }),
  );
}
