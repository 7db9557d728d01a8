// Refuses what the settings say of NATS where it does not fit together.
import type { SettingReader } from './setting-reader.ts';

/** The servers of one NATS, and the files with its certificates and our credentials. */
export interface NatsSettings {
  urls: string[];
  caFile: string | undefined;
  credsFile: string | undefined;
}

/** Whether the user and the password in an address can be read: not those with a % that stands for itself. */
const isDecodable = (url: string): boolean => {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(`${username} ${password}`);
    return true;
  } catch {
    return false;
  }
};

export const checkNats = ({ urls, caFile, credsFile }: NatsSettings, read: SettingReader): void => {
  const safe = urls.filter((url) => new URL(url).protocol === 'tls:').length;
  if (safe > 0 && safe < urls.length)
    read.refuse('NATS_URL: either all servers begin with tls://, or none: what one hears, all hear.');
  if (caFile !== undefined && safe === 0)
    read.refuse('NATS_CA_FILE is for servers whose addresses in NATS_URL begin with tls://.');
  if (!isDecodable(urls[0])) read.refuse('NATS_URL: in the user and the password, a % is written %25.');
  if (credsFile !== undefined && new URL(urls[0]).username !== '')
    read.refuse('NATS_CREDS_FILE stands in place of a user in NATS_URL: leave one of them out.');
};
