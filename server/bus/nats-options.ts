// How to connect to NATS: users, passwords, keys and certificates, and the sentences that say which of them is wrong.
import { readFile } from 'node:fs/promises';
import { checkServerIdentity } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { credsAuthenticator } from '@nats-io/transport-node';
import type { ConnectionOptions } from '@nats-io/transport-node';

/** A server that has died silently is noticed after four of these. */
const PING_MS = 400;
const MOST_PINGS_OUT = 3;
const RECONNECT_MS = 200;
/** How long to wait for a server that accepts the connection but says nothing, before trying another one. */
const CONNECT_MS = 2_000;

/** The servers of one NATS, and how to connect to them. */
export interface NatsSettings {
  /** The first one names the user and the password, or a token in the user's place, for all of them. */
  readonly urls: readonly string[];
  /** The certificate of the authority that signed the servers' certificates, if the system does not know it. */
  readonly caFile?: string | undefined;
  /** A file of user credentials, if the servers know users by their keys. */
  readonly credsFile?: string | undefined;
}

/** @throws with a sentence when a file cannot be read, or holds something else. */
export async function natsOptions({ urls, caFile, credsFile }: NatsSettings, name: string): Promise<ConnectionOptions> {
  const { username, password, protocol } = new URL(urls[0]);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const asWhom = pass !== '' ? { user, pass } : user !== '' ? { token: user } : {};
  const creds = credsFile === undefined ? undefined : await readCreds(credsFile);
  const ca = caFile === undefined ? undefined : await readCa(caFile);
  return {
    servers: urls.map(hostOf),
    name,
    ...asWhom,
    ...(creds === undefined ? {} : { authenticator: credsAuthenticator(creds) }),
    ...(protocol === 'tls:' ? { tls: safetyOf(urls, ca) } : {}),
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: MOST_PINGS_OUT,
    maxReconnectAttempts: -1,
    // A wrong password may be corrected on the server while we wait.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_MS,
  };
}

/** The client library expects a server named by its IP address to have a certificate for localhost: one for any of our servers is accepted instead. */
function safetyOf(urls: readonly string[], ca: string | undefined) {
  return {
    ...(ca === undefined ? {} : { ca }),
    checkServerIdentity: (_: string, certificate: PeerCertificate): Error | undefined => {
      const wrong = urls.map((url) => checkServerIdentity(new URL(url).hostname, certificate));
      return wrong.includes(undefined) ? undefined : wrong[0];
    },
  };
}

async function readCa(file: string): Promise<string> {
  const ca = (await contentOf('NATS_CA_FILE', file)).toString();
  if (ca.includes('BEGIN CERTIFICATE')) return ca;
  throw new Error(`NATS_CA_FILE ${file} holds no certificate.`);
}

async function readCreds(file: string): Promise<Buffer> {
  const creds = await contentOf('NATS_CREDS_FILE', file);
  if (/BEGIN NATS USER JWT[^]*BEGIN USER NKEY SEED/.test(creds.toString())) return creds;
  throw new Error(`NATS_CREDS_FILE ${file} holds no credentials of a user.`);
}

async function contentOf(setting: string, file: string): Promise<Buffer> {
  return readFile(file).catch((error: Error) => {
    throw new Error(`${setting} ${file} cannot be read: ${error.message}`, { cause: error });
  });
}

/** Why a server was not reached, without anything secret. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === 'timeout') return 'it takes connections, but does not answer';
  if ('code' in error && /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(String(error.code)))
    return 'nobody whom this machine knows has signed its certificate (see NATS_CA_FILE)';
  return error.message;
}

export const openToAll = (server: string): string =>
  `NATS at ${server} lets in everybody, and every client can act as this site: have it ask for a user and a password, and ` +
  'put them into NATS_URL.';

/** Without the password, which must not get into a log. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '4222'}`;
}
