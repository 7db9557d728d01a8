// Builds web/ into dist/web; in development it forwards calls to a running server and keeps page loads for itself.
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const server = process.env.ISTOCK_SERVER ?? 'http://127.0.0.1:5000';

// The same rule as the server's: a GET that accepts HTML is a page load, everything else that is not a file of ours is a call.
const isOwnFile = /^\/(@|node_modules\/|contract\/|core\/|main\.tsx|[^/?]+\.(tsx?|css|svg)|[a-z-]+\/[^?]*\.(tsx?|css))/;

// Two files in place of thirty small ones: what every page needs, and what every page behind login needs besides. Fewer
// requests, and text that is compressed together is smaller.
const isBase =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/|\/contract\/(login|messages|wire\/sums)\.|\/core\/money\.|\/web\/(main|routes|api|refresh|session|lazy-part)\.|\/web\/shell\/root|\/web\/ui\/(alert|badge|brand|button|class-list|field|form|lost-focus|password-input|segmented|states|text-input)/;
const isFrame =
  /node_modules\/@tanstack\/(react-query|query-core)\/|\/web\/(query|quotes|live|live-text|market-phase|phase-words|typed)\.|\/web\/shell\/(shell|header|bottom|places|profile|suggestions)|\/web\/user\/own-photo|\/web\/ui\/(avatar|card|checkbox|combobox|date-time|debounce|disclosure|figure-list|flash|media-query|money|number-input|number-text|pager|screen|select|skeleton|table|theme)/;

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwind(), { ...optimizeLocales.vite({ locales: ['en-US', 'en-IN', 'hi-IN'] }), enforce: 'pre' }],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // What decides and what is said does nothing by being loaded: no script fetches it for nothing.
      treeshake: { moduleSideEffects: [{ test: /\/(contract|core)\//, sideEffects: false }] },
      output: {
        // The first script names all others: a letter less of each counts, because chance is what cannot be compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: isBase },
            { name: 'frame', test: isFrame },
          ],
        },
      },
    },
  },
  server: {
    port: 5150,
    fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] },
    proxy: {
      '/socket.io': { target: server, ws: true },
      '/': {
        target: server,
        bypass: (request) => {
          const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
          return wantsPage || isOwnFile.test(request.url ?? '/') ? request.url : undefined;
        },
      },
    },
  },
});
