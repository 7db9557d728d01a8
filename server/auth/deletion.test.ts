// Deleting an account: who may and when, what is forgotten and what stays, and coming back as a new person.
import { describe, expect, test } from 'vitest';
import { admin, exchange, leave, remove, rowOf, server, underWay } from '../../tests/scenes/deletion.ts';
import { killAfterEffects } from '../../tests/killed-after-effect.ts';

describe('by the person', () => {
  test('needs the password, and nothing changes without it', async () => {
    const asha = await server.signUp();
    const before = await server.stateHash();
    const wrong = await leave(asha.token, 'secret2');
    expect([wrong.status, wrong.body.message, wrong.body.error?.fields]).toEqual([
      400,
      'The password is not correct.',
      { password: 'The password is not correct.' },
    ]);
    const none = await server.call('POST /deleteAccount', {}, { token: asha.token });
    expect([none.status, none.body.message]).toEqual([400, 'Password is required.']);
    expect([await server.stateHash(), await underWay(), exchange.closed]).toEqual([before, 0, []]);
  });

  test('forgets the person: no name, no address, no way in, and sockets are cut', async () => {
    const asha = await server.signUp({ name: 'Asha Rao' });
    const account = (await rowOf(asha.id)).account_no as number;
    server.told.ended.length = 0;
    const { status, body, cookies } = await leave(asha.token, asha.password, asha.refresh);
    expect([status, body.message, cookies.refresh]).toEqual([200, 'The account has been deleted.', '']);
    expect(await rowOf(asha.id)).toMatchObject({
      email: expect.stringMatching(/^deleted-[0-9a-f]{24}@deleted\.invalid$/),
      name: 'Deleted account',
      password_hash: null,
      profile_photo: null,
      is_blocked: true,
      deleted_at: expect.any(Number),
      search: expect.stringMatching(/^deleted account deleted-[0-9a-f]{24}@/),
    });
    expect([exchange.closed, server.told.erased.at(-1)]).toEqual([[account], account]);
    expect(server.told.ended).toEqual([{ userId: asha.id, loginId: null }]);
    // The token is good for a quarter of an hour by its own words.
    expect((await server.call('GET /logins', {}, { token: asha.token })).status).toBe(401);
    expect((await server.call('POST /refresh', {}, { cookies: { refresh: asha.refresh } })).status).toBe(401);
    expect((await server.call('POST /login', asha)).status).toBe(401);
    expect((await leave(asha.token)).status).toBe(401);
  });

  test('leaves no trace of the name or the address in any table', async () => {
    const asha = await server.signUp({ name: 'Zebulon Unmistakable', email: 'zebulon.unmistakable@example.com' });
    await server.call('POST /forgotPassword', { email: asha.email });
    await server.database.query(
      `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, 0, 1, 2, 0, 0)`,
      [asha.name, asha.email],
    );
    await server.database.query(
      `insert into past_instructors (lesson, name, email, until) select id, instructor_name, instructor_email, 0 from lessons
       where instructor_email = $1`,
      [asha.email],
    );
    await server.database.query(
      `insert into watchlists (venue, account, name, folded, place, created_at)
       select 1, account_no, 'For Zebulon', 'for zebulon', 1, 0 from users where id = $1`,
      [asha.id],
    );
    await server.database.query(
      `insert into drawn_lines (venue, account, instrument, version, split, lines, changed_at)
       select 1, account_no, 7, 1, '', '[]', 0 from users where id = $1`,
      [asha.id],
    );
    await server.database.query(
      `insert into lesson_ratings (lesson, account, stars, words, rated_at, hidden_at, hidden_by, hidden_reason)
       select l.id, u.account_no, 4, 'Zebulon was here', 0, 0, $3::uuid, 'names Zebulon' from lessons l, users u
       where u.id = $1 and l.instructor_email = $2`,
      [asha.id, asha.email, admin.id],
    );
    await server.database.query(
      `insert into messages (public_id, audience, user_id, message, sent_by, sent_at, last_account, reached, people, told, finished_at)
       select gen_random_uuid(), 'user', id, 'Dear Zebulon', $2::uuid, 0, account_no, account_no, 1, 1, 0 from users where id = $1`,
      [asha.id, admin.id],
    );
    await server.database.query(
      `insert into outbox (recipient, subject, text, html, created_at, due_at) values ($1, '', 'Zebulon', '', 0, 0)`,
      [asha.email],
    );
    await leave(asha.token);
    // The stars are of what was taught.
    const { rows: rated } = await server.database.query<object>('select stars, words from lesson_ratings');
    expect(rated).toEqual([{ stars: 4, words: '' }]);
    const { rows: drawn } = await server.database.query('select 1 from drawn_lines');
    expect(drawn).toEqual([]);
    // Only the last letter is still in the built-in mailbox, which stands for the post.
    await server.database.query(`delete from mailbox where subject = 'Your Istock account was deleted'`);
    const { rows: tables } = await server.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await server.database.query(
        `select 1 from "${name}" t where t::text ilike '%unmistakable%' or t::text ilike '%zebulon%'`,
      );
      if (rowCount !== 0) found.push(name);
    }
    expect(found).toEqual([]);
    const { rows } = await server.database.query('select 1 from logins where user_id = $1', [asha.id]);
    expect(rows).toEqual([]);
  });

  test('what was reported of the person goes; what the person has reported stays, without a word of theirs', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp()];
    const [own, other] = [(await rowOf(asha.id)).account_no, (await rowOf(ravi.id)).account_no];
    for (const [room, account, by] of [
      ['of-asha', own, other],
      ['by-asha', other, own],
    ])
      await server.database.query(
        `insert into reports (account, reporter_account, room, message, said, said_at, reason, words, created_at)
         values ($2, $3, $1, 1, 'You fool', 0, 'insult', 'It hurts.', 0)`,
        [room, account, by],
      );
    await leave(asha.token);
    const { rows } = await server.database.query<object>(
      `select room, said, words from reports where room like '%-asha'`,
    );
    expect(rows).toEqual([{ room: 'by-asha', said: 'You fool', words: '' }]);
  });

  test('the address can sign up again, as somebody new', async () => {
    const asha = await server.signUp();
    await leave(asha.token);
    const [mail] = await server.mailsTo(asha.email);
    expect(mail.subject).toBe('Your Istock account was deleted');
    const again = await server.signUp({ email: asha.email });
    expect(again.id).not.toBe(asha.id);
    expect((await rowOf(again.id)).account_no).not.toBe((await rowOf(asha.id)).account_no);
    expect((await server.call('POST /login', again)).status).toBe(200);
  });

  test('shares stand in the way, with a sentence that names them', async () => {
    const asha = await server.signUp();
    const before = await server.stateHash();
    exchange.held = [
      { symbol: 'MERIT', quantity: 1200 },
      { symbol: 'ZENITH', quantity: 1 },
    ];
    const { status, body } = await leave(asha.token);
    expect([status, body.message]).toEqual([
      409,
      'The account still holds 1,200 MERIT and 1 ZENITH. Everything must be sold before it can be deleted.',
    ]);
    expect([await server.stateHash(), await underWay()]).toEqual([before, 0]);
    expect((await server.call('POST /login', asha)).status).toBe(200);
  });

  test('a payment that is captured and not credited stands in the way', async () => {
    const asha = await server.signUp();
    const account = (await rowOf(asha.id)).account_no;
    await server.database.query(
      `insert into payments (account, user_id, purpose, amount, currency, provider, provider_order, provider_payment, status, created_at)
       values ($1, $2, 'wallet', 100, 'INR', 'sandbox', 'order_x', 'pay_x', 'paid', 0)`,
      [account, asha.id],
    );
    const { status, body } = await leave(asha.token);
    expect([status, body.error?.code, exchange.closed]).toEqual([409, 'payment-under-way', []]);
  });

  test('is not for administrators, nor for nobody', async () => {
    expect((await leave(admin.token, 'the-desk-is-open')).status).toBe(403);
    expect((await leave('nobody')).status).toBe(401);
  });
});

