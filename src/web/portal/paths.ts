/** All addresses of the portal, and the parameters that a sign-in returns. */
import { safeRedirect } from '#domain/identity/redirect.ts';

/** Used in the address of its data, where legal entities have their code. */
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
  /** Documents that wait for a signature. */
  waiting: '/app/waiting',
  /** "Numeri ricorrenti". */
  numbers: '/app/recurring-numbers',
  document: (id: number) => `/app/documents/${id}`,
  /** The page where a staff signer signs it. */
  ownSignature: (id: number) => `/app/documents/${id}/sign`,
  /** The page where a staff signer signs several documents after one sign-in; the server redirects back to it. */
  ownSignatures: (ids: readonly number[]) => `/app/sign/${ids.join('-')}`,
  licenses: '/app/licenses',
  videos: '/app/videos',
  management: '/app',
  administration: '/admin',
  users: '/admin/users',
  services: '/admin/services',
  integrations: '/admin/integrations',
  /** "Primi passi": what is missing before the first signature. */
  firstSteps: '/app/first-steps',
  papers: '/app/papers',
  folderTypes: '/app/papers/folder-types',
  paper: (type: string) => `/app/papers/${type}`,
  /** The company data of a legal entity on generated papers. */
  /** @param legalEntity null for the national company. */
  company: (legalEntity: string | null) => `/app/papers/company/${legalEntity ?? NATIONAL_COMPANY}`,
  myPage: '/my-page',
  /** All parameters are lowercase. */
  wizard: (brand: string, folderType: string, documentType: string) =>
    `/app/wizard/${brand}/${folderType}/${documentType}`.toLowerCase(),
  logged: '/logged',
  logout: '/logout',
  error: (variant: ErrorVariant) => `/error/error-${variant}`,
  /** Public verification of a signed file: a separate page outside the portal. */
  verify: '/verify',
  /** A legal entity's public information on its advanced signature: a separate page. */
  feaPage: (legalEntity: string) => `/fea/${encodeURIComponent(legalEntity)}`,
  outbox: '/demo/outbox',
  /** The external logout. The page has already cleared its storage; language and theme stay. */
  signOut: '/sso/logout?storage=cleared',
} as const;

export const ERROR_VARIANTS = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'dealer'] as const;
export type ErrorVariant = (typeof ERROR_VARIANTS)[number];

/** The single-sign-on entry with the return address. */
export function signInEntry(origin: string, target: string): string {
  return `/sso/auth/?RelayState=${origin}/logged?redirect=${target}`;
}

/** What the sign-in passes back to /logged. */
export interface Landing {
  token: string | null;
  redirect: string;
}

/**
 * Reads `redirect` and `JWT_TOKEN` from the query of /logged.
 * The server does not escape `&` inside the return address, so `redirect` extends to JWT_TOKEN or the end.
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
