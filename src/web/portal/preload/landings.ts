/**
 * The pages on which people land: by the portal's own address, and by a link to a document. What they need is requested
 * before the program asks for it: their data by `first-requests.ts` and by each page's `prefetch.ts`, their files by
 * the shell that the server sends, which the build has listed (`landing-files.ts`). Pure.
 */
export const LANDINGS = {
  dashboard: { path: /^\/(?:dashboard)?$/, page: 'features/dashboard/dashboard.tsx', modules: [] },
  document: {
    path: /^\/app\/documents\/([1-9]\d{0,14})$/,
    page: 'features/documents/document-page.tsx',
    /** Nearly every document is a PDF, and what draws one is the largest part. */
    modules: ['ui/pdf/pdf-viewer.tsx'],
  },
} as const satisfies Record<string, { path: RegExp; page: string; modules: readonly string[] }>;

export type LandingName = keyof typeof LANDINGS;

/** @returns `id`: of the document; 0 where the address names none. */
export function landingAt(pathname: string): { name: LandingName; id: number } | null {
  for (const name of Object.keys(LANDINGS) as LandingName[]) {
    const found = LANDINGS[name].path.exec(pathname);
    if (found) return { name, id: Number(found[1] ?? 0) };
  }
  return null;
}
