/** Finds the published and the open version for a legal entity among the versions of a type. Pure. */
import type { Version, VersionHead } from '../../api/queries/papers.ts';

export const isOpen = ({ state }: VersionHead): boolean => state === 'DRAFT' || state === 'SUBMITTED';

/** The only open version of this scope. */
export const openVersionOf = (versions: readonly VersionHead[], entity: string | null): VersionHead | undefined =>
  versions.find((version) => version.legalEntity === entity && isOpen(version));

/** The paper that prints most of the company data of a legal entity, or of the national company (null). */
export const paperOf = (entity: string | null): string => (entity === null ? 'PRIVACY_NSC' : 'FEA_MODULE');

/** The version printed for a legal entity: its own, otherwise the general one; undefined means the product's draft. */
export function versionInForce(versions: readonly VersionHead[], entity: string | null): VersionHead | undefined {
  const published = versions.filter(({ state }) => state === 'PUBLISHED');
  const ownVersion = published.find(({ legalEntity }) => legalEntity === entity);
  return ownVersion ?? published.find(({ legalEntity }) => legalEntity === null);
}

/** An unused label in this scope: the year and the next number. */
export function nextLabel(versions: readonly VersionHead[], entity: string | null, year: number): string {
  const used = new Set(versions.filter(({ legalEntity }) => legalEntity === entity).map(({ version }) => version));
  for (let number = 1; ; number += 1) {
    const label = `${year}.${number}`;
    if (!used.has(label)) return label;
  }
}

/** Whether it waits for approval or was returned with a reason: that note is then the only one above the text. */
export const needsAttention = (version: Pick<Version, 'state' | 'returnReason'> | null): boolean =>
  version?.state === 'SUBMITTED' || (version?.state === 'DRAFT' && Boolean(version.returnReason));
