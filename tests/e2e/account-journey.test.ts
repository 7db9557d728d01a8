// The way in, in a real browser, for a person who makes every mistake: each form shows the sentence of its mistake, also without a network.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, newPage, sendLogin } from './browser.ts';
import { browser, server } from './site.ts';

const EMAIL = 'asha@example.com';
const PASSWORD = 'secret-12';
const FAILED = 'Something went wrong. Please try again later.';
const NO_CONNECTION = 'There is no connection to Istock. Check your network and try again.';

let page: Page;
let faults: string[];

beforeAll(async () => {
  ({ page, faults } = await newPage(browser));
});

const goTo = (address: string): Promise<unknown> => page.goto(`${server.url}${address}`);
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const password = (): Locator => page.getByLabel('Password', { exact: true });
const says = (sentence: string): Promise<void> => page.getByText(sentence, { exact: true }).waitFor();

/** The code in the newest mail with a code, and a wrong one. */
async function codes(): Promise<{ right: string; wrong: string }> {
  const right = await server.codeFor(EMAIL);
  return { right, wrong: right === '000000' ? '111111' : '000000' };
}

/** Everything sent meanwhile is lost. */
async function withoutNetwork(act: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true);
  await act();
  await page.context().setOffline(false);
}

test('sign-up: what is left empty says so, because the button waits for it', async () => {
  await goTo('/signup');
  const submit = page.locator('button[type=submit]');
  expect(await submit.isDisabled()).toBe(true);
  await page.getByLabel('Full Name').focus();
  await page.keyboard.press('Tab');
  await says('Full Name is required');
  await page.keyboard.press('Tab');
  await says('Email is required');
  await page.getByLabel('Email').fill('asha');
  await password().fill('12345');
  await password().blur();
  await says('Please enter a valid email address');
  await says('Password must be at least 6 characters long');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(EMAIL);
  await password().fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill('secret-13');
  // In a low window the form begins at the top, and what appears in it when the field is left would push the button from under the pointer.
  await page.setViewportSize({ width: 1366, height: 700 });
  await submit.click();
  await expectAlert(page, 'Passwords do not match');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Confirm Password').fill(PASSWORD);
});

test('sign-up without a network: the sentence, and the reason below it', async () => {
  await withoutNetwork(async () => {
    await button('Sign up').click();
    await says(FAILED);
    await says(NO_CONNECTION);
    await expectAccessible(page, 'a sign-up that did not work');
  });
  await button('Sign up').click();
  await page.waitForURL('**/otp?email=*');
});

test('back from the code, what was entered is there again, without the password', async () => {
  const entered = () => Promise.all(['Full Name', 'Email'].map((label) => page.getByLabel(label).inputValue()));
  const before = ['Asha Rao', EMAIL];
  await page.getByRole('link', { name: 'Sign up again' }).click();
  await page.waitForURL('**/signup');
  expect(await entered()).toEqual(before);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await page.goBack();
  await page.waitForURL('**/otp?email=*');
});

test('the code: too short, wrong, sent anew, and right', async () => {
  await button('Verify').click();
  await says('OTP is required and should be at least 4 characters long.');
  const isFocused = (): Promise<boolean> =>
    page.getByLabel('OTP').evaluate((field) => field === document.activeElement);
  await expect.poll(isFocused).toBe(true);
  await page.getByLabel('OTP').fill((await codes()).wrong);
  await button('Verify').click();
  await says('Invalid OTP. Please try again.');
  // The next typed digits replace the wrong code.
  expect(await isFocused()).toBe(true);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe((await codes()).wrong);
  await withoutNetwork(async () => {
    // Without a network a right code is not called wrong.
    await button('Verify').click();
    await says(NO_CONNECTION);
    await button('Resend OTP').click();
    await says('Failed to resend OTP. Please try again.');
  });
  await button('Resend OTP').click();
  await says('New OTP sent to your email!');
  expect(await isFocused()).toBe(true);
  // The field was emptied by the page, so no mistake is shown in it.
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0);
  // The countdown has begun again, with five minutes.
  await expect.poll(async () => Number(/\d+/.exec(await page.getByRole('timer').innerText()))).toBeGreaterThan(270);
  await page.getByLabel('OTP').fill((await codes()).right);
  await button('Verify').click();
  await expectAlert(page, 'OTP verified! You are successfully signed up.');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await button('Log out').click();
  await expectAlert(page, 'You have been logged out. Please contact support if you believe this is a mistake.');
  await page.waitForURL('**/login');
});

