// Fetches the archive of everything a person owns and hands it to the browser's downloads.
import { callMessages } from '../../contract/messages/call.ts';
import { exportMessages } from '../../contract/messages/people.ts';
import { freshToken } from '../api.ts';
import { beginnerIsIn, session } from '../session.ts';
import { downloadBlob } from '../ui/download.ts';

/** Years of trades take a few megabytes; longer than this, the line has died. */
const ARCHIVE_WITHIN_MS = 5 * 60_000;

const fetchArchive = (path: string, token: string | undefined): Promise<Response> =>
  fetch(path, {
    headers: { Accept: 'application/zip, application/json', Authorization: `Bearer ${token ?? ''}` },
    signal: AbortSignal.timeout(ARCHIVE_WITHIN_MS),
  });

async function messageOf(response: Response): Promise<string | undefined> {
  const { message } = (await response.json()) as { message?: string };
  return message;
}

/** The archive with its name, or why there is none. */
async function archiveOf(path: string): Promise<{ name: string; content: Blob } | string> {
  try {
    let response = await fetchArchive(path, session()?.token);
    if (response.status === 401) {
      const token = (await messageOf(response)) === callMessages.tokenExpired ? await freshToken() : null;
      if (token === null) return exportMessages.failed;
      response = await fetchArchive(path, token);
    }
    if (!response.ok) return (await messageOf(response)) ?? exportMessages.failed;
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return { name: name ?? 'istock.zip', content: await response.blob() };
  } catch {
    // Cut off on the way: half an archive is useless.
    return exportMessages.failed;
  }
}

/** `id` for an administrator who has been asked. Returns null when it is saved, or why it is not. */
export async function saveCopy(id?: string): Promise<string | null> {
  const isStillIn = beginnerIsIn();
  const archive = await archiveOf(id === undefined ? '/exportData' : `/exportUser/${encodeURIComponent(id)}`);
  // The person may have logged out meanwhile, and another may be logged in.
  if (!isStillIn()) return null;
  if (typeof archive === 'string') return archive;
  downloadBlob(archive.name, archive.content);
  return null;
}
