// Tokens that a stranger could forge or obtain, none of which may be accepted.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

function hmac(header: object, claims: unknown, key: string | Buffer, hash = 'sha256'): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

/** @param good a valid token @param secret the server's own, with which the last ones are signed in ways that the server never would */
export function forgedTokens(
  good: string,
  secret: string,
  other: { sub: string; login: string },
): Record<string, string> {
  const [head, body, signature] = good.split('.');
  const header = { alg: 'HS256', typ: 'JWT' };
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const signed = (change: object, key = secret): string => hmac(header, { ...claims, ...change }, key);
  const without = (name: string): string => hmac(header, { ...claims, [name]: undefined }, secret);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toSign = `${part({ alg: 'ES256' })}.${body}`;
  const es256 = sign('sha256', Buffer.from(toSign), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const yearAhead = Math.floor(Date.now() / 1000) + 31_536_000;
  return {
    nothing: '',
    'a blank': ' ',
    'a word': 'token',
    'null as a word': 'null',
    'alg none, no signature': `${part({ alg: 'none' })}.${body}.`,
    'alg None': `${part({ alg: 'None', typ: 'JWT' })}.${body}.`,
    'alg nOnE, the old signature': `${part({ alg: 'nOnE' })}.${body}.${signature}`,
    'no alg': `${part({ typ: 'JWT' })}.${body}.${signature}`,
    'alg as a list': `${part({ alg: ['HS256'] })}.${body}.${signature}`,
    'HS384 with the right key': hmac({ alg: 'HS384' }, claims, secret, 'sha384'),
    'HS512 with the right key': hmac({ alg: 'HS512' }, claims, secret, 'sha512'),
    'ES256 of a key pair of the stranger': `${toSign}.${es256}`,
    'signed with the public key of that pair': hmac({ alg: 'HS256' }, claims, pem),
    'the key in its own header': hmac({ ...header, jwk: { kty: 'oct', k: part('stranger') } }, claims, 'stranger'),
    'a kid that is a path': hmac({ ...header, kid: '../../../../dev/null' }, claims, ''),
    'a kid that is SQL': hmac({ ...header, kid: "x' union select 'stranger" }, claims, 'stranger'),
    'a jku of the stranger': hmac({ ...header, jku: 'http://127.0.0.1:9/keys' }, claims, 'stranger'),
    'a header that must be understood': hmac({ ...header, crit: ['exp2'], exp2: 1 }, claims, secret),
    'an empty key': signed({}, ''),
    'another key': signed({}, 'another-secret-of-somebody-0123456789'),
    'the key in capitals': signed({}, secret.toUpperCase() === secret ? `${secret}x` : secret.toUpperCase()),
    'the role of an administrator, signature kept': `${head}.${part({ ...claims, role: 'admin' })}.${signature}`,
    'the id of another, signature kept': `${head}.${part({ ...claims, sub: other.sub })}.${signature}`,
    'a year ahead, signature kept': `${head}.${part({ ...claims, exp: yearAhead })}.${signature}`,
    'without its signature': `${head}.${body}`,
    'with an empty signature': `${head}.${body}.`,
    'signature cut short': good.slice(0, -6),
    'signature with one letter more': `${good}A`,
    'signature with one letter changed': `${good.slice(0, -4)}${good.at(-4) === 'A' ? 'B' : 'A'}${good.slice(-3)}`,
    'body cut short': `${head}.${body.slice(0, -5)}.${signature}`,
    'four parts': `${good}.x`,
    'five parts': `${good}.x.y`,
    'padding of base64': `${good}==`,
    'twice the same': `${good},${good}`,
    'a blank inside': `${head} .${body}.${signature}`,
    'very long': `${head}.${body}.${'A'.repeat(5_000)}`,
    'of another issuer': signed({ iss: 'https://accounts.google.com' }),
    'without an issuer': without('iss'),
    'without a person': without('sub'),
    'without a login': without('login'),
    'without an end': without('exp'),
    'its end is a word': signed({ exp: 'never' }),
    'not yet good': signed({ nbf: yearAhead }),
    'an unknown person': signed({ sub: '00000000-0000-4000-8000-000000000000' }),
    "another's person with the own login": signed({ sub: other.sub }),
    "another's login": signed({ login: other.login }),
    'a person that is SQL': signed({ sub: "' or 1=1 --" }),
    'a login that is no id': signed({ login: 'x' }),
    'a person that is a list': signed({ sub: [claims.sub] }),
    'a body that is no object': hmac(header, 'null', secret),
  };
}

/** A genuine token that has expired. */
export function expiredToken(good: string, secret: string): string {
  const claims = JSON.parse(Buffer.from(good.split('.')[1], 'base64url').toString()) as Record<string, unknown>;
  const past = Math.floor(Date.now() / 1000) - 3600;
  return hmac({ alg: 'HS256', typ: 'JWT' }, { ...claims, iat: past - 900, exp: past }, secret);
}
