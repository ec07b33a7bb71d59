/**
 * The landing pages: opened by the portal's own address or by a link to a document. Their needs are requested before
 * the program runs: data by `first-requests.ts` and each page's `prefetch.ts`, files by the shell that the server
 * sends, as listed by the build (`landing-files.ts`). Pure.
 */
export const LANDINGS = {
  dashboard: { path: /^\/(?:dashboard)?$/, page: 'features/dashboard/dashboard.tsx', modules: [] },
  document: {
    path: /^\/app\/documents\/([1-9]\d{0,14})$/,
    page: 'features/documents/document-page.tsx',
    /** Nearly every document is a PDF, and its renderer is the largest part. */
    modules: ['connected/pdf/pdf-viewer.tsx'],
  },
} as const satisfies Record<string, { path: RegExp; page: string; modules: readonly string[] }>;

export type LandingName = keyof typeof LANDINGS;

/** @returns `id`: of the document; 0 where the address contains none. */
export function landingAt(pathname: string): { name: LandingName; id: number } | null {
  for (const name of Object.keys(LANDINGS) as LandingName[]) {
    const match = LANDINGS[name].path.exec(pathname);
    if (match) return { name, id: Number(match[1] ?? 0) };
  }
  return null;
}
