/** Lists the files that a landing page needs beyond those of every page, from the build manifest. Pure. */
import { LANDINGS } from './landings.ts';

/** The manifest entry of a separately loaded module. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Built>>;

/** The list for the server: links for the head of the shell, by path pattern. */
export type LandingFiles = readonly {
  path: string;
  files: readonly { file: string; as: 'fetch' | 'module' | 'style' }[];
}[];

const ENTRY = 'portal/index.html';

/** Worker programs; fonts and pictures are referenced by the files that use them. */
const programsOf = ({ assets = [] }: Built): readonly string[] => assets.filter((asset) => asset.endsWith('.js'));

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): Set<string> {
  const built = manifest[module];
  if (built === undefined || seen.has(module)) return new Set();
  seen.add(module);
  const imported = (built.imports ?? []).flatMap((name) => [...filesOf(manifest, name, seen)]);
  return new Set([...imported, ...(built.css ?? []), built.file, ...programsOf(built)]);
}

/** Worker programs first: they are the largest and take the longest. */
export function landingFiles(manifest: Manifest): LandingFiles {
  const always = filesOf(manifest, ENTRY);
  const programs = new Set(Object.values(manifest).flatMap(programsOf));
  return Object.values(LANDINGS).map(({ path, page, modules }) => {
    const all = [...modules, page].flatMap((module) => [...filesOf(manifest, `portal/${module}`)]);
    const files = [...new Set(all)]
      .filter((file) => !always.has(file))
      .toSorted((a, b) => Number(programs.has(b)) - Number(programs.has(a)))
      .map(
        (file) => ({ file, as: programs.has(file) ? 'fetch' : file.endsWith('.css') ? 'style' : 'module' }) as const,
      );
    return { path: path.source, files };
  });
}
