// A line for audio and video between two browsers that can be cut: one sends to a port of ours, which passes packets on, or drops them.
import { createSocket } from 'node:dgram';
import type { RemoteInfo, Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

type Add = (this: RTCPeerConnection, candidate?: RTCIceCandidateInit | null) => Promise<void>;

/** Two sockets for each address of the other browser: one stands in for it, and one for the first browser. */
export class MediaLine {
  readonly #sockets: Socket[] = [];
  #isCut = false;

  /**
   * Every address that is announced to `near` leads over this line, and `far` is told none, so that there is no other path until the line
   * is cut. Addresses announced after that are the true ones.
   */
  async lay(near: Page, far: Page): Promise<void> {
    await near.exposeFunction('lineTo', (address: string, port: number) => this.#lineTo(address, port));
    await near.evaluate(() => {
      const { lineTo } = window as unknown as { lineTo: (address: string, port: number) => Promise<number | null> };
      const add = RTCPeerConnection.prototype.addIceCandidate;
      RTCPeerConnection.prototype.addIceCandidate = async function addOverLine(given?: RTCIceCandidateInit | null) {
        const words = given?.candidate?.split(' ') ?? [];
        if (words.length < 6 || words[2].toLowerCase() !== 'udp') return;
        const port = await lineTo(words[4], Number(words[5]));
        if (port === null) return;
        words[5] = String(port);
        return (add as Add).call(this, { ...given, candidate: words.join(' ') });
      };
    });
    await far.exposeFunction('isLineCut', () => this.#isCut);
    await far.evaluate(() => {
      const { isLineCut } = window as unknown as { isLineCut: () => Promise<boolean> };
      const add = RTCPeerConnection.prototype.addIceCandidate;
      RTCPeerConnection.prototype.addIceCandidate = async function addUnlessOnLine(given?: RTCIceCandidateInit | null) {
        if (await isLineCut()) return (add as Add).call(this, given);
      };
    });
  }

  cut(): void {
    this.#isCut = true;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.close();
  }

  /** The port that leads to an address: the true one once the line has been cut, none for unknown addresses. */
  async #lineTo(address: string, port: number): Promise<number | null> {
    if (this.#isCut) return port;
    if (!address.includes('.')) return null;
    const [front, back] = await Promise.all([this.#open(), this.#open()]);
    let sender: RemoteInfo | null = null;
    front.on('message', (packet, from) => {
      sender = from;
      if (!this.#isCut) back.send(packet, port, address);
    });
    back.on('message', (packet) => {
      if (!this.#isCut && sender !== null) front.send(packet, sender.port, sender.address);
    });
    return (front.address() as AddressInfo).port;
  }

  #open(): Promise<Socket> {
    const socket = createSocket('udp4');
    this.#sockets.push(socket);
    // A browser that has closed its end is no fault of the line.
    socket.on('error', () => {});
    return new Promise((resolve) => socket.bind(0, () => resolve(socket)));
  }
}