describe('by an administrator', () => {
  test('as the person would, and the log says who', async () => {
    const asha = await server.signUp();
    const { status, body } = await remove(asha.id.toUpperCase());
    expect([status, body.message]).toEqual([200, 'The account has been deleted.']);
    const { rows } = await server.database.query<{ actor: string }>(
      `select actor from audit_log where action = 'delete-account' and subject = $1`,
      [asha.id],
    );
    expect(rows).toEqual([{ actor: admin.id }]);
    expect((await remove(asha.id)).status).toBe(404);
    expect((await server.call('POST /disableUser/{id}', { id: asha.id }, { token: admin.token })).status).toBe(404);
    const list = await server.call('GET /userlist', { q: 'deleted' }, { token: admin.token });
    expect(list.body.data.totalUsers).toBe(0);
  });

  test('a reply that a crash has lost is given again', async () => {
    const asha = await server.signUp();
    const revive = await killAfterEffects(server.database);
    const options = { token: admin.token, headers: { 'idempotency-key': 'delete' } };
    const press = () => server.call('POST /deleteUser/{id}', { id: asha.id }, options);
    const first = await press();
    const again = await press();
    await revive();
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });

  test('an instructor with lessons to hold stays until they are held', async () => {
    const asha = await server.signUp({ role: 'instructor' });
    const plan = (endsAt: number) =>
      server.database.query(
        `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, 0, $3::bigint - 1000, $3, 0, 0)`,
        [asha.name, asha.email, endsAt],
      );
    await plan(Date.now() - 60_000);
    await plan(Date.now() + 3_600_000);
    const before = await server.stateHash();
    const { status, body } = await remove(asha.id);
    expect([status, body.message]).toEqual([
      409,
      'This instructor still has a lesson to hold. It must be held, canceled or given to somebody else first.',
    ]);
    expect(await leave(asha.token, asha.password)).toMatchObject({
      status: 409,
      body: {
        message:
          'You still have a lesson to hold. Hold it first, or ask an administrator to cancel it or to give it to somebody else.',
      },
    });
    expect(await server.stateHash()).toBe(before);
    await server.database.query(
      `update lessons set status = 'CANCELED', canceled_at = 1 where instructor_email = $1 and ends_at > $2`,
      [asha.email, Date.now()],
    );
    expect((await remove(asha.id)).status).toBe(200);
    const { rows } = await server.database.query<object>(
      'select distinct instructor_name from lessons where instructor_email like $1',
      ['deleted-%'],
    );
    expect(rows).toEqual([{ instructor_name: 'Deleted account' }]);
    // The next person with this address does not inherit the lessons.
    const again = await server.signUp({ email: asha.email, role: 'instructor' });
    const theirs = await server.database.query('select 1 from lessons where instructor_email = $1', [again.email]);
    expect(theirs.rowCount).toBe(0);
  });

  test('not oneself', async () => {
    const { status, body } = await remove(admin.id);
    expect([status, body.message]).toEqual([409, 'You cannot delete your own account. Another administrator can.']);
  });

  test('users and instructors are refused, and nothing changes', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp({ role: 'instructor' })];
    const before = await server.stateHash();
    expect((await remove(asha.id, asha.token)).status).toBe(403);
    expect((await remove(asha.id, ravi.token)).status).toBe(403);
    expect((await remove(asha.id, 'nobody')).status).toBe(401);
    expect(await server.stateHash()).toBe(before);
  });

  test.each(['nobody', '00000000-0000-0000-0000-000000000000', "' or 1=1 --"])('%s is unknown', async (id) => {
    expect((await remove(id)).status).toBe(404);
  });
});

