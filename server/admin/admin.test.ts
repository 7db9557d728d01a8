// The admin desk on real trading parts: one trader's page, the list of users, limits and halts in force at once, the log.
import { describe, expect, test } from 'vitest';
import { dayText, marketDay } from '../../core/market/day.ts';
import { admin, asAdmin, dashboard, order, server } from '../../tests/scenes/desk.ts';

describe('one trader', () => {
  test('holdings with their part of the whole, performance and transactions', async () => {
    const asha = await server.trader(100_000_00);
    server.quote('MERIT', 'sell', 400_00, 3);
    server.quote('ZENITH', 'sell', 100_00, 8);
    await order(asha.token, { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 3 });
    await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 8 });
    const { body } = await asAdmin('GET /userPortfolio/{id}', { id: asha.id });
    expect(body.data.user).toEqual({
      _id: asha.id,
      email: asha.email,
      name: asha.name,
      role: 'user',
      createdAt: expect.any(String),
      is_Blocked: false,
    });
    // 3 x 400 = 1,200 and 8 x 100 = 800 of 2,000.
    expect(
      body.data.portfolio.map(
        (item: { stock: { symbol: string }; quantity: number; totalValue: number; allocation: number }) => [
          item.stock.symbol,
          item.quantity,
          item.totalValue,
          item.allocation,
        ],
      ),
    ).toEqual([
      ['MERIT', 3, 1200, 60],
      ['ZENITH', 8, 800, 40],
    ]);
    expect(body.data.totalPortfolioValue).toBe(2000);
    const own = await server.call('GET /portfolio', {}, { token: asha.token });
    expect(body.data.balance).toBe(own.body.data.balance);

    const page = await asAdmin('GET /userTransactions/{id}', { id: asha.id, page: 2, limit: 1 });
    const ownPage = await server.call('GET /transactions', { page: 2, limit: 1 }, { token: asha.token });
    expect(page.body.data).toEqual(ownPage.body.data);
    expect(page.body.data).toMatchObject({ totalTransactions: 2, totalPages: 2 });

    server.quote('ZENITH', 'buy', 99_00, 1);
    await order(asha.token, { stock: 'ZENITH', type: 'SELL', orderType: 'MARKET', quantity: 1 });
    const [day] = (await server.call('GET /tradeDiary', {}, { token: asha.token })).body.data.trades;
    const note = { id: day.details[0]._id, notes: 'Too soon.', tags: ['exit'], mood: 'anxious' };
    await server.call('POST /tradeDiary/note', note, { token: asha.token });
    const performance = (await asAdmin('GET /userPerformance/{id}', { id: asha.id })).body.data;
    const diary = (await server.call('GET /diaryAnalytics', {}, { token: asha.token })).body.data;
    expect([diary.byTag.length, diary.byMood.length]).toEqual([1, 1]);
    expect(performance).toEqual({ ...diary, byTag: [], byMood: [] });
    expect(performance.equity.length).toBeGreaterThan(0);
  });

  test.each(['GET /userPortfolio/{id}', 'GET /userPerformance/{id}', 'GET /userTransactions/{id}'] as const)(
    '%s: unknown people, administrators and invalid ids are not found',
    async (name) => {
      for (const id of ['00000000-0000-4000-8000-000000000000', admin.id, "' or 1=1 --", '7'])
        expect((await asAdmin(name, { id })).status).toBe(404);
    },
  );
});

