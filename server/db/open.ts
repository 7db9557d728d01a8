// Opens the database, embedded or outside, and gives the one pool and the one transaction() that the server uses.
import pg from 'pg';
import { startPostgres } from './embedded.ts';
import { runningConnection } from './running.ts';

/** What a query needs: both the database and a running transaction provide it. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

export type Database = Queryable & {
  pool: pg.Pool;
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>, limits?: TransactionLimits): Promise<Result>;
  close(): Promise<void>;
};

/** Long work, such as writing years of history, sets its own; everything else ends after the pool's limits. */
type TransactionLimits = { statementTimeoutMs?: number };

export type DatabaseSettings = { dataDir: string; databaseUrl: string | undefined };

type Report = (sentence: string) => void;

const OLDEST_SERVER = 150_000;

const STATEMENT_TIMEOUT_MS = 5000;
/** The database ends a statement that takes too long. If even that answer does not arrive, we give up this much later. */
export const SILENCE_MS = 500;

/** How long to wait for a connection when people are waiting for an answer. */
const CONNECT_MS = 4000;
/** The same at a start, when the machine may have a lot else to do. */
const START_PATIENCE_MS = 60_000;

/** The connection broke between sending COMMIT and its answer: the work may or may not be stored, and must be read back. */
class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('The database did not answer whether the transaction was stored.', { cause });
    this.name = 'CommitUnknownError';
  }
}

