// A server over HTTP that knows nobody and serves only the calls it is given.
import type { HttpOptions } from '../../server/http.ts';
import { unauthorized } from '../../server/http-error.ts';
import { createLog } from '../../server/log.ts';

type Given = Pick<HttpOptions, 'database' | 'handlers'> & Partial<Pick<HttpOptions, 'webRoot'>>;

export const bareHttp = ({ webRoot = null, ...given }: Given): HttpOptions => ({
  ...given,
  access: {
    authenticate: () => {
      throw unauthorized();
    },
  },
  log: createLog({ logLevel: 'error' }),
  hasRateLimit: false,
  trustedProxies: 0,
  webRoot,
  version: '0.0.0',
});