describe('the list of users', () => {
  test('found by any part, sorted, filtered and paged from both ends', async () => {
    const now = Date.now();
    await server.database.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at, is_blocked)
       select gen_random_uuid(), 'kiran' || i || '@paging.example', 'Kiran O''Neil_' || i, 'x', 'user', 'K' || i, $1::bigint + i, i % 3 = 0
       from generate_series(1, 25) i`,
      [now],
    );
    const list = async (input: object) => (await asAdmin('GET /userlist', { q: 'PAGING', ...input })).body.data;
    const numbers = ({ usersData }: { usersData: { email: string }[] }) =>
      usersData.map(({ email }) => Number(/\d+/.exec(email)![0]));
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page })));
    expect(pages.map(({ totalUsers, totalPages }) => [totalUsers, totalPages])).toEqual(Array(3).fill([25, 3]));
    expect(pages.flatMap(numbers)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    expect(numbers(await list({ page: 3, sort: 'createdAt' }))).toEqual([21, 22, 23, 24, 25]);
    expect(numbers(await list({ sort: 'email', limit: 3 }))).toEqual([10, 11, 12]);
    expect(numbers(await list({ sort: '-email', limit: 2 }))).toEqual([9, 8]);
    expect(await list({ status: 'blocked', limit: 1 })).toMatchObject({ totalUsers: 8, totalPages: 8 });
    expect((await list({ role: 'admin' })).totalUsers).toBe(0);
    expect((await list({ page: 9 })).usersData).toEqual([]);
    expect((await list({ q: "neil_7 o'n" })).totalUsers).toBe(1);
    expect((await list({ q: 'kiran%paging' })).totalUsers).toBe(0);
    expect((await list({ q: 'kiran_' })).totalUsers).toBe(0);
    // Found by pieces of two letters, by two of them, and by none.
    const counts = await Promise.all(['rA', '_7', 'ki l_', 'ar', 'k'].map((q) => list({ q: `${q} paging` })));
    expect(counts.map(({ totalUsers }) => totalUsers)).toEqual([25, 1, 25, 0, 25]);
  });

  test('the list finds a name with its accents and without, and leaves the signs of other scripts', async () => {
    await server.database.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       select gen_random_uuid(), 'accents' || i || '@example.com', name, 'x', 'user', 'AC' || i, 0
       from unnest($1::text[]) with ordinality as given (name, i)`,
      [['Jos\u00e9 \u00c1lvarez', 'JOSE ALVAREZ', 'Zoe\u0308', '\u0905\u0928\u0940\u0924\u093e']],
    );
    const found = async (q: string) =>
      (await asAdmin('GET /userlist', { q })).body.data.usersData
        .map(({ email }: { email: string }) => email)
        .toSorted();
    const jose = ['accents1@example.com', 'accents2@example.com'];
    for (const q of ['jose', 'Jos\u00c9', 'jose\u0301 alv', '\u00e1lvarez'])
      expect([q, await found(q)]).toEqual([q, jose]);
    expect(await found('zo\u00eb')).toEqual(['accents3@example.com']);
    expect(await found('\u0905\u0928\u0940')).toEqual(['accents4@example.com']);
    // Another vowel makes another name.
    expect(await found('\u0905\u0928\u093f')).toEqual([]);
  });

  test.each([
    [{ sort: 'password_hash' }, 'Sort by createdAt or email, with - in front for descending order.'],
    [{ status: 'gone' }, 'Status must be active or blocked.'],
    [{ role: 'root' }, 'Role must be user, instructor or admin.'],
    [{ q: 'x'.repeat(65) }, 'Search for at most 64 characters.'],
  ])('%j is refused', async (input, message) => {
    const { status, body } = await asAdmin('GET /userlist', input);
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe('limits', () => {
  test('saved, answered and in force for the next order', async () => {
    const asha = await server.trader(1_000_000_00);
    const saved = await asAdmin('POST /updateLimit', { maxBuyLimit: 3, maxSellLimit: 2, timeframeInHours: 720 });
    expect([saved.status, saved.body.data]).toEqual([200, { maxBuyLimit: 3, maxSellLimit: 2, timeframeInHours: 720 }]);
    expect((await server.call('GET /limit', {}, { token: asha.token })).body.data).toEqual(saved.body.data);
    const refused = await order(asha.token, { stock: 'MERIT', type: 'BUY', quantity: 4 });
    expect([refused.status, refused.body.message]).toEqual([422, 'You cannot buy more than 3 units at a time.']);
    const back = await asAdmin('POST /updateLimit', { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 });
    expect(back.status).toBe(200);
    const { entries } = (await asAdmin('GET /auditLog', { action: 'update-limits', limit: 1 })).body.data;
    expect(entries[0]).toMatchObject({
      actor: { email: admin.email },
      text: 'Changed the trading limits',
      changes: [
        { field: 'maxBuyLimit', before: '3', after: '1000' },
        { field: 'maxSellLimit', before: '2', after: '500' },
        { field: 'timeframeInHours', before: '720', after: '24' },
      ],
    });
  });

  const right = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };
  test('of many changes at once, each log entry begins with the limits of the one before', async () => {
    const change = (maxBuyLimit: number) => asAdmin('POST /updateLimit', { ...right, maxBuyLimit });
    await Promise.all([901, 902, 903, 904].map(change));
    await change(1000);
    const { entries } = (await asAdmin('GET /auditLog', { action: 'update-limits', limit: 5 })).body.data;
    const [before, after] = (['before', 'after'] as const).map((side) =>
      entries.map(({ changes }: { changes: Record<typeof side, string>[] }) => changes[0][side]),
    );
    expect(after[0]).toBe('1000');
    expect(after.slice(1)).toEqual(before.slice(0, -1));
  });

  test.each([
    [{ maxBuyLimit: 0 }, 'maxBuyLimit', 'Maximum Buy Limit must be greater than 0.'],
    [{ maxSellLimit: -5 }, 'maxSellLimit', 'Maximum Sell Limit must be greater than 0.'],
    [{ timeframeInHours: 0 }, 'timeframeInHours', 'Timeframe (Hours) must be greater than 0.'],
    [{ maxBuyLimit: 1.5 }, 'maxBuyLimit', 'Please enter a valid positive number for Buy Limit.'],
    [{ maxSellLimit: '500' }, 'maxSellLimit', 'Please enter a valid positive number for Sell Limit.'],
    [{ timeframeInHours: null }, 'timeframeInHours', 'Please enter a valid positive number for the timeframe.'],
    [{ maxBuyLimit: 10_000_001 }, 'maxBuyLimit', 'Maximum Buy Limit can be at most 1,00,00,000.'],
    [{ maxSellLimit: 1e15 }, 'maxSellLimit', 'Maximum Sell Limit can be at most 1,00,00,000.'],
    [{ timeframeInHours: 721 }, 'timeframeInHours', 'Timeframe (Hours) can be at most 720.'],
  ])('%j is refused, and nothing changes', async (wrong, field, message) => {
    const before = await server.stateHash();
    const { status, body } = await asAdmin('POST /updateLimit', { ...right, ...wrong });
    expect([status, body.message, body.error?.fields]).toEqual([400, message, { [field]: message }]);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('the stop for everything', () => {
  test('no order is taken, open ones can be canceled, everybody is told, and then it goes on', async () => {
    const asha = await server.trader(100_000_00);
    const open = await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 90 });
    const day = dayText(marketDay(server.clock.at));
    const hours = { phase: 'open', nextPhase: null, session: day, day };
    server.marketStates.length = 0;
    const halted = await asAdmin('POST /haltMarket', { isHalted: true, reason: 'A look at odd prices' });
    expect([halted.status, halted.body.message, halted.body.data]).toEqual([
      200,
      'All trading is halted.',
      { isHalted: true, haltedAt: new Date(server.clock.at).toISOString(), reason: 'A look at odd prices', ...hours },
    ]);
    expect(server.marketStates).toEqual([halted.body.data]);
    expect((await server.call('GET /marketState', {}, { token: asha.token })).body.data).toEqual(halted.body.data);
    for (const orderType of ['MARKET', 'LIMIT', 'STOP'] as const) {
      const price = { LIMIT: { price: 95 }, STOP: { stopPrice: 110 }, MARKET: {} }[orderType];
      const asked = { stock: 'ZENITH', type: 'BUY', orderType, quantity: 1, ...price };
      const { status, body } = await order(asha.token, asked);
      expect([status, body.error?.code, body.message]).toEqual([
        422,
        'market-halted',
        'All trading is halted for now. Open orders can be canceled.',
      ]);
    }
    const canceled = await server.call('POST /cancelOrder/{id}', { id: open.body.data._id }, { token: asha.token });
    expect(canceled.status).toBe(200);
    const again = await asAdmin('POST /haltMarket', { isHalted: true });
    expect([again.status, again.body.message]).toEqual([409, 'All trading is halted already.']);
    expect((await dashboard()).market.isHalted).toBe(true);

    const resumed = await asAdmin('POST /haltMarket', { isHalted: false });
    expect(resumed.body.data).toEqual({ isHalted: false, haltedAt: null, reason: null, ...hours });
    expect(server.marketStates.at(-1)).toEqual(resumed.body.data);
    server.quote('ZENITH', 'sell', 100_00, 1);
    const taken = await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
    expect(taken.body.data.status).toBe('COMPLETED');
    const { entries } = (await asAdmin('GET /auditLog', { q: 'market', limit: 2 })).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['resume-market', 'halt-market']);
    expect(entries[1].changes).toEqual([{ field: 'reason', before: null, after: 'A look at odd prices' }]);
  });

  test('a halt whose reply was lost is confirmed by the repeat, and not made again after its end', async () => {
    const again = async () => {
      await server.database.query(`delete from idempotency_keys where key = 'halt once'`);
      const options = { token: admin.token, headers: { 'idempotency-key': 'halt once' } };
      return server.call('POST /haltMarket', { isHalted: true, reason: 'Odd prices' }, options);
    };
    const first = await again();
    const second = await again();
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await asAdmin('POST /haltMarket', { isHalted: true, reason: 'Odd prices' })).status).toBe(409);
    expect((await asAdmin('POST /haltMarket', { isHalted: false })).status).toBe(200);
    expect((await again()).body.data.isHalted).toBe(false);
    const { entries } = (await asAdmin('GET /auditLog', { q: 'market', limit: 2 })).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['resume-market', 'halt-market']);
  });

  test('of twenty at once one halts', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => asAdmin('POST /haltMarket', { isHalted: true })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await asAdmin('POST /haltMarket', { isHalted: false })).status).toBe(200);
  });

  test.each([
    [{ isHalted: 'yes' }, 'isHalted must be true or false.'],
    [{}, 'isHalted must be true or false.'],
    [{ isHalted: true, reason: 'x'.repeat(201) }, 'A reason can be at most 200 characters.'],
  ])('%j is refused, and nothing changes', async (input, message) => {
    const before = await server.stateHash();
    const { status, body } = await asAdmin('POST /haltMarket', input);
    expect([status, body.message]).toEqual([400, message]);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('the log', () => {
  test('is searched by actor, act, place and time, and cannot be rewritten', async () => {
    const second = await server.admin();
    await server.call(
      'POST /updateLimit',
      { maxBuyLimit: 999, maxSellLimit: 500, timeframeInHours: 24 },
      {
        token: second.token,
        ip: '10.9.8.7',
      },
    );
    const find = async (input: object) => (await asAdmin('GET /auditLog', input)).body.data;
    const byWho = await find({ q: second.email.toUpperCase() });
    expect([byWho.totalEntries, byWho.entries[0].ip]).toEqual([1, '10.9.8.7']);
    expect((await find({ q: 'trading limits' })).totalEntries).toBeGreaterThan(1);
    expect((await find({ q: '10.9.8.7' })).totalEntries).toBe(1);
    expect((await find({ q: '%' })).totalEntries).toBe(0);
    const whom = await server.trader(0);
    await server.database.query(
      `insert into audit_log (at, actor, action, subject, detail) values ($1, $2, 'block-user', $3, '{}')`,
      [server.clock.at, second.id, whom.id],
    );
    const toWhom = await find({ q: `${whom.email} ${second.email.slice(0, 6)}` });
    expect(toWhom.entries.map(({ subject }: { subject: string }) => subject)).toEqual([whom.email]);
    expect((await find({ from: '2001-01-01', to: '2001-12-31' })).totalEntries).toBe(0);
    const [today, tomorrow] = [0, 1].map((more) => dayText(marketDay(server.clock.at) + more));
    expect((await find({ q: '10.9.8.7', from: today, to: today })).totalEntries).toBe(1);
    expect((await find({ from: tomorrow })).totalEntries).toBe(0);
    expect((await find({ action: 'halt-market' })).actions).toEqual(
      expect.arrayContaining([{ action: 'halt-market', text: 'Halted all trading' }]),
    );
    for (const change of ["update audit_log set action = 'nothing'", 'delete from audit_log', 'truncate audit_log'])
      await expect(server.database.query(change)).rejects.toThrow('written once');
  });

  test('a lesson is called by its title and instructor, also after it was changed', async () => {
    const [start_time, end_time] = [1, 2].map((hours) => new Date(server.clock.at + hours * 3_600_000).toISOString());
    const lesson = {
      instructor_name: 'Ines Roy',
      instructor_email: 'ines@example.com',
      hourly_rate: 400,
      start_time,
      end_time,
    };
    const { id } = (await asAdmin('POST /createSession', { ...lesson, topic: 'Gaps' })).body.data;
    await asAdmin('POST /updateSession/{id}', { id, ...lesson, topic: 'Gaps and fills', hourly_rate: 450 });
    const { entries } = (await asAdmin('GET /auditLog', { q: 'session', limit: 2 })).body.data;
    expect(entries.map(({ subject }: { subject: string }) => subject)).toEqual(
      Array(2).fill('Gaps and fills, Ines Roy'),
    );
    // And found by what it is called by.
    for (const q of ['gaps and', 'INES roy fills', 'roy planned']) {
      const found = (await asAdmin('GET /auditLog', { q })).body.data;
      const { totalEntries, entries: rows } = found;
      expect([totalEntries, rows[0].subject]).toEqual([q === 'roy planned' ? 1 : 2, 'Gaps and fills, Ines Roy']);
    }
    expect((await asAdmin('GET /auditLog', { q: 'gaps nobody' })).body.data.totalEntries).toBe(0);
    expect(entries[0].changes).toContainEqual({ field: 'hourlyRate', before: '\u20b9400.00', after: '\u20b9450.00' });
    // Given away: the log has the ids of accounts, and shows whose they are.
    const { name, email } = await server.instructor();
    await asAdmin('POST /updateSession/{id}', { id, ...lesson, instructor_name: name, instructor_email: email });
    const [given] = (await asAdmin('GET /auditLog', { action: 'update-lesson', limit: 1 })).body.data.entries;
    expect(given.changes).toContainEqual({
      field: 'instructor',
      before: 'somebody without an account yet',
      after: `${name}, ${email}`,
    });
  });

  test('a title and a name from right to left stand one after the other', async () => {
    const [start_time, end_time] = [3, 4].map((hours) => new Date(server.clock.at + hours * 3_600_000).toISOString());
    const lesson = { instructor_name: '\u05d3\u05d5\u05d3', topic: '\u05de\u05e1\u05d7\u05e8', start_time, end_time };
    await asAdmin('POST /createSession', { ...lesson, instructor_email: 'david@example.com', hourly_rate: 400 });
    const [entry] = (await asAdmin('GET /auditLog', { q: 'session', limit: 1 })).body.data.entries;
    expect(entry.subject).toBe('\u2068\u05de\u05e1\u05d7\u05e8\u2069, \u2068\u05d3\u05d5\u05d3\u2069');
  });

  test('pages hold every entry once', async () => {
    const { totalPages, totalEntries } = (await asAdmin('GET /auditLog', { limit: 3 })).body.data;
    const seen = new Set<string>();
    for (let page = 1; page <= totalPages; page++)
      for (const { _id } of (await asAdmin('GET /auditLog', { limit: 3, page })).body.data.entries) seen.add(_id);
    expect(seen.size).toBe(totalEntries);
  });
});

test('a trader, an instructor and nobody get nothing of the desk, and change nothing', async () => {
  const asha = await server.trader(0);
  const before = await server.stateHash();
  const calls = [
    ['GET /adminDashboard', {}],
    ['GET /userlist', {}],
    ['GET /userPortfolio/{id}', { id: asha.id }],
    ['GET /userPerformance/{id}', { id: asha.id }],
    ['GET /userTransactions/{id}', { id: asha.id }],
    ['GET /auditLog', {}],
    ['POST /updateLimit', { maxBuyLimit: 1, maxSellLimit: 1, timeframeInHours: 1 }],
    ['POST /haltMarket', { isHalted: true }],
  ] as const;
  for (const [name, input] of calls) {
    const refused = await server.call(name, input, { token: asha.token });
    expect([refused.status, refused.body.data]).toEqual([403, null]);
    expect((await server.call(name, input)).status).toBe(401);
  }
  expect(await server.stateHash()).toBe(before);
});
