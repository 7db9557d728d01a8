// The process: reads the settings, starts the server, prints its address, and shuts down in an orderly way.
import { demoMessages } from '../contract/messages/demo.ts';
import type { DemoLogin } from '../contract/platform.ts';
import { startApp } from './app.ts';
import type { App } from './app/site.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig, type Config } from './config.ts';
import { collectAfterStart, setEngineFlags } from './engine-flags.ts';
import { envComplaints } from './env-file.ts';
import { createLog } from './log.ts';
import { inWords } from './error-words.ts';

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** A log on a full disk, or one that nobody reads any more, is no reason to end. */
const outliveOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
};

function readConfig(): Config {
  try {
    for (const sentence of envComplaints()) complain(sentence);
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(error.message);
    process.exit(error.exitCode);
  }
}

function welcome({ url, newAdmin, hasMailbox, demo }: App, { admin, dataDir, role }: Config): void {
  say(`\nIstock is open at ${url}`);
  if (role === 'exchange') {
    say(`  This is the exchange alone: people reach it through gateways. Its state:  ${url}/ready`);
    introduceAdmin(newAdmin, admin !== undefined, '');
    return say('  Stop with Ctrl-C.\n');
  }
  if (hasMailbox) say(`  Mails (codes for sign-up):  ${url}/dev/mailbox`);
  say(`  Calls and their reference:  ${url}/docs`);
  introduceAdmin(newAdmin, admin !== undefined, `   at ${url}/adminLogin`);
  if (demo !== null) introduce(demo, { url, dataDir });
  say('  Stop with Ctrl-C.\n');
}

function introduceAdmin(newAdmin: App['newAdmin'], isGiven: boolean, where: string): void {
  if (newAdmin === null) return;
  // A password from the settings is known already and must not get into a log.
  const [label, password] = isGiven
    ? ['Administrator:', '']
    : ['Administrator (shown once):', `  ${newAdmin.password}`];
  say(`  ${label} ${newAdmin.email}${password}${where}`);
}

/** How to log in to a demo, and as whom. */
function introduce(demo: readonly DemoLogin[], { url, dataDir }: { url: string; dataDir: string }): void {
  say(`\n${demoMessages.isDemo(dataDir)} ${demo[0].password}`);
  const pages = { user: 'login', instructor: 'instructorLogin', admin: 'adminLogin' } as const;
  for (const { email, name, role, character } of demo)
    say(`  ${email.padEnd(20)} ${name}, ${character}\n${' '.repeat(23)}${url}/${pages[role]}`);
  say('');
}

/** A shutdown that takes longer is cut short: what was acknowledged is durable anyway. */
const STOP_TIMEOUT_MS = 10_000;

async function main(): Promise<void> {
  setEngineFlags();
  outliveOutput();
  const config = readConfig();
  const log = createLog(config);
  let app: App | null = null;
  let isStopping = false;
  const stop = (code = 0): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void (app?.close() ?? Promise.resolve()).then(
      () => process.exit(code),
      (error: unknown) => fail(String(error)),
    );
  };
  // Before the start, which lasts as long as a server stands by: the first process of a container ignores signals without a handler.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // The launcher has ended, however it did: shut down.
  process.on('disconnect', () => stop());
  app = await startApp({
    config,
    log,
    report: say,
    onLost: () => fail('Another process took the exchange over.'),
    onCutOff: () => {
      complain('NATS does not answer: this exchange ends, so that the one that stands by can take over.');
      stop(1);
    },
  });
  collectAfterStart();
  // Only now: a program that reads this line may stop us at once, and that too must be orderly.
  welcome(app, config);
}

function fail(sentence: string): never {
  complain(sentence);
  process.exit(1);
}

process.on('unhandledRejection', (error) =>
  fail(`Unexpected: ${error instanceof Error ? error.stack : String(error)}`),
);

await main().catch((error: unknown) => fail(inWords(error)));
