/** Build of the two browser applications: the staff portal and the signer's pages, each with its own entry. */
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
  for (const name of ['portal', 'signer']) {
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
          groups: [{ name: 'zod', test: /node_modules\/zod\/|web\/shared\/no-eval/ }],
        },
      },
    },
  },
});
