/** Versions of the papers' content: kinds, states, and permitted acts; two administrators must agree on each. */
import type { RefusalCode } from '../../errors.ts';

/** Clauses of one type; data of one legal entity or of the national company. */
export const VERSION_KINDS = ['CLAUSES', 'COMPANY'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** Clauses of the public page on the advanced electronic signature, listed with those of generated papers: no document has this type. */
export const FEA_PAGE = 'FEA_PAGE';

export const VERSION_STATES = ['DRAFT', 'SUBMITTED', 'PUBLISHED', 'SUPERSEDED'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** Longer clauses would not be read, and would dominate the paper. */
export const MAX_HEADING = 120;
export const MAX_CLAUSE = 3000;
/** Printed in the footer of every page next to number and company. */
export const MAX_LABEL = 40;
export const MAX_NOTE = 500;

export const VERSION_ACTS = ['edit', 'remove', 'submit', 'takeBack', 'reject', 'publish'] as const;
export type VersionAct = (typeof VERSION_ACTS)[number];

/** Why a user may not do this with a version; null if nothing prevents it. The role is checked before. */
export function versionRefusal(
  act: VersionAct,
  version: { state: VersionState; authors: readonly string[]; submittedBy: string | null },
  login: string,
): RefusalCode | null {
  const isAuthor = version.authors.includes(login) || version.submittedBy === login;
  switch (act) {
    case 'edit':
    case 'remove':
    case 'submit':
      return version.state === 'DRAFT' ? null : 'paperVersion.notDraft';
    case 'takeBack':
      if (version.state !== 'SUBMITTED') return 'paperVersion.notSubmitted';
      return isAuthor ? null : 'paperVersion.reasonMissing';
    case 'reject':
      return version.state === 'SUBMITTED' ? null : 'paperVersion.notSubmitted';
    case 'publish':
      if (version.state !== 'SUBMITTED') return 'paperVersion.notSubmitted';
      return isAuthor ? 'paperVersion.ownWork' : null;
  }
}
