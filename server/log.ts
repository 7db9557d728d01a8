// Makes the one log of the server: JSON lines on standard output, without secrets.
import { pino, type Logger } from 'pino';
import type { Settings } from './config.ts';

export type Log = Logger;

/** PostgreSQL repeats the row that it refuses, with all of its columns. */
const DETAIL = 'err.detail';

/** Values under these names, one level deep or in a request's headers, are removed in case they are logged by mistake. */
const SECRET_NAMES = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'otp',
  'token',
  'refreshToken',
  'id_token',
  'signature',
  'secret',
];

/** The most that waits while the log cannot be written; lines beyond that are lost. */
const MOST_WAITING_BYTES = 1_000_000;

export const createLog = ({ logLevel }: Pick<Settings, 'logLevel'>): Log =>
  pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`]),
          DETAIL,
          'req.headers.authorization',
          'req.headers.cookie',
          'res.headers["set-cookie"]',
          'headers.authorization',
          'headers.cookie',
        ],
        censor: '(hidden)',
      },
    },
    standardOutput(),
  );

/**
 * Trading goes on where the log cannot be written, on a full disk or where its reader has stopped; what waits is written with the next line that
 * goes through. To try again at once, as the library would, is to wait for the reader with the whole market. Node.js makes a pipe one that
 * refuses instead of waiting as soon as `process.stdout` is used.
 */
const standardOutput = (): ReturnType<typeof pino.destination> => {
  const output = pino.destination({
    dest: process.stdout.fd,
    sync: true,
    maxLength: MOST_WAITING_BYTES,
    retryEAGAIN: () => false,
  });
  output.on('error', () => {});
  return output;
};
