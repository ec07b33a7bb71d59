/** Which files a landing page needs besides those of every page, from the manifest of the build. Pure. */
import { LANDINGS } from './landings.ts';

/** What the manifest says of a module that is fetched by itself. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Built>>;

/** What the server reads: links for the head of the shell, by the pattern of a path. */
export type LandingFiles = readonly {
  path: string;
  files: readonly { file: string; as: 'fetch' | 'module' | 'style' }[];
}[];

const ENTRY = 'portal/index.html';

/** Programs of workers; typefaces and pictures are named by what shows them. */
const programsOf = ({ assets = [] }: Built): readonly string[] => assets.filter((asset) => asset.endsWith('.js'));

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): Set<string> {
  const built = manifest[module];
  if (built === undefined || seen.has(module)) return new Set();
  seen.add(module);
  const imported = (built.imports ?? []).flatMap((one) => [...filesOf(manifest, one, seen)]);
  return new Set([...imported, ...(built.css ?? []), built.file, ...programsOf(built)]);
}

/** The programs of workers first: they are the largest and take the longest. */
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
