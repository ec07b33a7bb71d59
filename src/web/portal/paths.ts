/** Every address of the portal in one place (specification §2), and what the sign-in brings back (P-3). */
import { safeRedirect } from '#domain/identity/redirect.ts';

/** In the address of its data, where legal entities have their code. */
export const NATIONAL_COMPANY = 'nazionale';

export const paths = {
  home: '/',
  dashboard: '/dashboard',
  dossiers: '/app/dossiers',
  dossier: (id: number) => `/app/dossiers/${id}`,
  folders: '/app/folders',
  folder: (id: number) => `/app/folders/${id}`,
  /** Every document that the user may see. */
  documents: '/app/documents',
  /** What waits to be signed (P-19). */
  waiting: '/app/waiting',
  /** "Numeri ricorrenti" (D-45). */
  numbers: '/app/recurring-numbers',
  document: (id: number) => `/app/documents/${id}`,
  /** Where a member of staff signs it (P-6). */
  ownSignature: (id: number) => `/app/documents/${id}/sign`,
  /** Where a member of staff signs several documents after one sign-in; the server leads back to it. */
  ownSignatures: (ids: readonly number[]) => `/app/sign/${ids.join('-')}`,
  licenses: '/app/licenses',
  videos: '/app/videos',
  management: '/app',
  administration: '/admin',
  users: '/admin/users',
  services: '/admin/services',
  integrations: '/admin/integrations',
  /** "Primi passi": what is missing before the first signature (P-1). */
  firstSteps: '/app/first-steps',
  papers: '/app/papers',
  folderTypes: '/app/papers/folder-types',
  paper: (type: string) => `/app/papers/${type}`,
  /** What a legal entity says of itself on its papers. */
  /** @param legalEntity null for the national company. */
  company: (legalEntity: string | null) => `/app/papers/company/${legalEntity ?? NATIONAL_COMPANY}`,
  myPage: '/my-page',
  /** All parameters are lowercased (specification §2). */
  wizard: (brand: string, folderType: string, documentType: string) =>
    `/app/wizard/${brand}/${folderType}/${documentType}`.toLowerCase(),
  logged: '/logged',
  logout: '/logout',
  error: (variant: ErrorVariant) => `/error/error-${variant}`,
  /** Anyone's check of a signed file: a page of its own, outside the portal (P-10). */
  verify: '/verify',
  /** What a legal entity publishes of its advanced signature: a page of its own, for everybody (D-10). */
  feaPage: (legalEntity: string) => `/fea/${encodeURIComponent(legalEntity)}`,
  outbox: '/demo/outbox',
  /** The external logout. The page has cleared what it kept here: language and theme stay (specification §1). */
  signOut: '/sso/logout?storage=cleared',
} as const;

export const ERROR_VARIANTS = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'dealer'] as const;
export type ErrorVariant = (typeof ERROR_VARIANTS)[number];

/** The single-sign-on entry with the address to come back to (specification §2, §7). */
export function signInEntry(origin: string, target: string): string {
  return `/sso/auth/?RelayState=${origin}/logged?redirect=${target}`;
}

/** What the sign-in brings back to /logged. */
export interface Landing {
  token: string | null;
  redirect: string;
}

/**
 * Reads `redirect` and `JWT_TOKEN` from the query of /logged.
 * The server keeps an inner `&` of the return address, so `redirect` reaches up to JWT_TOKEN or the end.
 */
export function readLanding(search: string): Landing {
  const query = search.replace(/^\?/, '');
  const token = /(?:^|&)JWT_TOKEN=([^&]*)/.exec(query);
  const rest = query.replace(/(?:^|&)JWT_TOKEN=[^&]*/, '').replace(/^&/, '');
  const start = /(?:^|&)redirect=/.exec(rest);
  const raw = start ? rest.slice(start.index + start[0].length) : null;
  return { token: token?.[1] ? decode(token[1]) : null, redirect: safeRedirect(decodeRedirect(raw)) };
}

function decodeRedirect(raw: string | null): string | null {
  if (raw === null) return null;
  return /^%2f/i.test(raw) ? decode(raw) : raw;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
