/** What holds and what is worked on for a legal entity, among the versions of a type (P-9). Pure. */
import type { Version, VersionHead } from '../../api/queries/papers.ts';

export const isOpen = ({ state }: VersionHead): boolean => state === 'DRAFT' || state === 'SUBMITTED';

/** The one that is worked on in this scope, and no other. */
export const openOf = (versions: readonly VersionHead[], entity: string | null): VersionHead | undefined =>
  versions.find((one) => one.legalEntity === entity && isOpen(one));

/** The paper that prints most of what a legal entity, or the national company (null), says of itself. */
export const paperOf = (entity: string | null): string => (entity === null ? 'PRIVACY_NSC' : 'FEA_MODULE');

/** What is printed for a legal entity: its own, else the one for everybody; none: the product's draft. */
export function holdsFor(versions: readonly VersionHead[], entity: string | null): VersionHead | undefined {
  const published = versions.filter(({ state }) => state === 'PUBLISHED');
  const own = published.find(({ legalEntity }) => legalEntity === entity);
  return own ?? published.find(({ legalEntity }) => legalEntity === null);
}

/** A label that nobody has used in this scope: the year and the next number. */
export function nextLabel(versions: readonly VersionHead[], entity: string | null, year: number): string {
  const used = new Set(versions.filter(({ legalEntity }) => legalEntity === entity).map(({ version }) => version));
  for (let number = 1; ; number += 1) {
    const label = `${year}.${number}`;
    if (!used.has(label)) return label;
  }
}

/** Whether it waits for somebody or came back with a reason: a note says so, and stands alone above the text. */
export const standsOut = (version: Pick<Version, 'state' | 'returnReason'> | null): boolean =>
  version?.state === 'SUBMITTED' || (version?.state === 'DRAFT' && Boolean(version.returnReason));
