// What a handler of a call gets and gives, typed from the table of calls. The web framework stays behind this.
import type { UserRole } from '../contract/auth.ts';
import type { DataOf, InputOf, RouteName, Routes, TopOf } from '../contract/routes.ts';
import type { Cookie } from './http-error.ts';

/** Who calls, as the server knows it now: never from the request's body. */
export interface Caller {
  readonly id: string;
  /** The number by which the exchange knows a trader. */
  readonly accountNo: number;
  readonly role: UserRole;
  readonly name: string;
  readonly email: string;
  /** The login (refresh family) this token belongs to. */
  readonly loginId: string;
}

/** Somebody as a caller whose calls this process makes itself: by no login. */
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
  /** Nobody only in public calls. */
  user: Routes[R]['role'] extends 'public' ? Caller | null : Caller;
  ip: string;
  /** Already checked to be 1 to 255 printable characters. Only calls with `idempotency: 'exchange'` need to look at it. */
  idempotencyKey: string | null;
  cookies: Record<string, string | undefined>;
  /** What the client says it is, cut short; empty when it does not say. */
  userAgent: string;
  /** The address of this site as the client knows it, without a slash at the end. */
  origin: string;
  /** A browser sent this from a page of another site. */
  isCrossSite: boolean;
  /** A browser opened the address itself. */
  wantsHtml: boolean;
}

/** What surrounds a call that this process makes itself, in somebody's name: no browser, no key, no address of a client. */
export const FROM_INSIDE = {
  ip: '127.0.0.1',
  idempotencyKey: null,
  cookies: {},
  userAgent: '',
  origin: '',
  isCrossSite: false,
  wantsHtml: false,
} as const;

/** A text that browsers save under its name: small letters, digits, hyphens and one dot. */
export interface TextFile {
  readonly name: string;
  readonly type: 'text/csv' | 'text/calendar';
  readonly text: string;
}

/** A file that is made while it is sent. */
export interface Download {
  readonly name: string;
  readonly type: 'application/zip';
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What the reply says. `success: false` with status 200 is for what is well formed and simply not so. */
type Outcome<R extends RouteName> = {
  data: DataOf<R>;
  message?: string;
  status?: number;
  success?: boolean;
  cookies?: readonly Cookie[];
  /** A whole page instead of the envelope, for calls that answer browsers themselves. */
  html?: string;
  /** A file to save instead of the envelope, where the caller asked for one. */
  file?: TextFile;
  /** The same for what may be long. */
  download?: Download;
} & (Routes[R] extends { top: object } ? { top: TopOf<R> } : { top?: undefined });

export type Handler<R extends RouteName> = (call: Call<R>) => Promise<Outcome<R>> | Outcome<R>;

/** One handler for every call of the table: a missing one does not compile. */
export type Handlers = { [R in RouteName]: Handler<R> };

/** The data of a call that this process makes in `user`'s name, with `input` parsed already. @throws HttpError as the call is refused. */
export async function callAs<Names extends RouteName, R extends Names>(
  handlers: Pick<Handlers, Names>,
  name: R,
  user: Caller,
  input: InputOf<R>,
): Promise<DataOf<R>> {
  // Of a call whose name is still a parameter the compiler does not know whether it may come from nobody: here it never does.
  const call = { ...FROM_INSIDE, input, user } as Call<R>;
  return (await handlers[name](call)).data;
}
