// What a handler of a call receives and returns, typed by the table of calls. The web framework stays behind this.
import type { UserRole } from '../contract/auth.ts';
import type { DataOf, InputOf, RouteName, Routes, TopOf } from '../contract/routes.ts';
import type { Queryable } from './db/open.ts';
import type { Cookie } from './http-error.ts';

/** Who is calling, as the server knows at this moment: never taken from the request's body. */
export interface Caller {
  readonly id: string;
  /** The number by which the exchange knows a trader. */
  readonly accountNo: number;
  readonly role: UserRole;
  readonly name: string;
  readonly email: string;
  /** The login (refresh family) that this token belongs to. */
  readonly loginId: string;
}

/** A caller for calls that this process makes itself on a person's behalf: there is no login. */
export const callerOf = ({ id, accountNo, role, name, email }: Omit<Caller, 'loginId'>): Caller => ({
  id,
  accountNo,
  role,
  name,
  email,
  loginId: '',
});

interface Call<R extends RouteName> {
  /** Path parameters and query or body, parsed by the table's schema. */
  input: InputOf<R>;
  /** Null only in public calls. */
  user: Routes[R]['role'] extends 'public' ? Caller | null : Caller;
  ip: string;
  /** Already checked to be 1 to 255 printable characters. Only calls with `idempotency: 'exchange'` need it. */
  idempotencyKey: string | null;
  cookies: Record<string, string | undefined>;
  /** What the client says it is, shortened; empty when it does not say. */
  userAgent: string;
  /** The address of this site as the client knows it, without a slash at the end. */
  origin: string;
  /** A browser sent this from another site's page. */
  isCrossSite: boolean;
  /** A browser opened the address directly. */
  wantsHtml: boolean;
}

/** The surroundings of a call that this process makes itself on a person's behalf: no browser, no key, no client address. */
export const FROM_INSIDE = {
  ip: '127.0.0.1',
  idempotencyKey: null,
  cookies: {},
  userAgent: '',
  origin: '',
  isCrossSite: false,
  wantsHtml: false,
} as const;

/** The file name under which browsers save it: lower-case letters, digits, hyphens and one dot. */
export interface TextFile {
  readonly name: string;
  readonly type: 'text/csv' | 'text/calendar';
  readonly text: string;
}

/** A file that is produced while it is being sent. */
export interface Download {
  readonly name: string;
  readonly type: 'application/zip';
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The content of the reply. `success: false` with status 200 is for valid input that is simply not correct. */
type Outcome<R extends RouteName> = {
  data: DataOf<R>;
  /** The same as JSON, where that is kept ready. */
  json?: string;
  message?: string;
  status?: number;
  success?: boolean;
  cookies?: readonly Cookie[];
  /** A whole page instead of the envelope, for calls that browsers open directly. */
  html?: string;
  /** A file to save instead of the envelope, if the caller asked for one. */
  file?: TextFile;
  /** The same for a file that may be long. */
  download?: Download;
} & (Routes[R] extends { top: object } ? { top: TopOf<R> } : { top?: undefined });

/** The outcome whose data is kept as JSON, and is parsed only for a caller inside this process. */
export function ready<Data>(json: string): { readonly data: Data; readonly json: string } {
  return {
    json,
    get data() {
      return JSON.parse(json) as Data;
    },
  };
}

/**
 * Keeps the reply for a repeat with the same Idempotency-Key, in the transaction of the effect: nothing comes between the two. Where a
 * handler does not use it, the reply is kept after the handler has returned. Undefined when the call came without a key.
 */
export type Keep<R extends RouteName> = (transaction: Queryable, outcome: Outcome<R>) => Promise<void>;

export type Handler<R extends RouteName> = (call: Call<R>, keep?: Keep<R>) => Promise<Outcome<R>> | Outcome<R>;

/** One handler for each call of the table; a missing one does not compile. */
export type Handlers = { [R in RouteName]: Handler<R> };

/** The data of a call that this process makes on behalf of `user`, with parsed `input`. @throws HttpError if the call is refused. */
export async function callAs<Names extends RouteName, R extends Names>(
  handlers: Pick<Handlers, Names>,
  name: R,
  user: Caller,
  input: InputOf<R>,
): Promise<DataOf<R>> {
  // While the call's name is a parameter, the compiler cannot know whether a caller is required; here there always is one.
  const call = { ...FROM_INSIDE, input, user } as Call<R>;
  return (await handlers[name](call)).data;
}
