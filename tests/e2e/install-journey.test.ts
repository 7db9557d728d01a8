// Istock put on the home screen of a phone: what the browser finds missing, and the pictures it takes.
import { expect, test } from 'vitest';
import { newPage } from './browser.ts';
import { browser, server } from './site.ts';

test('the browser finds nothing that keeps it from installing the site', async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}/login`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const line = await page.context().newCDPSession(page);
  const { url, errors, data } = await line.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
  // A context without a profile is a private window, which installs nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { icons, shortcuts } = JSON.parse(data!) as {
    icons: { src: string; type: string }[];
    shortcuts: { url: string }[];
  };
  for (const { src, type } of [...icons, { src: '/icon-192.png', type: 'image/png' }]) {
    const icon = await fetch(`${server.url}${src}`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
  }
  for (const { url: screen } of shortcuts)
    expect((await fetch(`${server.url}${screen}`, { headers: { accept: 'text/html' } })).status).toBe(200);
});
