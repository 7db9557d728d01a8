// Builds web/ into dist/web; in development it forwards calls to a running server and keeps page loads for itself.
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const server = process.env.ISTOCK_SERVER ?? 'http://127.0.0.1:5000';

// The same rule as the server's: a GET that accepts HTML is a page load, everything else that is not a file of ours is a call.
const isOwnFile =
  /^\/(@|node_modules\/|contract\/|core\/|main\.tsx|[^/?]+\.(tsx?|css|svg|webmanifest)|[a-z-]+\/[^?]*\.(tsx?|css))/;

// A few files in place of a hundred small ones: fewer requests and fewer links for a page to add, and text that is compressed
// together is smaller. `base` is what every page needs, `frame` what every page behind login needs besides; `trading` is what
// ticket and positions share, `orders` what the screens with open orders share, `lists` what the tables and the diary share.
const isBase =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/|\/contract\/(login|wire\/sums)\.|\/core\/money\.|\/web\/(main|routes|api|refresh|session|lazy-part)\.|\/web\/shell\/root|\/web\/ui\/(alert|badge|brand|button|class-list|field|form|lost-focus|password-input|segmented|states|text-input)/;
const isFrame =
  /node_modules\/@tanstack\/(react-query|query-core)\/|\/icons\/(check|chevron-right|plus|trash)\.|\/contract\/(market\/intervals|messages\/(market|sums|trade))\.|\/core\/market\/(day|trading-hours)\.|\/web\/(call-once|query|quotes|live|live-text|market-phase|phase-words|typed)\.|\/web\/shell\/(shell|header|bottom|places|profile|suggestions)|\/web\/market\/(alert-dialog-state|day-range)|\/web\/trade\/(diary\/diary-read|live-position|trade-buttons|use-live-positions)|\/web\/user\/own-photo|\/web\/chart\/chart-(credit|time)\.|\/web\/ui\/(address-text|avatar|card|checkbox|coming|combobox|date-time|debounce|dialog-open|disclosure|figure-list|flash|media-query|money|number-input|number-text|pager|paisa-exact|screen|select|skeleton|table|theme)/;
const isTrading =
  /\/core\/trade\/(charges|settings|statutory)\.|\/contract\/trade\/statutory-rates|\/web\/trade\/(depth-view|exit-position|pending-orders|statutory-figures|use-depth|see-story|ticket\/(answer|draft|known-terms|place-order|refusal-text|ticket-figures|ticket-key|unanswered|use-ticket-data))\./;
const isChart =
  /\/core\/market\/(bars|corporate-action|indicators\/[\w-]+)\.|\/web\/chart\/(bars|bars-table|chart-(panel|readout)|drawn-lines|indicators\/(chosen|kind|legend|pane-kinds|price-kinds|shown)|line-tags|marks|use-bars)\.|\/web\/market\/(alert-button|chart\/(stock-chart|use-chart-choice)|depth-card|own-position|trade-note|watch-button|watchlist)\.|\/web\/trade\/own-in-stock\./;
const isOrders =
  /\/contract\/messages\/admin\.|\/web\/trade\/(cancel-order|cancel-words|charges-of|edit-order|free-shares)\.|\/web\/ui\/confirm/;
const isList =
  /\/icons\/(chevron-left|download|printer)\.|\/contract\/(messages\/order-reasons|wire\/csv)|\/web\/csv-button|\/web\/trade\/(day-input|days-filter|order-words|own-csv|profit-day|diary\/(calendar|use-today)|sold-today)\.|\/web\/ui\/(download|last-page|search-box|stat)\./;

type Scripts = readonly Rolldown.OutputChunk[];

/** The scripts that these need, themselves among them. */
function closure(names: readonly string[], scripts: Scripts): Set<string> {
  const needed = new Set(names);
  // A set that grows while it is walked through is walked through to its new end.
  for (const name of needed)
    for (const next of scripts.find(({ fileName }) => fileName === name)?.imports ?? []) needed.add(next);
  return needed;
}

/** A screen with more than this of its own would take the line from what comes before it. */
const MOST_AHEAD = { files: 3, bytes: 60_000 };
const routes = fileURLToPath(new URL('./web/routes.tsx', import.meta.url));

