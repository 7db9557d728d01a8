// Serves the metrics of the process to this machine, and to anyone with the operator's token; measures every reply.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../bearer.ts';
import { areEqualTexts } from '../equal-texts.ts';
import { forbidden } from '../http-error.ts';
import { isFromHere } from './this-machine.ts';

export interface MetricsSource {
  readonly contentType: string;
  text(): Promise<string>;
  called(call: string, status: number, seconds: number): void;
}

export function serveMetrics(app: FastifyInstance, source: MetricsSource, token: string | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    source.called(nameOf(request), reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw forbidden();
    return reply
      .header('cache-control', 'no-store')
      .type(source.contentType)
      .send(await source.text());
  });
}

/** Few names, whatever clients ask for, because each is kept forever. */
function nameOf({ routeOptions, is404 }: FastifyRequest): string {
  return routeOptions.config.call ?? (is404 ? 'unknown' : 'file');
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = bearerToken(request.headers.authorization) ?? '';
  return (token !== undefined && areEqualTexts(given, token)) || isFromHere(request);
}
