// Gives the media library its keys in a form that Node.js does not have to parse again for every packet.
import { createSecretKey } from 'node:crypto';
import type { RTCPeerConnection } from 'werift';

/**
 * Call it once the connection is up. The library keeps its keys as bytes, of which Node.js makes a key object for each packet; that costs
 * three times as much as the encryption itself. Both accept a key object in place of the bytes.
 */
export function prepareKeys({ dtlsTransports }: RTCPeerConnection): void {
  for (const { srtp, srtcp } of dtlsTransports) {
    for (const session of [srtp, srtcp]) {
      for (const context of [session?.localContext, session?.remoteContext]) {
        const cipher = context?.cipher as { srtpSessionKey: unknown; srtcpSessionKey: unknown } | undefined;
        if (cipher === undefined) continue;
        cipher.srtpSessionKey = asKey(cipher.srtpSessionKey);
        cipher.srtcpSessionKey = asKey(cipher.srtcpSessionKey);
      }
    }
  }
}

const asKey = (key: unknown): unknown => (Buffer.isBuffer(key) ? createSecretKey(key) : key);