/** Every table that knows whose its rows are. A new one must be looked at: it is forgotten with the person, or it stays and why. */
test('of every table it is decided whether its rows are forgotten', async () => {
  const decided = {
    forgotten: [
      'otps',
      'resets',
      'signups',
      'mailbox',
      'outbox',
      'logins',
      'identities',
      'second_factors',
      'recovery_codes',
      'idempotency_keys',
      'photos',
      'notifications',
      'notice_wishes',
      'watchlist_stocks',
      'watchlists',
      'price_alerts',
      'drawn_lines',
      'diary_notes',
      'diary_comments',
      'diary_shares',
      'account_deletions',
      // What others have reported of a person goes; what a person has reported stays, without words and name.
      'reports',
      'call_removals',
    ],
    // Numbers and ids that name nobody any more: the books, what was paid and taught, and the log of what was done.
    kept: [
      'users',
      'messages',
      'traders',
      'ledger_accounts',
      'ledger_balances',
      'orders',
      'fills',
      'fill_paths',
      'lots',
      'exits_due',
      'command_keys',
      'payments',
      // Of money that is credited to nobody: what the provider says of it, and what an administrator has found out.
      'stray_payments',
      'enrolments',
      // Stars, without words and without a name.
      'lesson_ratings',
      'rewards',
      'visits',
      'flags',
      'lessons',
      'past_instructors',
      'promotions',
      'market_halts',
      'stock_halts',
      'corporate_actions',
      'entitlements',
      'begun_acts',
      'audit_log',
    ],
  };
  const { rows } = await server.database.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns where table_schema = 'public'
     and (column_name ~ '(user_id|account|email|recipient|actor|owner|subject|author|learner|instructor|_by)$') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...decided.forgotten, ...decided.kept].toSorted());
});
