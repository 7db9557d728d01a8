// The STUN and TURN servers for one person's browser, with credentials that expire: the scheme of coturn's use-auth-secret.
import { createHmac } from 'node:crypto';
import { needsCredentials } from '../call-settings.ts';
import type { CallSettings, IceServer } from '../call-settings.ts';

const CREDENTIAL_SECONDS = 6 * 3_600;
/** A relay checks credentials again during a call, so a long call gets new ones an hour before they expire. */
export const RENEW_MS = (CREDENTIAL_SECONDS - 3_600) * 1_000;

/** `username` is the expiry in seconds and the account, `credential` base64(HMAC-SHA1(secret, username)). @param at epoch ms */
export function turnCredential(secret: string, account: number, at: number): { username: string; credential: string } {
  const username = `${Math.floor(at / 1_000) + CREDENTIAL_SECONDS}:${account}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** @param secret of the embedded relay, or the one shared with the servers of ICE_SERVERS */
export function iceServersOf(
  { iceServers, turn }: Pick<CallSettings, 'iceServers' | 'turn'>,
  secret: string | undefined,
): (account: number, at: number) => IceServer[] {
  const own: IceServer[] = [];
  if (turn !== undefined) {
    const place = `${turn.address}:${turn.port}`;
    own.push({ urls: [`stun:${place}`] }, { urls: [`turn:${place}?transport=udp`, `turn:${place}?transport=tcp`] });
  }
  return (account, at) =>
    [...own, ...iceServers].map((server) =>
      secret !== undefined && needsCredentials(server)
        ? { ...server, ...turnCredential(secret, account, at) }
        : { ...server },
    );
}
