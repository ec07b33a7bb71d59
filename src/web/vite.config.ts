/** Build of the two browser applications: the staff portal and the signer's pages, each with its own entry. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
 * Serves what the PDF viewer asks for at run time from our own address, under /assets/pdfjs/.
 * The script versions of the image decoders stand in for WebAssembly, which the page's policy does not allow.
 */
function pdfViewerData(): Plugin {
  const source = join(repository, 'node_modules', 'pdfjs-dist');
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
            fileName: `assets/pdfjs/${folder}/${file}`,
            source: readFileSync(join(source, folder, file)),
          });
        }
      }
    },
  };
}

export default defineConfig({
  root: here,
  base: '/',
  publicDir: false,
  cacheDir: join(repository, '.cache', 'vite'),
  plugins: [react(), pdfViewerData()],
  build: {
    outDir: join(repository, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rollupOptions: { input: entries() },
  },
});