/** By the address of a screen, the scripts that it needs besides the frame. */
async function screensAhead(frame: string, scripts: Scripts): Promise<Record<string, string[]>> {
  const entries = scripts.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const there = closure([frame, ...entries], scripts);
  const found: Record<string, string[]> = {};
  for (const [, address, module] of (await readFile(routes, 'utf8')).matchAll(
    /path: '(\/\w+)',[^}]*?import\('\.\/([^']+)'\)/g,
  )) {
    const screen = scripts.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
    if (!screen) throw new Error(`${address}: no script for ${module}`);
    const own = [...closure([screen.fileName], scripts)].filter((name) => !there.has(name));
    const bytes = scripts
      .filter(({ fileName }) => own.includes(fileName))
      .reduce((sum, { code }) => sum + code.length, 0);
    if (own.length <= MOST_AHEAD.files && bytes <= MOST_AHEAD.bytes) found[address] = own;
  }
  return found;
}

/** By the address of a screen, the calls whose answers its first picture waits for; the look at each screen sees that it takes them all. */
const CALLS_AHEAD = {
  calls: {
    '/home': ['/portfolio', '/rewards'],
    '/stocks': ['/stocks'],
    '/watchlist': ['/watchlists', '/stocks'],
    '/portfolio': ['/portfolio'],
    '/tradingview': ['/stocks', '/portfolio'],
  },
  /** Only where the list of first steps has not been put away. */
  firstSteps: { '/home': ['/transactions?page=1&limit=1'] },
};

/** Tells index.html what to ask for at once where somebody is logged in; nothing in development, where nothing is bundled. */
const nameAhead: Plugin = {
  name: 'name-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle = {} }) => {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const frame = scripts.find(({ fileName }) => fileName.startsWith('assets/frame-'))?.fileName;
      const ahead = frame ? { frame, screens: await screensAhead(frame, scripts), ...CALLS_AHEAD } : null;
      return html.replace('%AHEAD%', JSON.stringify(ahead).replaceAll('"', "'"));
    },
  },
};

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Below it a file is not worth a second one. */
const FEWEST_BYTES = 1024;

/** Each file once more as brotli and gzip make it when they take their time: the server sends these, and compresses nothing itself. */
const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.keys(bundle).map(async (fileName) => {
        const file = path.join(dir, fileName);
        const content = await readFile(file);
        if (!/\.(js|css)$/.test(fileName) || content.length < FEWEST_BYTES) return;
        await writeFile(`${file}.br`, await asBrotli(content));
        await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
      }),
    );
  },
};

const ICON_SIZES = [192, 512];

/** Home screens of phones take pictures, and cut the corners themselves. */
const drawIcons: Plugin = {
  name: 'draw-icons',
  apply: 'build',
  async generateBundle() {
    const icon = await readFile(new URL('./web/public/icon.svg', import.meta.url), 'utf8');
    const square = Buffer.from(icon.replace(' rx="6"', ''));
    for (const size of ICON_SIZES) {
      const source = await sharp(square).resize(size).png().toBuffer();
      this.emitFile({ type: 'asset', fileName: `icon-${size}.png`, source });
    }
  },
};

/** Icons come with random keys and former names, which nothing needs where a list never changes: chance is what cannot be compressed. */
const bareIcons: Plugin = {
  name: 'bare-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replaceAll(/,\s*(key: "\w+"|aliases: \[[^\]]*\])/g, ''), map: null }),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    bareIcons,
    nameAhead,
    drawIcons,
    compressFiles,
    { ...optimizeLocales.vite({ locales: ['en-US', 'en-IN', 'hi-IN'] }), enforce: 'pre' },
  ],
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
            { name: 'dialog', test: /\/web\/ui\/dialog\./ },
            { name: 'trading', test: isTrading },
            { name: 'chart', test: isChart },
            { name: 'orders', test: isOrders },
            { name: 'lists', test: isList },
            { name: 'phase', test: /\/web\/(phase-text|shell\/phase-line)\./ },
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
