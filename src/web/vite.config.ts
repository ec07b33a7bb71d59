/** Build of the browser applications: the staff portal, the signer's pages, the page that checks files and the tablet's own, each with its own entry. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '..', '..');

/** Entries that exist: the portal can be built while the signer's pages are not there yet. */
function entries(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['portal', 'signer', 'verify', 'device']) {
    const page = join(here, name, 'index.html');
    if (existsSync(page)) found[name] = page;
  }
  return found;
}

/**
 * Serves what the PDF viewer asks for at run time from our own address, under /assets/pdfjs-<version>/, cached for ever like every file there.
 * The script versions of the image decoders stand in for WebAssembly, which the page's policy does not allow.
 */
function pdfViewerData(): Plugin {
  const source = join(repository, 'node_modules', 'pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const wanted: readonly (readonly [folder: string, matches: RegExp])[] = [
    ['cmaps', /\.bcmap$/],
    ['standard_fonts', /\.(pfb|ttf)$/],
    ['iccs', /\.icc$/],
    ['wasm', /_nowasm_fallback\.js$/],
  ];
  return {
    name: 'fascicolo-pdf-viewer-data',
    apply: 'build',
    generateBundle() {
      for (const [folder, matches] of wanted) {
        for (const file of readdirSync(join(source, folder)).filter((name) => matches.test(name))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${file}`,
            source: readFileSync(join(source, folder, file)),
          });
        }
      }
    },
  };
}

/** Compresses once at build time what the server then only picks: scripts and styles, as .br and .gz beside the file. */
function precompress(): Plugin {
  return {
    name: 'fascicolo-precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/^assets\/[^/]+\.(m?js|css|svg)$/.test(fileName)) continue;
        const file = join(options.dir ?? '', fileName);
        const content = readFileSync(file);
        if (content.length < 1024) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Of the bundler: what a module imports at once, not later. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
}

const own = (id: string): boolean => id.startsWith(join(repository, 'src')) && !id.includes('node_modules');

/** Our own modules that a browser fetches with an entry. */
function fetchedWith(entry: string, graph: Graph, ...pages: string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = ['main.tsx', ...pages].map((file) => join(here, entry, file));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !own(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The page on which most people land; what it is made of, other pages use as well. */
const LANDING = 'features/dashboard/dashboard.tsx';

/** Both are pages of one thing, with its actions and dialogs: what they share most other pages use too. */
const OF_ONE = ['features/folders/folder-page.tsx', 'features/documents/document-page.tsx'] as const;

let frame: ReadonlySet<string> | undefined;
let work: ReadonlySet<string> | undefined;
let signing: ReadonlySet<string> | undefined;
let icons: ReadonlySet<string> | undefined;

/** The entries themselves keep their own files, which their pages name. */
const isEntry = (id: string): boolean => id.endsWith('/main.tsx');

/**
 * What the portal always fetches stands in one file: left to itself the bundler makes a file of each set of pages that share
 * something, a hundred of them, which no page ever fetches alone and which compress badly.
 */
function nameOfFrame(id: string, graph: Graph): string | null {
  frame ??= fetchedWith('portal', graph, LANDING);
  return frame.has(id) && !isEntry(id) && !id.startsWith(join(here, 'portal', dirname(LANDING))) ? 'frame' : null;
}

/** What acts on one thing stands in one file, as above: some fifteen of a few hundred bytes each would be fetched together anyway. */
function nameOfWork(id: string, graph: Graph): string | null {
  if (nameOfFrame(id, graph) !== null) return null;
  if (work === undefined) {
    const [first, second] = OF_ONE.map((page) => fetchedWith('portal', graph, page));
    work = new Set([...(first ?? [])].filter((one) => second?.has(one)));
  }
  return work.has(id) && !isEntry(id) ? 'work' : null;
}

/** What the signer's pages or the verifier's fetch as well, icons and what draws them included, stays out of the portal's file. */
function nameOfShared(id: string, graph: Graph): string | null {
  signing ??= new Set([...fetchedWith('signer', graph), ...fetchedWith('verify', graph)]);
  icons ??= new Set([...signing].flatMap((one) => graph.getModuleInfo(one)?.code?.match(/\bIcon[A-Z]\w+/g) ?? []));
  const icon = /@tabler\/icons-react\/.*\/(\w+)\.m?js$/.exec(id)?.[1];
  if (icon !== undefined) return icons.has(icon) || !icon.startsWith('Icon') ? 'shared' : null;
  return signing.has(id) && nameOfFrame(id, graph) !== null ? 'shared' : null;
}

export default defineConfig({
  root: here,
  base: '/',
  publicDir: false,
  cacheDir: join(repository, '.cache', 'vite'),
  plugins: [react(), pdfViewerData(), precompress()],
  build: {
    outDir: join(repository, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: entries(),
      output: {
        codeSplitting: {
          // The setting that keeps zod from compiling code must run before any schema: same chunk, first.
          groups: [
            { name: 'zod', test: /node_modules\/zod\/|web\/shared\/no-eval/, priority: 2 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'shared', test: /vite\/preload-helper/, priority: 2 },
            { name: nameOfShared, test: /\/src\/|@tabler\/icons-react/, priority: 2 },
            { name: nameOfFrame, test: /\/src\/(web|domain)\//, priority: 1 },
            { name: nameOfWork, test: /\/src\/(web|domain)\//, priority: 0 },
          ],
        },
      },
    },
  },
});
