// Hands the keys of a media connection over in the form that Node.js takes without looking at them anew for every packet.
import { createSecretKey } from 'node:crypto';
import type { RTCPeerConnection } from 'werift';

/**
 * To be called once the connection stands. The library keeps its keys as bytes, and Node.js makes a key object of them for each
 * packet, which costs three times as much as the encryption itself; both take the key object as well.
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
