// The profile in a real browser: photo, password, logins; and the login with Google, whose script is replaced by a small one that gets real tokens.
import { OAuth2Server } from 'oauth2-mock-server';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, newPage, openBrowser, sendLogin } from './browser.ts';

const CLIENT_ID = 'journey.apps.googleusercontent.com';
const ASHA = { name: 'Asha Rao', email: 'asha.rao@example.com', password: 'secret-12' };
const succeeded = 'Successfully logged in with Google!';

let provider: OAuth2Server;
let server: RealServer;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  server = await RealServer.create({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: String(provider.issuer.url) });
  const [opened] = await Promise.all([openBrowser(), server.start()]);
  browser = opened;
  ({ page, faults } = await newPage(browser));
  await standInForGoogle(page, () => ({}));
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await provider?.stop();
});

async function signUp(where: Page): Promise<void> {
  await where.goto(`${server.url}/signup`);
  await where.getByLabel('Full Name').fill(ASHA.name);
  await where.getByLabel('Email').fill(ASHA.email);
  await where.getByLabel('Password', { exact: true }).fill(ASHA.password);
  await where.getByLabel('Confirm Password').fill(ASHA.password);
  await where.locator('button[type=submit]').click();
  await where.waitForURL('**/otp?email=*');
  await where.getByLabel('OTP').fill(await server.codeFor(ASHA.email));
  await where.getByRole('button', { name: 'Verify' }).click();
  await expectAlert(where, 'OTP verified! You are successfully signed up.');
  await where.waitForURL('**/home');
}

async function logIn(where: Page, password: string): Promise<void> {
  await where.goto(`${server.url}/login`);
  await sendLogin(where, ASHA.email, password);
}

