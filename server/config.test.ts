// Checks that wrong settings are refused with a sentence each, and that .env.example lists every setting.
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { loadConfig, makeFolder, PROJECT_ROOT, readSettings } from './config.ts';
import { isLoopbackHost } from './setting-reader.ts';

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

/** As the instructions for a site have it. */
const BEHIND_PROXY = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://istock.example.org',
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtp://m.example',
};

describe('settings', () => {
  test('an empty environment serves this machine alone', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      isLoopback: true,
      publicUrl: 'http://localhost:5000',
    });
    expect(settings).toMatchObject({
      isStandby: false,
      role: 'all',
      rateLimit: 'on',
      passwordMin: 6,
      topupMaxPaise: 100_000_000,
      isDemo: false,
    });
    expect(settings.dataDir).toBe(path.join(PROJECT_ROOT, 'data'));
  });

  test('.env.example changes nothing, so its defaults are the real ones', () => {
    const example = parseEnv(readFileSync(path.join(PROJECT_ROOT, '.env.example'), 'utf8'));
    expect(readSettings(example)).toEqual(readSettings({}));
  });

  test('.env.example lists exactly the settings that are read', () => {
    const files = ['server/config.ts', 'server/call-settings.ts'];
    const source = files.map((file) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')).join('\n');
    const read = new Set(source.match(/(?<=')[A-Z][A-Z0-9]*(_[A-Z0-9]+)*(?=')/g));
    const example = parseEnv(readFileSync(path.join(PROJECT_ROOT, '.env.example'), 'utf8'));
    expect(Object.keys(example).sort()).toEqual([...read].sort());
  });

  test.each([
    ['README.md', 'it is a file. Set DATA_DIR to a folder. (EEXIST:'],
    ['README.md/data', 'it lies below a file. Set DATA_DIR to a folder. (ENOTDIR:'],
  ])('a data folder that cannot be, such as %s, is refused with what to do', (folder, words) => {
    vi.stubEnv('DATA_DIR', folder);
    expect(() => loadConfig([])).toThrow(`DATA_DIR ${path.join(PROJECT_ROOT, folder)} cannot be used: ${words}`);
    vi.unstubAllEnvs();
  });

  test.each([
    ['wrong, where a file is in the place of the folder', 'README.md', /settings are wrong/, 78],
    ['wrong, where no disk has such long names', 'x'.repeat(300), /settings are wrong/, 78],
    ['refused by a disk, which may come or have room again', '/sys/istock', /^Istock cannot start now:/, 1],
  ])('the status tells a supervisor whether to try again: %s', (_kind, folder, opening, exitCode) => {
    vi.stubEnv('DATA_DIR', folder);
    expect(() => loadConfig([])).toThrow(
      expect.objectContaining({ message: expect.stringMatching(opening), exitCode }),
    );
    vi.unstubAllEnvs();
  });

  test('a folder in the place of the list of holidays is a mistake, too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-config-'));
    vi.stubEnv('DATA_DIR', folder);
    vi.stubEnv('MARKET_HOURS', 'nse');
    vi.stubEnv('MARKET_HOLIDAYS', folder);
    expect(() => loadConfig([])).toThrow(expect.objectContaining({ exitCode: 78 }));
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  test('every mistake is named at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      RATE_LIMIT: 'maybe',
      USD_INR: '1e3',
      DATABASE_URL: 'mysql://x',
      TOPUP_MAX: '1.5',
    });
    expect(problems).toEqual([
      'PORT must be a number from 0 to 65535, not "70000".',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
      'RATE_LIMIT must be one of on, off, not "maybe".',
      'TOPUP_MAX must be a whole number from 1 to 1000000000, not "1.5".',
      'USD_INR must be a number from 1 to 10000, not "1e3".',
    ]);
  });

  test.each([
    ['DATABASE_URL', 'postgres://istock:pa/ss@10.0.0.1:5432/istock'],
    ['DATABASE_URL', 'postgres://istock:pa#ss@10.0.0.1:5432/istock'],
    ['SMTP_URL', 'smtps://me:pa?ss@mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org:99999'],
  ])('%s=%s begins as it should, and the sentence says what else to look at', (name, address) => {
    expect(problemsOf({ [name]: address })).toEqual([
      `${name} cannot be read as an address: look at its port, and in the user and the password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.`,
    ]);
  });

  test.each(['smtp://', 'smtp:mail.example.org', 'smtp:///'])(
    'a mail server without a name, %s, is refused',
    (given) => {
      expect(problemsOf({ SMTP_URL: given })).toEqual([
        'SMTP_URL must name the mail server, such as smtps://user:password@mail.example.org.',
      ]);
    },
  );

  test('a region that can be no part of an address is refused', () => {
    const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    for (const region of ['ap south 1', 'eu-west-1.', 'München', '-x', 'eu_west_1'])
      expect(problemsOf({ ...bucket, S3_REGION: region }), region).toEqual([
        `S3_REGION must be the name of a region, such as ap-south-1, not "${region}".`,
      ]);
    for (const region of ['ap-south-1', 'auto', 'GRA'])
      expect(problemsOf({ ...bucket, S3_REGION: region })).toEqual([]);
  });

  test.each([
    'https://example.org/istock',
    'https://me:secret@example.org',
    'https://example.org/?from=mail',
    'https://example.org/#x',
  ])('an address for people such as %s, where no page would be found, is refused', (address) => {
    const [problem] = problemsOf({ PUBLIC_URL: address });
    expect(problem).toContain('PUBLIC_URL must be a site of its own, such as https://istock.example.org');
    expect(problem).not.toContain('secret');
  });

  test('an address for people is what browsers make of it', () => {
    const SMTP_URL = 'smtp://mail.example.org';
    expect(readSettings({ PUBLIC_URL: 'HTTPS://Istock.Example.org:443//', SMTP_URL }).publicUrl).toBe(
      'https://istock.example.org',
    );
    expect(readSettings({ PUBLIC_URL: 'http://localhost:8080/' }).publicUrl).toBe('http://localhost:8080');
  });

  test('a host may be an address of IPv6, which stands in brackets where people open it', () => {
    const SMTP_URL = 'smtp://mail.example.org';
    const addressOf = (HOST: string) => readSettings({ HOST, SMTP_URL }).publicUrl;
    expect(addressOf('2001:db8::7')).toBe('http://[2001:db8::7]:5000');
    // The zone has a meaning on this machine alone.
    expect(addressOf('fe80::1%eth0')).toBe('http://[fe80::1]:5000');
    expect(addressOf('192.0.2.7')).toBe('http://192.0.2.7:5000');
  });

  test.each(['192.0.2.7:8080', 'http://192.0.2.7', 'my host', 'localhost:5000'])(
    'a host such as %s is no address, and is refused with a sentence',
    (HOST) => {
      const problems = problemsOf({ HOST, SMTP_URL: 'smtp://mail.example.org' });
      expect(problems).toEqual([expect.stringContaining('HOST must be an address or a name of this machine')]);
    },
  );

  test('a sender from whom no letter could come is refused', () => {
    for (const from of ['Istock', 'Istock <no-reply>', 'no-reply@', 'a@b.org c@d.org', 'Istock <a@b.org> (x)'])
      expect(problemsOf({ MAIL_FROM: from })).toEqual([expect.stringContaining('MAIL_FROM must be an address')]);
    for (const from of [
      'no-reply@example.org',
      'Istock <no-reply@example.org>',
      '"Istock, news" <a@b.org>',
      '<a@b.org>',
    ])
      expect(problemsOf({ MAIL_FROM: from })).toEqual([]);
  });

  test('a demo has a data folder of its own, unless the settings say where', () => {
    expect(readSettings({}, ['--demo'])).toMatchObject({
      isDemo: true,
      dataDir: path.join(PROJECT_ROOT, 'data', 'demo'),
    });
    expect(readSettings({ DATA_DIR: '/srv/istock' }, ['--demo']).dataDir).toBe('/srv/istock');
  });

  test('an unknown option is refused, and not ignored', () => {
    expect(() => readSettings({}, ['--demo', '--dmeo'])).toThrow('--dmeo is not known: the only option is --demo');
  });

  test('a server that others can reach needs real mail and rate limits', () => {
    const problems = problemsOf({ HOST: '0.0.0.0', RATE_LIMIT: 'off' });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('SMTP_URL is needed because HOST is 0.0.0.0');
    expect(problems[1]).toContain('RATE_LIMIT=off is allowed only while HOST is loopback');
    expect(problemsOf({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example.org' })).toEqual([]);
    expect(problemsOf({ RATE_LIMIT: 'off' })).toEqual([]);
  });

  test.each([
    [{ PUBLIC_URL: 'https://istock.example.org' }, 'PUBLIC_URL is https://istock.example.org'],
    [{ PUBLIC_URL: 'https://localhost.example.org' }, 'PUBLIC_URL is https://localhost.example.org'],
    [{ PUBLIC_URL: 'http://192.0.2.7:8080' }, 'PUBLIC_URL is http://192.0.2.7:8080'],
    [{ TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES is 1'],
  ])('so does one behind a proxy on its own machine: %j', (settings, told) => {
    expect(problemsOf(settings)).toEqual([expect.stringContaining(`SMTP_URL is needed because ${told}`)]);
    expect(problemsOf({ ...settings, SMTP_URL: 'smtp://mail.example.org' })).toEqual([]);
  });

  test.each(['http://localhost:8080', 'https://istock.localhost', 'http://[::1]:5000', 'http://127.0.0.1:5000'])(
    'the mailbox is enough at %s, which leads others nowhere',
    (PUBLIC_URL) => expect(problemsOf({ PUBLIC_URL })).toEqual([]),
  );

  test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('%s is loopback', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each(['0.0.0.0', '::', '192.168.1.1', '127.example.org', 'localhost.example.org', '1127.0.0.1'])(
    '%s is not',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );

  test('settings that belong together are required together', () => {
    expect(problemsOf({ ADMIN_EMAIL: 'a@b.example' })).toEqual(
      ['ADMIN_EMAIL needs ADMIN_PASSWORD.'].map((s) => s.replace(' needs', ' also needs')),
    );
    expect(problemsOf({ RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's' })).toEqual([
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET also need RAZORPAY_WEBHOOK_SECRET.',
    ]);
    // What would be left aside without a word, where the name of another setting has a typing error.
    expect(problemsOf({ S3_ENDPOINT: 'https://minio.example.org', AI_API_KEY: 'k' })).toEqual([
      'S3_ENDPOINT also needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
      'AI_API_KEY also needs AI_BASE_URL and AI_MODEL.',
    ]);
  });

  test('Razorpay: whether money is real must be plain, and its address safe', () => {
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'new  old' };
    expect(readSettings(keys).razorpay).toEqual({
      keyId: 'rzp_test_1',
      keySecret: 's',
      webhookSecrets: ['new', 'old'],
      apiUrl: 'https://api.razorpay.com',
    });
    expect(readSettings({ ...keys, RAZORPAY_API_URL: 'http://127.0.0.1:9/' }).razorpay?.apiUrl).toBe(
      'http://127.0.0.1:9',
    );
    expect(problemsOf({ ...keys, RAZORPAY_KEY_ID: 'key_1' })).toEqual([
      'RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_.',
    ]);
    expect(problemsOf({ ...keys, RAZORPAY_API_URL: 'http://pay.example.org' })).toEqual([
      'RAZORPAY_API_URL must be an https address: only a server on this machine may be asked over http.',
    ]);
  });

  test('a weak administrator is refused', () => {
    const told = 'ADMIN_EMAIL must be an e-mail address that can log in, such as you@example.org.';
    expect(problemsOf({ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'abc' })).toEqual([
      told,
      'ADMIN_PASSWORD must have 6 to 128 characters.',
    ]);
    // As the login counts them: three faces are three characters, and so is an e whose accent follows it.
    for (const ADMIN_PASSWORD of ['\u{1f600}'.repeat(3), 'e\u0301'.repeat(3)])
      expect(problemsOf({ ADMIN_EMAIL: 'desk@istock.local', ADMIN_PASSWORD })).toEqual([
        'ADMIN_PASSWORD must have 6 to 128 characters.',
      ]);
    // The login refuses them, and nobody would be made administrator beside them.
    for (const ADMIN_EMAIL of ['admin@localhost', 'me@intranet', 'j\u00fcrgen@example.org'])
      expect(problemsOf({ ADMIN_EMAIL, ADMIN_PASSWORD: 'long-enough' })).toEqual([told]);
    expect(problemsOf({ ADMIN_EMAIL: 'Desk@Istock.local', ADMIN_PASSWORD: 'long-enough' })).toEqual([]);
  });

  test('roles need what joins them, and nothing that they cannot use', () => {
    const joined = { NATS_URL: 'nats://one:4222, nats://two:4222', DATABASE_URL: 'postgres://db/istock' };
    for (const ROLE of ['gateway', 'exchange'] as const) {
      expect(readSettings({ ROLE, ...joined }).nats.urls).toEqual(['nats://one:4222', 'nats://two:4222']);
      expect(problemsOf({ ROLE, DATABASE_URL: joined.DATABASE_URL })[0]).toContain('NATS_URL');
      expect(problemsOf({ ROLE, NATS_URL: joined.NATS_URL })[0]).toContain('DATABASE_URL');
    }
    expect(problemsOf({ ...joined })[0]).toContain('NATS_URL is for');
    for (const name of ['NATS_CA_FILE', 'NATS_CREDS_FILE'])
      expect(problemsOf({ [name]: '/istock.pem' })).toEqual([expect.stringContaining('are for ROLE=gateway')]);
    expect(problemsOf({ ROLE: 'gateway', STANDBY: 'on', ...joined })[0]).toContain('STANDBY');
    expect(problemsOf({ ROLE: 'exchange', ...joined, NATS_URL: 'nats://one:4222,http://two' })[0]).toContain('commas');
    const gateway = { ROLE: 'gateway', ...joined };
    expect(problemsOf({ ...gateway, NATS_URL: 'tls://one,nats://two' })).toEqual([expect.stringContaining('or none')]);
    expect(problemsOf({ ...gateway, NATS_CA_FILE: '/ca.pem' })).toEqual([expect.stringContaining('tls://')]);
    const NATS_URL = 'nats://istock:100%safe@one';
    expect(problemsOf({ ...gateway, NATS_URL })).toEqual([expect.stringContaining('a % is written %25')]);
    expect(problemsOf({ ...gateway, NATS_URL: NATS_URL.replace('%', '%25') })).toEqual([]);
    const both = { NATS_URL: 'nats://istock:x@one', NATS_CREDS_FILE: '/istock.creds' };
    expect(problemsOf({ ...gateway, ...both })).toEqual([expect.stringContaining('leave one of them out')]);
    expect(readSettings({ ROLE: 'exchange', STANDBY: 'on', ...joined }).isStandby).toBe(true);
  });

  test('a read replica needs the database that it is a copy of', () => {
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://copy/istock' })[0]).toContain('DATABASE_URL');
    const both = { DATABASE_URL: 'postgres://db/istock', DATABASE_READ_URL: 'postgres://copy/istock' };
    expect(readSettings(both).databaseReadUrl).toBe('postgres://copy/istock');
  });

  test('holidays are those of a market that closes, and a demo lives in one that does not', () => {
    expect(readSettings({ MARKET_HOURS: 'nse' })).toMatchObject({ marketHours: 'nse', marketHolidays: undefined });
    expect(problemsOf({ MARKET_HOLIDAYS: '/etc/holidays.txt' })[0]).toContain('MARKET_HOLIDAYS needs MARKET_HOURS=nse');
    expect(() => readSettings({ MARKET_HOURS: 'nse' }, ['--demo'])).toThrow('not for a demo');
  });

  test('LiveKit needs an address and both halves of its key', () => {
    const livekit = { LIVEKIT_URL: 'wss://media.example', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };
    expect(readSettings(livekit).livekit).toEqual({ url: 'wss://media.example', apiKey: 'key', apiSecret: 'secret' });
    expect(problemsOf({ LIVEKIT_URL: 'wss://media.example' })).toHaveLength(1);
    expect(problemsOf({ ...livekit, LIVEKIT_URL: 'media.example' })[0]).toContain('LIVEKIT_URL must be an address');
  });

  test('ICE_SERVERS is a checked JSON list', () => {
    const turn = { urls: ['turn:t.example.org'], username: 'u', credential: 'c' };
    expect(readSettings({ ICE_SERVERS: JSON.stringify([turn]) }).calls.iceServers).toEqual([turn]);
    for (const wrong of ['{', '{}', '[1]', '[{"urls":"http://x"}]', '[{"urls":[]}]']) {
      expect(problemsOf({ ICE_SERVERS: wrong })[0]).toContain('ICE_SERVERS must be a JSON list');
    }
  });

  test.each([
    ['stun:s.example.org:3478', true],
    ['turn:203.0.113.5:3478?transport=tcp', true],
    ['turns:[2001:db8::7]:5349', true],
    ['stun://s.example.org:3478', false],
    ['stun:', false],
    ['stun:s.example.org:', false],
    ['stun:s.example.org:0', false],
    ['stun:s.example.org:99999', false],
    ['stun:s.example.org?transport=udp', false],
    ['turn:t.example.org:3478/', false],
    ['turn:t.example.org?transport=sctp', false],
    ['turn:u@t.example.org', false],
  ])('an address in ICE_SERVERS is one with which browsers make calls: %s, %s', (url, isOne) => {
    const ICE_SERVERS = JSON.stringify([{ urls: [url], username: 'u', credential: 'c' }]);
    expect(problemsOf({ ICE_SERVERS })).toEqual(isOne ? [] : [expect.stringContaining('addresses that browsers take')]);
  });

  test('turn servers without credentials need the secret that makes them, and a secret needs a use', () => {
    const ICE_SERVERS = '[{"urls":"turn:t.example.org"}]';
    expect(problemsOf({ ICE_SERVERS })[0]).toContain('or set TURN_SECRET');
    for (const half of [{ credential: 'c' }, { username: 'u' }, { username: 'u', credential: '' }]) {
      const servers = JSON.stringify([{ urls: 'turns:t.example.org', ...half }]);
      expect(problemsOf({ ICE_SERVERS: servers })[0]).toContain('without username and credential: give both');
    }
    expect(readSettings({ ICE_SERVERS, TURN_SECRET: 's' }).calls).toMatchObject({ turnSecret: 's', turn: undefined });
    expect(problemsOf({ TURN_SECRET: 's' })[0]).toContain('TURN_SECRET is for TURN=on');
  });

  test('the embedded relay is off, needs a public address beyond this machine, and ports that exist', () => {
    expect(readSettings({}).calls.turn).toBeUndefined();
    expect(readSettings({ TURN: 'on' }).calls).toMatchObject({
      iceServers: [],
      turnSecret: undefined,
      turn: { port: 3478, address: '127.0.0.1', relayPorts: [49_152, 49_999] },
    });
    expect(problemsOf({ TURN: 'on', TURN_PORT: '5000' })).toEqual([
      'TURN_PORT and PORT are both 5000: give the relay a port of its own.',
    ]);
    const shared = { TURN: 'on', TURN_PORT: '41005', TURN_RELAY_PORTS: '41000-41999' };
    expect(problemsOf({ ...shared })).toEqual([
      'TURN_PORT 41005 is one of TURN_RELAY_PORTS: give the relay a port of its own.',
      'TURN_PORT 41005 is one of SFU_PORTS: give the relay a port of its own.',
      'TURN_RELAY_PORTS and SFU_PORTS have ports in common: give each its own.',
    ]);
    expect(problemsOf({ ...shared, TURN_PORT: '3478', SFU: 'off' })).toEqual([]);
    expect(problemsOf({ ...shared, TURN: 'off' })).toEqual([]);
    const world = { HOST: '0.0.0.0', SMTP_URL: 'smtp://m.example', TURN: 'on' };
    expect(problemsOf(world)[0]).toContain('TURN=on needs TURN_PUBLIC_ADDRESS');
    expect(problemsOf({ ...BEHIND_PROXY, TURN: 'on' })[0]).toContain('TURN=on needs TURN_PUBLIC_ADDRESS');
    expect(problemsOf({ ...world, TURN_PUBLIC_ADDRESS: 'turn.example' })[0]).toContain('must be an IPv4 address');
    for (const ports of ['1-2', '50000', '60000-59000', '65000-70000', '50000-50005', 'a-b'])
      expect(problemsOf({ TURN_RELAY_PORTS: ports })[0]).toContain('TURN_RELAY_PORTS must be 10 ports');
    expect(problemsOf({ SFU_PORTS: '41000-41050' })[0]).toContain('SFU_PORTS must be 100 ports');
  });

  test('the media server is for this machine alone only where nobody else reaches the site, and never behind a proxy', () => {
    const addressOf = (env: NodeJS.ProcessEnv) => readSettings(env).calls.sfu?.address;
    expect([addressOf({}), addressOf({ PUBLIC_URL: 'http://istock.localhost' })]).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(addressOf(BEHIND_PROXY)).toBeNull();
    const TURN = { TURN: 'on', TURN_PUBLIC_ADDRESS: '203.0.113.5' };
    expect(addressOf({ ...BEHIND_PROXY, ...TURN })).toBe('203.0.113.5');
    expect(addressOf({ ...BEHIND_PROXY, ...TURN, SFU_PUBLIC_ADDRESS: '203.0.113.6' })).toBe('203.0.113.6');
    for (const env of [{ TRUSTED_PROXIES: '1' }, { PUBLIC_URL: 'https://istock.example.org' }, { HOST: '192.0.2.1' }])
      expect(addressOf({ ...env, SMTP_URL: 'smtp://m.example' })).toBeNull();
  });

  test('a port that no browser opens is refused, unless people open that of a proxy', () => {
    const told = 'is 6000, which browsers keep for something else and do not open';
    expect(problemsOf({ PORT: '6000' })[0]).toContain(`PORT ${told}`);
    expect(problemsOf({ PUBLIC_URL: 'http://istock.localhost:6000' })[0]).toContain(`The port of PUBLIC_URL ${told}`);
    expect(readSettings({ ...BEHIND_PROXY, PORT: '6000' }).port).toBe(6000);
    expect(readSettings({ PORT: '6000', TRUSTED_PROXIES: '1', SMTP_URL: 'smtp://m.example' }).port).toBe(6000);
  });

  test('a wrong address is not repeated, since it may carry a password', () => {
    expect(problemsOf({ SMTP_URL: 'http://user:hunter2@x' })[0]).not.toContain('hunter2');
  });
});

test('a data folder is made with its parents, may be there already, and is refused where there can be none', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'istock-config-'));
  try {
    const folder = path.join(root, 'a', 'b');
    for (let n = 0; n < 2; n++) makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await writeFile(path.join(root, 'file'), '');
    for (const place of ['/proc/istock/data', path.join(root, 'file'), path.join(root, 'file', 'data')])
      expect(() => makeFolder(place)).toThrow(/E[A-Z]+: /);
  } finally {
    await rm(root, { recursive: true });
  }
});
