// npm run build: installs what is missing and builds the pages, as npm start does before it runs the server.
import { ensureWeb } from './build-web.mjs';
import { ensureInstalled } from './ensure.mjs';
import { runTool, say } from './progress.mjs';

await runTool(async () => {
  await ensureWeb(await ensureInstalled());
  say('The pages are built.');
});
