// Everything that is stored about one person, as files. Tables are read page by page while they are sent.
import type { UserRole } from '../../../contract/auth.ts';
import type { DataOf } from '../../../contract/routes.ts';
import type { TradeDiaryData } from '../../../contract/trade/diary.ts';
import { csvLines, csvOf } from '../../../contract/wire/csv.ts';
import type { Queryable } from '../../db/open.ts';
import { callAs, callerOf } from '../../handler.ts';
import type { Handlers } from '../../handler.ts';
import { LEDGER_HEADER, ledgerPages } from './ledger.ts';
import { TABLES } from './tables.ts';
import type { Cell, Row, Table } from './table.ts';
import { timeText } from './time-text.ts';
import type { ZipFile } from './zip.ts';

/** Calls made in the person's name; they change nothing. */
type OwnReads = Pick<Handlers, 'GET /Userprofile' | 'GET /tradeDiary' | 'GET /notificationSettings'>;

export interface OwnDataOptions {
  readonly db: Queryable;
  readonly venue: number;
  readonly reads: OwnReads;
  /** A profile photo by the last part of its address. */
  readonly readPhoto: (key: string) => Promise<Buffer | null>;
}

export interface Owner {
  readonly id: string;
  readonly accountNo: number;
  readonly role: UserRole;
  readonly name: string;
  readonly email: string;
  readonly createdAt: number;
}

const PAGE = 2000;

export async function* ownFiles(options: OwnDataOptions, owner: Owner, at: number): AsyncGenerator<ZipFile> {
  const { db, venue } = options;
  const profile = await callAs(options.reads, 'GET /Userprofile', callerOf(owner), {});
  yield { name: 'README.txt', chunks: once(contentsOf(owner, at)) };
  yield { name: 'profile.json', chunks: once(await profileText(options.reads, owner, profile)) };
  const photo = await photoOf(options, profile.profilePhoto);
  if (photo !== null) yield { name: 'photo.webp', chunks: once(photo) };
  for (const table of TABLES)
    yield { name: table.file, chunks: csv(table.header, tablePages(db, venue, table, owner)) };
  const whose = { venue, account: owner.accountNo, since: owner.createdAt };
  yield { name: 'ledger.csv', chunks: csv(LEDGER_HEADER, ledgerPages(db, whose)) };
  const diary = await callAs(options.reads, 'GET /tradeDiary', callerOf(owner), {});
  yield { name: 'diary.csv', chunks: once(diaryText(diary)) };
  yield { name: 'diary-days.csv', chunks: once(diaryDaysText(diary)) };
}

async function* once(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content;
}

async function* csv(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield csvOf(header, []);
  for await (const page of pages) yield csvLines(page);
}

async function* tablePages(
  db: Queryable,
  venue: number,
  { by, sql, cells }: Table,
  { id, accountNo }: Owner,
): AsyncGenerator<(readonly Cell[])[]> {
  let after = 0;
  for (;;) {
    const { rows } = await db.query<Row>(sql, [by === 'id' ? id : accountNo, after, PAGE, venue]);
    if (rows.length > 0) yield rows.map(cells);
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].key;
  }
}

function contentsOf({ name }: Owner, at: number): string {
  const files = [
    ['profile.json', 'who you are here, your settings, and what you hold'],
    ['photo.webp', 'your profile photo, if you have one'],
    ...TABLES.map(({ file, says }) => [file, says]),
    ['ledger.csv', 'every movement of your money and shares'],
    ['diary.csv', 'your closed trades with your notes, tags and moods'],
    ['diary-days.csv', 'your notes about whole days'],
  ];
  const lines = files.map(([file, says]) => `${file.padEnd(22)}${says}`);
  return [
    `Everything that Istock keeps about ${name}, as it was on ${timeText(at)} in India.`,
    'Sums are rupees of practice money; times are Indian Standard Time. The tables open in any spreadsheet.',
    '',
    ...lines,
    '',
  ].join('\r\n');
}

async function profileText(reads: OwnReads, owner: Owner, profile: DataOf<'GET /Userprofile'>): Promise<string> {
  const { profilePhoto: _photo, ...known } = profile;
  const notifications = await callAs(reads, 'GET /notificationSettings', callerOf(owner), {});
  return `${JSON.stringify({ ...known, notifications }, null, 2)}\n`;
}

async function photoOf({ readPhoto }: OwnDataOptions, address: string | null): Promise<Buffer | null> {
  const key = /([0-9a-f]{32})\.webp$/.exec(address ?? '')?.[1];
  return key === undefined ? null : readPhoto(key);
}

function diaryText({ trades }: TradeDiaryData): string {
  const header = [
    'Id',
    'Day',
    'Sold at (IST)',
    'Symbol',
    'Quantity',
    'Entry',
    'Exit',
    'P&L (before charges)',
    'Net P&L',
    'Notes',
    'Tags',
    'Mood',
  ];
  const rows = trades.flatMap(({ date, details }) =>
    details.map((trade) => [
      trade._id,
      date,
      timeText(Date.parse(trade.time)),
      trade.symbol,
      trade.quantity,
      trade.entry,
      trade.exit,
      trade.pnl,
      trade.net,
      trade.notes,
      trade.tags.join(' '),
      trade.mood,
    ]),
  );
  return csvOf(header, rows);
}

function diaryDaysText({ dayNotes }: TradeDiaryData): string {
  const rows = dayNotes.map(({ id, notes, tags, mood }) => [id, notes, tags.join(' '), mood]);
  return csvOf(['Day', 'Notes', 'Tags', 'Mood'], rows);
}
