/** Which files of the portal a page's address needs besides those that every page does: named in its shell, fetched by what asks first. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the build says of a module that is fetched by itself. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
type Manifest = Readonly<Record<string, Built>>;

/** The pages on which people land: by the portal itself, and by a link to a document. */
const LANDINGS: readonly (readonly [path: RegExp, ...modules: string[]])[] = [
  [/^\/(dashboard)?$/, 'portal/features/dashboard/dashboard.tsx'],
  [
    /^\/app\/documents\/\d+$/,
    // Hardly a document is no PDF, and what draws one is the most.
    'portal/ui/pdf/pdf-viewer.tsx',
    'portal/features/documents/document-page.tsx',
  ],
];

const ENTRY = 'portal/index.html';

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): Set<string> {
  const built = manifest[module];
  if (built === undefined || seen.has(module)) return new Set();
  seen.add(module);
  const imported = (built.imports ?? []).flatMap((one) => [...filesOf(manifest, one, seen)]);
  return new Set([...imported, ...(built.css ?? []), built.file, ...programsOf(built)]);
}

/** Of workers; letters and pictures are named by what shows them. */
const programsOf = ({ assets = [] }: Built): readonly string[] => assets.filter((asset) => asset.endsWith('.js'));

function linkTo(file: string, isProgram: boolean): string {
  if (file.endsWith('.css'))
    return `<link data-rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`;
  // Its thread is started by an address, not imported.
  if (isProgram) return `<link data-rel="preload" as="fetch" crossorigin href="/${file}">`;
  return `<link data-rel="modulepreload" crossorigin href="/${file}">`;
}

/**
 * @param webFolder of the built browser application
 * @returns for a path without its query: links for the head of the portal's shell, empty for most.
 */
export async function linksAhead(webFolder: string): Promise<(path: string) => string> {
  const text = await readFile(join(webFolder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Manifest;
  const always = filesOf(manifest, ENTRY);
  const programs = new Set(Object.values(manifest).flatMap(programsOf));
  const landings = LANDINGS.map(([path, ...modules]) => {
    const all = new Set(modules.flatMap((module) => [...filesOf(manifest, module)]));
    return {
      path,
      // The largest takes the longest.
      links: [...all]
        .filter((file) => !always.has(file))
        .toSorted((a, b) => Number(programs.has(b)) - Number(programs.has(a)))
        .map((file) => linkTo(file, programs.has(file)))
        .join(''),
    };
  });
  return (path) => landings.find((one) => one.path.test(path))?.links ?? '';
}