/** Google's script, as far as the page uses it; the test chooses the person who logs in. */
async function standInForGoogle(where: Page, person: () => Record<string, unknown>): Promise<void> {
  await where.exposeFunction('askProvider', (nonce: string, audience: string) =>
    provider.issuer.buildToken({
      scopesOrTransform: (_header, payload) =>
        void Object.assign(payload, { aud: audience, nonce, email_verified: true, ...person() }),
    }),
  );
  await where.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google = { accounts: { id: {
        initialize(settings) { this.settings = settings; },
        renderButton(place, look) {
          const button = document.createElement('button');
          button.textContent = look.text === 'signup_with' ? 'Sign up with Google' : 'Sign in with Google';
          button.onclick = async () => {
            const { callback, nonce, client_id } = this.settings;
            callback({ credential: await window.askProvider(nonce, client_id) });
          };
          place.replaceChildren(button);
        },
      } } };`,
    }),
  );
}

test('a photo goes up, is shown in the profile and in the menu, and stays after a reload', async () => {
  await signUp(page);
  await page.goto(`${server.url}/userProfile`);
  await expect.poll(() => page.getByLabel('Name as per KYC').inputValue()).toBe('ASHA RAO');
  const menu = page.getByRole('button', { name: 'Account of Asha Rao' });
  await expect.poll(() => menu.locator('span[aria-hidden]').innerText()).toBe('AR');
  await page.getByLabel('Upload New profile photo').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 700, height: 500, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer(),
  });
  await page.getByText('Your profile photo has been saved.').waitFor();
  const shown = page.locator('main img');
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/photos\/[0-9a-f]{32}\.webp$/);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([512, 366]);
  await expect.poll(() => menu.locator('img').getAttribute('src')).toBe(await shown.getAttribute('src'));
  await page.reload();
  await menu.locator('img').waitFor();
  await expect
    .poll(() => menu.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(512);
});

test('a picture too large for the server is made smaller first; another file is refused with a sentence', async () => {
  const chooser = page.getByLabel('Upload New profile photo');
  const before = await page.locator('main img').getAttribute('src');
  const noise = await sharp(
    Buffer.from(Array.from({ length: 2400 * 1600 * 3 }, (_, at) => (at * 7919 + (at >> 5)) % 251)),
    {
      raw: { width: 2400, height: 1600, channels: 3 },
    },
  )
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(2 * 1024 * 1024);
  await chooser.setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: noise });
  await page.getByText('Your profile photo has been saved.').waitFor();
  const source = async () => (await page.locator('main img').getAttribute('src')) ?? '';
  // The browser's own copy is shown until the stored one is there.
  await expect.poll(async () => (await source()) !== before && (await source()).startsWith('/photos/')).toBe(true);
  const after = await source();

  await chooser.setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await page.getByText('This file cannot be read as a picture. Please choose another one.').waitFor();
  await chooser.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByText('Choose a JPEG, PNG or WebP picture.').waitFor();
  await expect.poll(source).toBe(after);

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Your profile photo has been removed.').waitFor();
  await page.locator('main img').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('button', { name: 'Account of Asha Rao' }).locator('span[aria-hidden]').innerText())
    .toBe('AR');
});

test('the palette of gains and losses and the theme hold over a reload', async () => {
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  await page.getByText('Blue and orange').click();
  await page.locator('main').getByText('Dark', { exact: true }).click();
  await expect.poll(root).toMatchObject({ theme: 'dark', palette: 'colour-blind' });
  await page.reload();
  await expect.poll(root).toMatchObject({ theme: 'dark', palette: 'colour-blind' });
  await page.getByText('Green and red').click();
  await page.locator('main').getByText('Light', { exact: true }).click();
  await expect.poll(root).toMatchObject({ theme: 'light', palette: 'standard' });
});

test('a login elsewhere is listed, and ending it throws that screen out at once', async () => {
  const elsewhere = await newPage(browser, {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  });
  await standInForGoogle(elsewhere.page, () => ({}));
  await logIn(elsewhere.page, ASHA.password);
  await elsewhere.page.waitForURL('**/home');
  await elsewhere.page.locator('html[data-connection="live"]').waitFor();
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Linux' });
  await row.getByRole('button', { name: 'End the login on Firefox on Linux' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The login has been ended.').waitFor();
  await row.waitFor({ state: 'detached' });
  // The other screen is thrown out without any action on it: its socket is cut.
  await elsewhere.page.waitForURL('**/login');
  await elsewhere.page.getByText('Session expired. Please log in again.').waitFor();
  expect(elsewhere.faults).toEqual([]);
  await elsewhere.page.context().close();
});

test('a new password needs the current one, and ends every other login', async () => {
  const elsewhere = await newPage(browser);
  await standInForGoogle(elsewhere.page, () => ({}));
  await logIn(elsewhere.page, ASHA.password);
  await elsewhere.page.waitForURL('**/home');
  await elsewhere.page.locator('html[data-connection="live"]').waitFor();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const change = page.getByRole('button', { name: 'Change password' });
  await field('Current password').fill('not the one');
  await field('New password').fill('a-longer-secret');
  await field('New password again').fill('another-secret');
  await change.click();
  await page.getByText('Passwords do not match').waitFor();
  await field('New password again').fill('a-longer-secret');
  await change.click();
  await page.getByText('The current password is not correct.').waitFor();
  await field('Current password').fill(ASHA.password);
  await change.click();
  await page.getByText('Your password has been changed. You have been logged out everywhere else.').waitFor();
  await expect.poll(() => field('Current password').inputValue()).toBe('');
  await elsewhere.page.waitForURL('**/login');
  await elsewhere.page.context().close();
  expect(new URL(page.url()).pathname).toBe('/userProfile');
  const [mail] = (await server.call('GET', `/dev/mailbox?to=${ASHA.email}`)).body.data as { subject: string }[];
  expect(mail.subject).toBe('Your Istock password was changed');
  ASHA.password = 'a-longer-secret';
});

test('the profile is within reach of everybody', async () => {
  await expectAccessible(page, 'the profile');
  expect(faults).toEqual([]);
});

test('Google opens a new account from the sign-up page', async () => {
  const fresh = await newPage(browser);
  await standInForGoogle(fresh.page, () => ({ sub: 'gauri', email: 'gauri@gmail.com', name: 'Gauri Desai' }));
  // A link that was followed is where the new person arrives.
  await fresh.page.goto(`${server.url}/userProfile`);
  await fresh.page.getByRole('link', { name: 'Sign up' }).click();
  await fresh.page.getByRole('button', { name: 'Sign up with Google' }).click();
  await expectAlert(fresh.page, succeeded);
  await fresh.page.waitForURL('**/userProfile');
  await fresh.page.getByText('You log in with Google, so this account has no password yet.').waitFor();
  await expect.poll(() => fresh.page.getByLabel('Name as per KYC').inputValue()).toBe('GAURI DESAI');
  expect(fresh.faults).toEqual([]);
  await fresh.page.context().close();
});

test('an address with a password here asks for it once', async () => {
  const fresh = await newPage(browser);
  await standInForGoogle(fresh.page, () => ({ sub: 'asha', email: ASHA.email, name: 'Asha' }));
  await fresh.page.goto(`${server.url}/login`);
  const google = fresh.page.getByRole('button', { name: 'Sign in with Google' });
  await google.waitFor();
  await expectAccessible(fresh.page, 'login with Google');
  await google.click();
  await fresh.page.getByText('This email already has an account here.').waitFor();
  const password = fresh.page.getByLabel('Password of your account');
  await password.fill('wrong-again');
  await fresh.page.getByRole('button', { name: 'Connect and log in' }).click();
  await fresh.page.getByText('The password is not correct.').waitFor();
  await password.fill(ASHA.password);
  await fresh.page.getByRole('button', { name: 'Connect and log in' }).click();
  await expectAlert(fresh.page, succeeded);
  await fresh.page.waitForURL('**/home');
  expect(fresh.faults).toEqual([]);

  await fresh.page.evaluate(() => sessionStorage.clear());
  await fresh.page.goto(`${server.url}/login`);
  await fresh.page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expectAlert(fresh.page, succeeded);
  await fresh.page.waitForURL('**/home');
  await fresh.page.context().close();
});

test('when Google does not answer, the page says so and the password still works', async () => {
  const fresh = await newPage(browser);
  await fresh.page.route('https://accounts.google.com/**', (route) => route.abort());
  await fresh.page.goto(`${server.url}/login`);
  await fresh.page.getByText('Google could not be reached.').waitFor();
  await logIn(fresh.page, ASHA.password);
  await fresh.page.waitForURL('**/home');
  await expect
    .poll(() =>
      fresh.page.getByRole('button', { name: 'Account of Asha Rao' }).locator('span[aria-hidden]').innerText(),
    )
    .toBe('AR');
  await fresh.page.context().close();
});