test('login: what is wrong with the fields, a wrong password, no network, and a person who is no instructor', async () => {
  await page.getByLabel('Email').fill('asha');
  await password().fill('12345');
  await button('Log in').click();
  await says('Please enter a valid email address.');
  await says('Password must be at least 6 characters long.');
  await page.getByLabel('Email').fill(EMAIL);
  await password().fill('secret-99');
  await button('Log in').click();
  await says(FAILED);
  expect(await page.getByText(NO_CONNECTION).count()).toBe(0);
  await withoutNetwork(async () => {
    await button('Log in').click();
    await says(NO_CONNECTION);
    await says(FAILED);
  });
  for (const address of ['/instructorLogin', '/adminLogin']) {
    await goTo(address);
    await page.getByLabel('Email').fill(EMAIL);
    await password().fill(PASSWORD);
    await button('Log in').click();
    await says(address === '/adminLogin' ? FAILED : 'Invalid response from server.');
    expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
  }
});

test('a forgotten password: each mistake, and two seconds after the new one the login', async () => {
  await goTo('/forgotPassword');
  await button('Send OTP').click();
  await says('Email is required.');
  await page.getByLabel('Email').fill('asha');
  await button('Send OTP').click();
  await says('Please enter a valid email.');
  await page.getByLabel('Email').fill(EMAIL);
  await withoutNetwork(async () => {
    await button('Send OTP').click();
    await says('Something went wrong. Please try again.');
  });
  await button('Send OTP').click();
  await page.waitForURL('**/resetPassword');
  await says('An OTP has been sent to your email.');
  await says(`Account: ${EMAIL}`);
  await button('Reset password').click();
  await says('OTP is required and must be at least 6 characters.');
  await says('Password is required and must be at least 8 characters.');
  const { right, wrong } = await codes();
  await page.getByLabel('OTP').fill(wrong);
  await page.getByLabel('New password', { exact: true }).fill('another-12');
  await button('Reset password').click();
  await says('Invalid OTP or password reset failed');
  await page.getByLabel('OTP').fill(right);
  await button('Reset password').click();
  await says('Your password has been successfully reset!');
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(EMAIL);
  await password().fill('another-12');
  await button('Log in').click();
  await page.waitForURL('**/home');
  // The console reports every call that failed, and nothing else.
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a person who sets a password while logged in is told that it is set, and not that the login has expired', async () => {
  const email = 'meera@example.com';
  await server.newTrader('meera', 0);
  const { page: own } = await newPage(browser);
  await enter(own, '/login', email, PASSWORD, '/home');
  await own.goto(`${server.url}/forgotPassword`);
  await own.getByLabel('Email').fill(email);
  await own.getByRole('button', { name: 'Send OTP' }).click();
  await own.waitForURL('**/resetPassword');
  await own.getByLabel('OTP').fill(await server.codeFor(email));
  await own.getByLabel('New password', { exact: true }).fill('another-12');
  await own.getByRole('button', { name: 'Reset password' }).click();
  await own.waitForURL('**/login');
  await expectAlert(own, 'Your password has been successfully reset!');
  expect(await own.getByText('Session expired.').count()).toBe(0);
  await sendLogin(own, email, 'another-12');
  await own.waitForURL('**/home');
  await own.context().close();
});

