// The diary's calls: notes that only their owner writes, and the analysis against known answers.
import { beforeAll, describe, expect, test } from 'vitest';
import { diaryMessages } from '../../../contract/messages/diary.ts';
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';
import { VENUE } from '../../../tests/trading.ts';
import { get, server, today, trade, tradeOnKnownDays, type Trader } from '../../../tests/scenes/diary.ts';

describe('notes', () => {
  let asha: Trader;
  let ravi: Trader;
  let id: string;
  const note = (trader: Trader, input: object) => server.call('POST /tradeDiary/note', input, { token: trader.token });
  const detail = async () => (await get(asha, 'GET /tradeDiary')).trades[0].details[0];

  beforeAll(async () => {
    [asha, ravi] = [await server.trader(100_000_00), await server.trader(100_000_00)];
    await trade(asha, 'MERIT', 'BUY', 2, 400_00);
    id = `${await trade(asha, 'MERIT', 'SELL', 2, 410_00)}-${today()}`;
  });

  test('kept as written, tags in one form, and shown beside the trade', async () => {
    expect(await detail()).toMatchObject({ _id: id, notes: '', tags: [], mood: null });
    const { status, body } = await note(asha, {
      id,
      notes: '  Waited for the pullback.\r\nNext time: half the size.  ',
      tags: ['#Break Out', 'break-out', 'Café'],
      mood: 'calm',
    });
    expect([status, body.message]).toEqual([200, 'Saved.']);
    const kept = {
      notes: 'Waited for the pullback.\nNext time: half the size.',
      tags: ['break-out', 'café'],
      mood: 'calm',
    };
    expect(body.data).toEqual({ id, ...kept });
    expect(await detail()).toMatchObject(kept);
    expect((await get(asha, 'GET /diaryAnalytics')).byTag.map(({ key }: { key: string }) => key).sort()).toEqual([
      'break-out',
      'café',
    ]);
    expect((await get(asha, 'GET /diaryAnalytics')).byMood).toMatchObject([{ key: 'calm', trades: 1, netPL: -6.2 }]);
  });

  test('a trade from before the clock was set back to the day before takes a note, and a day to come takes none', async () => {
    server.clock.at -= DAY_MS;
    try {
      expect((await note(asha, { id, notes: 'by a clock ahead' })).status).toBe(200);
      expect((await note(asha, { id: dayText(marketDay(server.clock.at) + 1), notes: 'to come' })).status).toBe(404);
    } finally {
      server.clock.at += DAY_MS;
    }
  });

  test('what another window has written meanwhile is not written over', async () => {
    const opened = { notes: 'first', tags: ['early'], mood: 'calm' };
    await note(asha, { id, ...opened });
    const theirs = { notes: 'from the phone', tags: ['early', 'late'], mood: null };
    expect((await note(asha, { id, ...theirs, was: opened })).status).toBe(200);
    for (const mine of [{ notes: 'from the desk' }, { notes: '' }, { notes: 'first', tags: ['early'] }]) {
      const { status, body } = await note(asha, { id, ...mine, was: opened });
      expect([status, body.message]).toEqual([409, diaryMessages.noteChanged]);
    }
    expect(await detail()).toMatchObject(theirs);
    // A repeat of what stands there already is no change; having seen it, or without a look, it is replaced.
    expect((await note(asha, { id, ...theirs, was: opened })).status).toBe(200);
    expect((await note(asha, { id, notes: 'seen', was: theirs })).status).toBe(200);
    expect((await note(asha, { id, notes: 'unseen' })).status).toBe(200);
    expect((await note(asha, { id, was: { notes: 'unseen' } })).status).toBe(200);
    // Forgotten elsewhere, it is written anew; and twice forgotten is forgotten.
    expect((await note(asha, { id, was: { notes: 'unseen' } })).status).toBe(200);
    expect((await note(asha, { id, notes: 'anew', was: { notes: 'unseen' } })).status).toBe(200);
    expect((await note(asha, { id, notes: 'late', was: {} })).status).toBe(409);
    expect((await detail()).notes).toBe('anew');
  });

  test('of twenty windows that have seen the same note, one writes', async () => {
    await note(asha, { id, notes: 'seen by all' });
    const was = { notes: 'seen by all' };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => note(asha, { id, notes: `window ${at}`, was })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    const written = all.find(({ status }) => status === 200)!.body.data as { notes: string };
    expect((await detail()).notes).toBe(written.notes);
  });

  test('an empty one is forgotten', async () => {
    await note(asha, { id, notes: 'again' });
    expect((await note(asha, { id, notes: ' ', tags: [], mood: null })).status).toBe(200);
    const { rows } = await server.database.query('select 1 from diary_notes where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
  });

  test('a day has notes of its own, with trades or without', async () => {
    const quiet = dayText(marketDay(server.clock.at) - 3);
    expect((await note(asha, { id: quiet, notes: 'Stayed away.', tags: ['patience'] })).status).toBe(200);
    const { dayNotes } = await get(asha, 'GET /tradeDiary', { from: quiet, to: quiet });
    expect(dayNotes).toEqual([{ id: quiet, notes: 'Stayed away.', tags: ['patience'], mood: null }]);
    expect((await get(asha, 'GET /tradeDiary', { from: today() })).dayNotes).toEqual([]);
  });

  test('nobody else’s, nothing that is no trade, and no day to come', async () => {
    const unknown = [
      [ravi, id],
      [asha, `${id.split('-')[0]}-2020-01-01`],
      [asha, '999999-2026-01-01'],
      [asha, '2999-01-01'],
      [asha, '2026-02-30'],
      [asha, `${id} `.padEnd(40, 'x')],
      [asha, 'constructor'],
    ] as const;
    for (const [trader, entry] of unknown) {
      const { status } = await note(trader, { id: entry, notes: 'mine now' });
      expect([entry, status]).toEqual([entry, 404]);
    }
    expect((await detail()).notes).toBe('');
  });

  test.each([
    ['too much', { notes: 'x'.repeat(2001) }, 'Notes can be at most 2,000 characters long.'],
    ['unreadable', { notes: 'a\u0000b' }, 'Notes can contain only text.'],
    ['a tag of signs', { tags: ['<b>'] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['a long tag', { tags: ['x'.repeat(25)] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['an empty tag', { tags: [''] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, n) => `tag${n}`) }, 'A trade can have at most 10 tags.'],
    ['a strange mood', { mood: 'happy' }, 'Choose one of the moods.'],
  ])('%s is refused', async (_, given, sentence) => {
    const { status, body } = await note(asha, { id, ...given });
    expect(status).toBe(400);
    expect(Object.values(body.error!.fields!)).toContain(sentence);
  });

  test('notes and tags of all days together have an end; they can be shortened and removed then, too', async () => {
    const full = await server.trader();
    const dayOf = (before: number) => dayText(marketDay(server.clock.at) - before);
    await server.database.query(
      `insert into diary_notes (venue, account, entry, notes, tags, mood, updated_at)
       select $2, $1, 'day ' || n, repeat('क', 1990), array['ten-letter'], null, 0 from generate_series(1, 999) n`,
      [full.accountNo, VENUE],
    );
    expect((await note(full, { id: dayOf(1), notes: 'x'.repeat(1995), tags: ['a', 'bc'] })).status).toBe(200);
    const refused = await note(full, { id: dayOf(2), notes: 'xyz' });
    expect([refused.status, refused.body.message, refused.body.error?.code]).toEqual([
      422,
      diaryMessages.diaryFull,
      'diary-full',
    ]);
    expect((await note(full, { id: dayOf(2), tags: ['abc'] })).status).toBe(422);
    expect((await note(full, { id: dayOf(2), notes: 'xy' })).status).toBe(200);
    expect((await note(full, { id: dayOf(1), notes: 'x'.repeat(1999) })).status).toBe(422);
    expect((await note(full, { id: dayOf(1), notes: 'Shorter.' })).status).toBe(200);
    expect((await note(full, { id: dayOf(1) })).status).toBe(200);
    expect((await note(full, { id: dayOf(3), mood: 'calm' })).status).toBe(200);
  });

  test('in a diary from before there was a limit, notes can still be shortened, and their mood changed', async () => {
    const long = await server.trader();
    const dayOf = (before: number) => dayText(marketDay(server.clock.at) - before);
    await server.database.query(
      `insert into diary_notes (venue, account, entry, notes, tags, mood, updated_at)
       select $2::smallint, $1::bigint, 'day ' || n, repeat('x', 2000), array['tag'], null, 0 from generate_series(1, 1000) n
       union all select $2, $1, $3, repeat('😀', 1000), array['tag'], null, 0`,
      [long.accountNo, VENUE, dayOf(1)],
    );
    const write = async (written: object) => (await note(long, { id: dayOf(1), ...written })).status;
    expect(await write({ notes: '😀'.repeat(1000), tags: ['tags'] })).toBe(422);
    expect(await write({ notes: '😀'.repeat(1000), tags: ['tag'], mood: 'calm' })).toBe(200);
    expect(await write({ notes: '😀'.repeat(999), tags: ['tag'], mood: 'calm' })).toBe(200);
    expect(await write({ notes: '😀'.repeat(1000), tags: ['tag'], mood: 'calm' })).toBe(422);
  });

  test('nothing is kept for somebody who has left while the call was under way', async () => {
    const asha = await server.trader();
    await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
    expect((await note(asha, { id: today(), notes: 'Leaving.' })).status).toBe(401);
    const { rows } = await server.database.query('select 1 from diary_notes where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
  });

  test('two thousand letters, ten tags and what looks like code are text', async () => {
    const notes = `=HYPERLINK("x") '; drop table fills; -- ${'ü'.repeat(1960)}`;
    const tags = Array.from({ length: 10 }, (_, n) => `tag-${n}`);
    expect(notes).toHaveLength(2000);
    expect((await note(asha, { id, notes, tags })).status).toBe(200);
    expect(await detail()).toMatchObject({ notes, tags });
  });
});

describe('analysis', () => {
  let asha: Trader;
  const dates: string[] = [];

  beforeAll(async () => {
    asha = await server.trader(100_000_00);
    dates.push(...(await tradeOnKnownDays(asha)));
  });

  test('1847 net of 3000, trade by trade with the charges of both sides', async () => {
    const whole = await get(asha, 'GET /diaryAnalytics');
    expect(whole).toMatchObject({
      trades: 2,
      wins: 2,
      losses: 0,
      winRate: 100,
      grossPL: 3000,
      charges: 1153,
      netPL: 1847,
      openCharges: 0,
      expectancy: 923.5,
      profitFactor: null,
      payoff: null,
      longestWins: 2,
      current: { kind: 'win', length: 2 },
      stopped: 0,
      sqn: null,
    });
    // 2160 - 255 - 2/5 of 136 - 329; and 840 - 81.60 - 173 - 260.
    expect(whole.best).toMatchObject({ symbol: 'ABC', pnl: 2160, net: 1521.6, date: dates[2] });
    expect(whole.worst).toMatchObject({ pnl: 840, net: 325.4, date: dates[4] });
    expect(whole.bySymbol).toMatchObject([{ key: 'ABC', trades: 2, netPL: 1847 }]);
    expect(whole.byHour).toMatchObject([{ key: '12', trades: 2 }]);
    const { details } = (await get(asha, 'GET /tradeDiary')).trades[2];
    expect(details[0]).toMatchObject({ pnl: 2160, charges: 329, entryCharges: 309.4, net: 1521.6 });
  });

  test('the account: deposits are no profit, the curve ends at the balance, and falls are below zero', async () => {
    const { account, equity } = await get(asha, 'GET /diaryAnalytics');
    expect(account).toMatchObject({
      startEquity: 0,
      flows: 100_000,
      endEquity: 101_847,
      profit: 1847,
      days: equity.length,
      daysNeeded: 20,
      sharpe: null,
      sortino: null,
    });
    expect(equity.map(({ date }: { date: string }) => date)).toEqual(
      expect.arrayContaining([dates[0], dates[2], dates[3], dates[4]]),
    );
    // Bought at 250 and 262, marked at 262 (nothing was stored of that day, so the own last price stands): 1200 less 391.
    expect(equity.find(({ date }: { date: string }) => date === dates[0])).toMatchObject({
      equity: 100_809,
      profit: 809,
    });
    for (const point of equity) expect(point.drawdown).toBeLessThanOrEqual(0);
    // 2160 + 8 x 30 of the open shares less 720; then the mark falls to 240 and 173 are paid.
    expect(account.maxDrawdown).toBe(-1073);
    expect(account.recovery).toBe(1.7213);
  });

  test('a span has its own trades and starts from the close before', async () => {
    const part = await get(asha, 'GET /diaryAnalytics', { from: dates[3], to: dates[4] });
    expect(part).toMatchObject({ trades: 1, grossPL: 840, from: dates[3], to: dates[4] });
    const before = await get(asha, 'GET /diaryAnalytics', { to: dates[2] });
    expect(part.account.startEquity).toBe(before.account.endEquity);
    expect(before.account.profit + part.account.profit).toBe(1847);
    expect((await get(asha, 'GET /diaryAnalytics', { from: '1999-01-01', to: '1999-12-31' })).trades).toBe(0);
  });

  test.each([{ from: 'x' }, { from: '2026-02-02', to: '2026-02-01' }, { to: '2026-02-30' }])(
    '%j is refused',
    async (span) => {
      expect((await server.call('GET /diaryAnalytics', span, { token: asha.token })).status).toBe(400);
    },
  );

  test('nothing is known of a trader who never traded', async () => {
    const nobody = await server.trader();
    const empty = await get(nobody, 'GET /diaryAnalytics');
    expect(empty).toMatchObject({ trades: 0, winRate: null, expectancy: null, best: null, bySymbol: [] });
    expect(empty.account).toMatchObject({ endEquity: 0, returnPercent: 0, recovery: null });
  });

  test('shares still held: their charges stand apart, and what is asked again has grown', async () => {
    await trade(asha, 'ABC', 'BUY', 10, 255_00);
    const now = await get(asha, 'GET /diaryAnalytics');
    expect(now).toMatchObject({ netPL: 1847, openCharges: 30.5 });
    expect(now.account.endEquity).toBe(101_816.5);
    await trade(asha, 'ABC', 'SELL', 10, 260_00);
    // 50 - 30.50 - 31
    expect(await get(asha, 'GET /diaryAnalytics')).toMatchObject({
      trades: 3,
      losses: 1,
      netPL: 1835.5,
      openCharges: 0,
    });
  });
});

test('one person has two reads made at once, whichever they are; another waits for none of them, and too many are turned away', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  const reads = [
    ['GET /tradeDiary', {}],
    ['GET /diaryAnalytics', {}],
    ['GET /contractNote', { day: today() }],
    ['GET /profitReport', {}],
  ] as const;
  const ask = ({ token }: Trader, [name, input]: (typeof reads)[number]) => server.call(name, input, { token });
  const all = Array.from({ length: 150 }, (_, place) => ask(asha, reads[place % reads.length]));
  const other = await Promise.race([ask(ravi, reads[0]).then(() => 'answered'), all[60].then(() => 'waited')]);
  expect(other).toBe('answered');
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  expect((await ask(asha, reads[0])).status).toBe(200);
});
