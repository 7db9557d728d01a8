// Serves the address that the outside payment provider notifies; not one of our calls, since the exact bytes are signed.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callMessages } from '../../contract/messages/call.ts';
import { HttpError } from '../http-error.ts';
import { BODY_LIMIT_BYTES } from './body.ts';
import { successReply } from './reply.ts';
import { send } from './serve.ts';

/** What the wallet does with them. */
export interface PaymentWebhook {
  receive(body: Buffer, signature: string): Promise<void>;
}

const REPLY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

export async function servePaymentWebhook(app: FastifyInstance, webhook: PaymentWebhook): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Parsing and serialising again might change a space, and then the signature would not match.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', (request, reply, done) => {
      reply.headers(REPLY_HEADERS);
      const isCompressed = request.headers['content-encoding'] !== undefined;
      done(isCompressed ? new HttpError(415, callMessages.unsupportedMedia) : undefined);
    });
    scope.post('/webhooks/payment', async (request, reply) => {
      await webhook.receive(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), signatureOf(request));
      return send(reply, successReply({ data: null }, 200));
    });
  });
}

function signatureOf({ headers }: FastifyRequest): string {
  const signature = headers['x-razorpay-signature'];
  return typeof signature === 'string' ? signature : '';
}