test('an instructor who has signed up comes to the dashboard of instructors', async () => {
  const { page: another, faults: own } = await newPage(browser);
  const email = 'guru@example.com';
  await server.call('POST', '/signup', { body: { name: 'Guru Iyer', email, password: PASSWORD, role: 'instructor' } });
  await another.goto(`${server.url}/otp?email=${email}`);
  await another.getByLabel('OTP').fill(await server.codeFor(email));
  await another.getByRole('button', { name: 'Verify' }).click();
  await expectAlert(another, 'OTP verified! You are successfully signed up.');
  await another.waitForURL('**/dashboard');
  await another.getByText(/^Welcome back, Guru Iyer/).waitFor();
  expect(own).toEqual([]);
  await another.context().close();
});

async function enter(window: Page, address: string, email: string, secret: string, home: string): Promise<void> {
  await window.goto(server.url + address);
  await sendLogin(window, email, secret);
  await window.waitForURL(`**${home}`);
}

/** A trader and the administrator, each in a window of one browser. */
async function enterBoth(): Promise<{ desk: Page; trader: Page; own: string[] }> {
  const { page: desk, faults: own } = await newPage(browser);
  const trader = await desk.context().newPage();
  await enter(trader, '/login', EMAIL, 'another-12', '/home');
  await enter(desk, '/adminLogin', ADMIN.email, ADMIN.password, '/adminHome');
  return { desk, trader, own };
}

async function logOut(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^Account of/ }).click();
  await window.getByRole('button', { name: 'Log out' }).click();
  await window.waitForURL('**/login');
}

test('two people in two windows of one browser: the one who logs out leaves the other, also for a new window', async () => {
  const { desk, trader, own } = await enterBoth();
  await logOut(trader);
  await desk.reload();
  await desk.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const another = await desk.context().newPage();
  await another.goto(`${server.url}/userList`);
  await another.getByRole('heading', { name: 'Users' }).waitFor();
  await another.getByText(EMAIL).first().waitFor();
  expect(own).toEqual([]);
  await desk.context().close();
});

/** As after a quarter of an hour: the token of this window was valid and has expired. */
async function expireToken(window: Page): Promise<string> {
  const { jwt } = JSON.parse(await readFile(path.join(server.dataDir, 'secrets.json'), 'utf8')) as { jwt: string };
  const [header, claims] = (await window.evaluate(() => sessionStorage.getItem('token')!)).split('.');
  const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number; exp: number };
  const past = { ...known, iat: known.iat - 3600, exp: known.iat - 2700 };
  const words = `${header}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`;
  const token = `${words}.${createHmac('sha256', jwt).update(words).digest('base64url')}`;
  await window.evaluate((expired) => sessionStorage.setItem('token', expired), token);
  return token;
}

test('two people in two windows of one browser: both go on when their tokens expire, and one leaves without the other', async () => {
  const { desk, trader } = await enterBoth();
  const goesOn = async (window: Page, to: string, heading: string): Promise<void> => {
    const expired = await expireToken(window);
    await window.goto(server.url + to);
    await window.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    const token = () => window.evaluate(() => sessionStorage.getItem('token'));
    await expect.poll(async () => [null, expired].includes(await token())).toBe(false);
    expect(new URL(window.url()).pathname).toBe(to);
  };
  for (let quarter = 0; quarter < 2; quarter++) {
    await goesOn(trader, '/watchlist', 'Watchlist');
    await goesOn(desk, '/userList', 'Users');
  }
  // Logging out with an expired token still logs the trader out, and nobody else.
  await expireToken(trader);
  await logOut(trader);
  await goesOn(desk, '/userList', 'Users');
  await desk.getByText(EMAIL).first().waitFor();
  await desk.context().close();
});