/** Opens `databaseUrl`, or else starts PostgreSQL in the data folder. @throws with a sentence when neither answers. */
export const openDatabase = async (settings: DatabaseSettings, report: Report = () => {}): Promise<Database> => {
  if (settings.databaseUrl !== undefined) return connect({ connectionString: settings.databaseUrl }, report);
  const server = await startPostgres({ dataDir: settings.dataDir, report });
  try {
    const database = await connect(server.connection, report);
    const close = async () => {
      await database.close();
      await server.stop();
    };
    return { ...database, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
};

/**
 * For a tool: works beside the server running on the data folder, or alone if there is none. `isShared`: a server is running, so leave
 * the tables' structure alone.
 */
export const openBeside = async (
  settings: DatabaseSettings,
  report: Report = () => {},
): Promise<Database & { isShared: boolean }> => {
  const running = settings.databaseUrl === undefined ? runningConnection(settings.dataDir) : null;
  if (running !== null) return { ...(await connect(running, report)), isShared: true };
  return { ...(await openDatabase(settings, report)), isShared: false };
};

/** A copy that follows another database and can only be read. @throws with a sentence when it does not answer. */
export const openCopy = (databaseUrl: string, report: Report): Promise<Database> =>
  connect({ connectionString: databaseUrl }, report, { isCopy: true });

/** What the environment says to programs of PostgreSQL (PGSSLMODE, PGOPTIONS) is meant for another database than that of the data folder. */
const OWN: pg.PoolConfig = { ssl: false, sslnegotiation: 'postgres', options: ' ' };

/**
 * What a database may have set for all who come, and ours cannot bear: one that ends idle sessions ends that which holds the market in
 * every quiet hour, and one that isolates transactions strictly refuses of two that meet the later one, whose caller is answered with 503.
 */
const OURS = String.raw`-c idle_session_timeout=0 -c default_transaction_isolation=read\ committed`;

/** What its address or the environment says to an outside PostgreSQL, and ours. In the address it would stand instead of ours. */
const outside = (connectionString: string): pg.PoolConfig => {
  const address = new URL(connectionString);
  const given = address.searchParams.get('options');
  if (given === null) return { connectionString, options: `${process.env.PGOPTIONS ?? ''} ${OURS}` };
  address.searchParams.set('options', `${given} ${OURS}`);
  return { connectionString: address.href };
};

const connect = async (target: pg.PoolConfig, report: Report, { isCopy = false } = {}): Promise<Database> => {
  const pool = new pg.Pool({
    ...(target.connectionString === undefined ? { ...OWN, ...target } : outside(target.connectionString)),
    types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
    max: 10,
    connectionTimeoutMillis: START_PATIENCE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'istock',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without these two listeners a dropped connection would end the whole process.
  pool.on('error', (error) => pool.ending || report(`A database connection was lost: ${error.message}`));
  pool.on('connect', (client) => void client.on('error', () => {}));
  const notice = setTimeout(
    () => report(`The database does not answer yet; waiting for it for up to ${START_PATIENCE_MS / 1000} seconds ...`),
    CONNECT_MS,
  );
  const setting = isCopy ? 'DATABASE_READ_URL' : 'DATABASE_URL';
  // One that is ours has no address that could be wrong.
  const remedy = target.connectionString === undefined ? '' : `. Start it, or correct ${setting}.`;
  try {
    await checkServer(pool, report, { isCopy, remedy });
  } catch (error) {
    await pool.end();
    throw error;
  } finally {
    clearTimeout(notice);
  }
  const database = databaseOver(pool);
  hurry(database);
  return database;
};

/** During start-up nobody waits for an answer: better late than refused. */
export const takeTime = ({ pool }: Pick<Database, 'pool'>): void => {
  pool.options.connectionTimeoutMillis = START_PATIENCE_MS;
};

/** From now on people wait for answers. */
export const hurry = ({ pool }: Pick<Database, 'pool'>): void => {
  pool.options.connectionTimeoutMillis = CONNECT_MS;
};

/** What the server needs from a database, over a pool of connections. */
export const databaseOver = (pool: pg.Pool): Database => ({
  pool,
  query: (query, values) => pool.query(patient(query, values)),
  transaction: (work, limits) => inTransaction(pool, work, limits),
  close: () => pool.end(),
});

/** A query with a timeout of our own: without it, nothing would ever stop waiting for a connection that died silently. */
export const patient = (
  query: string | pg.QueryConfig,
  values?: readonly unknown[],
  limitMs: number = STATEMENT_TIMEOUT_MS + SILENCE_MS,
): pg.QueryConfig => {
  const config = typeof query === 'string' ? { text: query } : query;
  const patience = { query_timeout: limitMs };
  return { ...patience, ...config, ...(values === undefined ? {} : { values: values as unknown[] }) };
};

const hasFallenSilent = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** Such a program discards our connections' limits, and may hand the one that holds the market's lock to others. */
const POOLED =
  'A pooler such as pgbouncer stands before the database and drops the limits of our connections: DATABASE_URL must name PostgreSQL itself.';

/** What we ask a database before anything else; `lax`: settings with which an acknowledged COMMIT may be lost. */
const ABOUT_SERVER = `
  select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
         current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly",
         current_setting('statement_timeout') <> '0' as "isDirect",
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
               where current_setting(name) = 'off') as lax`;

type AboutServer = {
  number: number;
  version: string;
  encoding: string;
  isReadOnly: boolean;
  isDirect: boolean;
  lax: string[];
};

interface Checked {
  readonly isCopy: boolean;
  /** What the operator can do when it does not let us in. */
  readonly remedy: string;
}

const checkServer = async (pool: pg.Pool, report: Report, { isCopy, remedy }: Checked): Promise<void> => {
  const { number, version, encoding, isReadOnly, isDirect, lax } = await aboutServer(pool, remedy);
  if (number < OLDEST_SERVER)
    throw new Error(`Istock needs PostgreSQL 15 or newer; this server is version ${version}.`);
  if (encoding !== 'UTF8') throw new Error(`The database must be made with encoding UTF8, not ${encoding}.`);
  if (!isDirect) throw new Error(POOLED);
  // Acknowledged data is stored elsewhere.
  if (isCopy) return;
  if (isReadOnly)
    throw new Error(
      'The database can only be read: it is a copy of another one, or default_transaction_read_only is on. DATABASE_URL must name one that takes writes.',
    );
  if (lax.length > 0)
    report(`The database runs with ${lax.join(' and ')} off: a power cut may take what was acknowledged. Turn it on.`);
};

const aboutServer = async (pool: pg.Pool, remedy: string): Promise<AboutServer> => {
  try {
    return (await pool.query<AboutServer>(ABOUT_SERVER)).rows[0];
  } catch (error) {
    throw new Error(refusalOf(error, remedy), { cause: error });
  }
};

const refusalOf = (error: unknown, remedy: string): string => {
  const said = sentenceOf(error);
  if (said.startsWith('unsupported startup parameter')) return POOLED;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `The database cannot be reached: ${OF_CERTIFICATES.test(code) ? UNKNOWN_SIGNER : `${said}${remedy}`}`;
};

const OF_CERTIFICATES = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/;
const UNKNOWN_SIGNER =
  "nobody whom this machine knows has signed its certificate. End DATABASE_URL with ?sslmode=verify-full&sslrootcert= and the file with the signer's certificate.";

/** A refused connection to a name with several addresses has its reason in `errors`, and no message of its own. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (transaction: Queryable) => Promise<Result>,
  { statementTimeoutMs }: TransactionLimits = {},
): Promise<Result> => {
  const client = await pool.connect();
  const limitMs = (statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + SILENCE_MS;
  const asked: Queryable = { query: (query, values) => client.query(patient(query, values, limitMs)) };
  let isBroken = false;
  try {
    await asked.query('begin');
    if (statementTimeoutMs !== undefined)
      await asked.query(`set local statement_timeout = ${Math.ceil(statementTimeoutMs)}`);
    const result = await work(asked);
    await commit(asked);
    return result;
  } catch (error) {
    const isLost = error instanceof CommitUnknownError || hasFallenSilent(error);
    isBroken = isLost || (await rollBack(asked)) === 'broken';
    throw error;
  } finally {
    client.release(isBroken);
  }
};

const commit = async (client: Queryable): Promise<void> => {
  const { command } = await client.query('commit').catch((error: unknown) => {
    // A refused COMMIT (for example by a deferred constraint) carries the server's code: then certainly nothing was stored.
    const isKnown = error instanceof pg.DatabaseError && !isConnectionLoss(error.code);
    throw isKnown ? error : new CommitUnknownError(error);
  });
  // After a failed statement whose error was swallowed, the server silently answers COMMIT with a rollback.
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because one of its statements had failed.');
};

const rollBack = async (client: Queryable): Promise<'clean' | 'broken'> => {
  try {
    await client.query('rollback');
    return 'clean';
  } catch {
    return 'broken';
  }
};

const isConnectionLoss = (code: string | undefined): boolean => code !== undefined && /^(08|57P)/.test(code);

/** True when the database is away, too busy or shutting down, so that trying again later may succeed: answer 503, not 500. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof CommitUnknownError) return true;
  // Classes: 08 connection, 40 conflict, 53 out of resources, 57 operator (cancel, shutdown), 58 disk; 55P03 lock timeout;
  // 25006 only reads: a copy after a failover, or what providers make of a database whose disk is full; 28 not let in: a new password
  // in the database that is not in our settings yet.
  if (error instanceof pg.DatabaseError) return /^(08|28|40|53|57|58|55P03|25P0[34]|25006)/.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  if ('code' in error && /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND)/.test(String(error.code)))
    return true;
  return /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|after calling end on the pool/i.test(
    error.message,
  );
};

const INT8_ARRAY = 1016;

const typeParser = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;

const parserFor = (oid: number, format = 'text'): ((text: string) => unknown) => {
  if (format !== 'text') return typeParser(oid, format);
  if (oid === pg.types.builtins.INT8) return safeInteger;
  if (oid === INT8_ARRAY) return safeIntegers;
  // A date is a calendar day without a time zone; the driver's own parser would move it to local midnight.
  if (oid === pg.types.builtins.DATE) return String;
  return typeParser(oid);
};

/** Paise, quantities and instants stay far below 2^53; a larger number is corrupt and must not be rounded silently. */
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which no number can carry exactly.`);
  return value;
};

/** For a one-dimensional array, `{1,2,NULL}`: the driver's own parser checks every character for quotes and brackets. */
const safeIntegers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : safeInteger(one)));
