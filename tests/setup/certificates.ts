// Certificates for servers of tests, made by openssl: signed by an authority of their own, and by an unknown one.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificates {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** The certificate of an authority that has signed none of them. */
  readonly otherCaFile: string;
}

/** For a server at 127.0.0.1, in an existing folder. @throws if openssl is missing. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const at = (name: string): string => path.join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  for (const name of ['ca', 'other'])
    await run('openssl', [
      ...['req', '-x509', ...key, '-subj', `/CN=${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)],
    ]);
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', 'subjectAltName=IP:127.0.0.1'];
  await run('openssl', [
    ...['req', '-x509', ...key, '-subj', '/CN=server', ...signed],
    ...['-addext', 'basicConstraints=CA:FALSE', '-keyout', at('server.key'), '-out', at('server.pem')],
  ]);
  return { caFile: at('ca.pem'), certFile: at('server.pem'), keyFile: at('server.key'), otherCaFile: at('other.pem') };
}