test('a link that is opened in a new tab belongs to the person who opened it, with both of them in the browser', async () => {
  const { desk, trader } = await enterBoth();
  const opened = async (window: Page, link: string): Promise<Page> => {
    await window.bringToFront();
    const [page] = await Promise.all([
      window.context().waitForEvent('page'),
      window
        .getByRole('link', { name: link, exact: true })
        .first()
        .click({ modifiers: ['Control'] }),
    ]);
    return page;
  };
  for (const [window, link, address] of [
    [desk, 'Users', '/userList'],
    [trader, 'Portfolio', '/portfolio'],
    [desk, 'Users', '/userList'],
  ] as const) {
    const page = await opened(window, link);
    await page.getByRole('heading', { name: link, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  }
  await desk.context().close();
});

test('a link that is opened without a login is followed after it, by every form', async () => {
  const trader = { email: EMAIL, password: 'another-12' };
  const opened = async (address: string, who: { email: string; password: string }, form?: string): Promise<string> => {
    const { page: guest } = await newPage(browser);
    await guest.goto(server.url + address);
    if (address === '/notifications') await guest.getByRole('link', { name: 'Log in' }).first().click();
    await guest.waitForURL('**/login');
    if (form) {
      await guest.getByRole('link', { name: form }).click();
      await guest.waitForURL('**/adminLogin');
    }
    await sendLogin(guest, who.email, who.password);
    await guest.waitForURL((url) => !/login$/i.test(url.pathname));
    await guest.locator('h1').first().waitFor({ state: 'attached' });
    const at = guest.url().slice(server.url.length);
    await guest.context().close();
    return at;
  };
  // Such as the link to a call, or to a lesson from a calendar.
  expect(await opened('/videocall?code=ABCDE-12345', trader)).toBe('/videocall?code=ABCDE-12345');
  expect(await opened('/notifications', trader)).toBe('/notifications');
  expect(await opened('/userList?q=asha', ADMIN, 'Admin login')).toBe('/userList?q=asha');
  // What is not for this person's role leads home, as it does with a login.
  expect(await opened('/userList', trader)).toBe('/home');
});

test('a newcomer whom a link has led here comes home, as everybody does, and can open it from there', async () => {
  const { page: newcomer, faults: own } = await newPage(browser);
  const email = 'leela@example.com';
  await newcomer.goto(`${server.url}/videocall?code=ABCDE-12345`);
  await newcomer.waitForURL('**/login');
  await newcomer.getByRole('link', { name: 'Sign up', exact: true }).click();
  await newcomer.getByLabel('Full Name').fill('Leela Nair');
  await newcomer.getByLabel('Email').fill(email);
  await newcomer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await newcomer.getByLabel('Confirm Password').fill(PASSWORD);
  await newcomer.locator('button[type=submit]').click();
  await newcomer.getByLabel('OTP').fill(await server.codeFor(email));
  await newcomer.getByRole('button', { name: 'Verify' }).click();
  await newcomer.waitForURL('**/home');
  await newcomer.getByRole('button', { name: 'Open the link' }).click();
  await newcomer.waitForURL('**/videocall?code=ABCDE-12345');
  expect(own).toEqual([]);
  await newcomer.context().close();
});

/** Presses the button for a call that is carried out, and whose answer is lost. */
async function loseAnswer(window: Page, call: string, press: string, said: string): Promise<void> {
  await window.route(`**${call}`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await window.getByRole('button', { name: press, exact: true }).click();
  await window.getByText(said).waitFor();
  await window.unroute(`**${call}`);
}

test('a code that a try without an answer has sent can be entered, also while no other one is sent', async () => {
  const { page: own } = await newPage(browser);
  const email = 'kiran@example.com';
  const tooSoon = 'You can ask for another OTP in 28 seconds.';
  const sendTwice = async (call: string, press: string, lost: string): Promise<void> => {
    await loseAnswer(own, call, press, lost);
    // This site limits no rates, so what one that does would answer is answered for it.
    await own.route(`**${call}`, (route) =>
      route.fulfill({ status: 429, json: { success: false, message: tooSoon, error: { code: 'too-soon' } } }),
    );
    await own.getByRole('button', { name: press, exact: true }).click();
    await own.getByText(tooSoon).waitFor();
    await own.getByText('A code may have come by mail already.').waitFor();
    await own.getByRole('link', { name: 'Enter the code' }).click();
  };
  await own.goto(`${server.url}/signup`);
  await own.getByLabel('Full Name').fill('Kiran Rao');
  await own.getByLabel('Email').fill(email);
  await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await own.getByLabel('Confirm Password').fill(PASSWORD);
  await sendTwice('/signup', 'Sign up', NO_CONNECTION);
  await own.getByLabel('OTP').fill(await server.codeFor(email));
  await own.getByRole('button', { name: 'Verify' }).click();
  await expectAlert(own, 'OTP verified! You are successfully signed up.');
  await own.getByRole('button', { name: /^Account of/ }).click();
  await own.getByRole('button', { name: 'Log out', exact: true }).click();
  await expectAlert(own, 'You have been logged out. Please contact support if you believe this is a mistake.');
  await own.goto(`${server.url}/forgotPassword`);
  await own.getByLabel('Email').fill(email);
  await sendTwice('/forgotPassword', 'Send OTP', 'Something went wrong. Please try again.');
  await own.getByLabel('OTP').fill(await server.codeFor(email));
  await own.getByLabel('New password', { exact: true }).fill('another-12');
  await own.getByRole('button', { name: 'Reset password' }).click();
  await own.waitForURL('**/login');
  await own.context().close();
});

test('what was done by a try whose answer was lost is not simply called wrong when it is tried again', async () => {
  const email = 'ravi@example.com';
  await server.call('POST', '/signup', { body: { name: 'Ravi Nair', email, password: PASSWORD, role: 'user' } });
  const { page: own } = await newPage(browser);
  const sendTwice = async (call: string, press: string, refused: string): Promise<void> => {
    await loseAnswer(own, call, press, NO_CONNECTION);
    await own.getByRole('button', { name: press, exact: true }).click();
    await own.getByText(refused).waitFor();
  };
  await own.goto(`${server.url}/otp?email=${email}`);
  await own.getByLabel('OTP').fill(await server.codeFor(email));
  await sendTwice('/verifyOtp', 'Verify', 'Invalid OTP. Please try again.');
  await own
    .getByText('If the try before has arrived after all, your account is open already: you can log in.')
    .waitFor();
  await expectAccessible(own, 'a code that may have been right');
  await own.getByRole('link', { name: 'Log in' }).click();
  await sendLogin(own, email, PASSWORD);
  await own.waitForURL('**/home');

  await own.goto(`${server.url}/userProfile`);
  await own.getByLabel('Current password').fill(PASSWORD);
  await own.getByLabel('New password', { exact: true }).fill('another-12');
  await own.getByLabel('New password again').fill('another-12');
  await sendTwice('/changePassword', 'Change password', 'The current password is not correct.');
  await own.getByText('If the try before has arrived after all, the new password is in force already.').waitFor();

  await own.goto(`${server.url}/forgotPassword`);
  await own.getByLabel('Email').fill(email);
  await own.getByRole('button', { name: 'Send OTP' }).click();
  await own.waitForURL('**/resetPassword');
  await own.getByLabel('OTP').fill(await server.codeFor(email));
  await own.getByLabel('New password', { exact: true }).fill('secret-new-13');
  await sendTwice('/resetPassword', 'Reset password', 'Invalid OTP or password reset failed');
  await own.getByText('If the try before has arrived after all, your new password is set already').waitFor();
  await own.getByRole('link', { name: 'Log in' }).click();
  await sendLogin(own, email, 'secret-new-13');
  await own.waitForURL('**/home');
  await own.context().close();
});
