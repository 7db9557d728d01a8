// Fetches the archive of everything a person owns and hands it to the browser's downloads.
import { callMessages } from '../../contract/messages/call.ts';
import { exportMessages } from '../../contract/messages/people.ts';
import { freshToken } from '../api.ts';
import { session } from '../session.ts';
import { downloadBlob } from '../ui/download.ts';

const fetchArchive = (path: string, token: string | undefined): Promise<Response> =>
  fetch(path, { headers: { Accept: 'application/zip, application/json', Authorization: `Bearer ${token ?? ''}` } });

async function messageOf(response: Response): Promise<string | undefined> {
  const { message } = (await response.json()) as { message?: string };
  return message;
}

/** `id`: whose data, for an administrator on request. Returns null if it was saved, otherwise why not. */
export async function saveCopy(id?: string): Promise<string | null> {
  const path = id === undefined ? '/exportData' : `/exportUser/${encodeURIComponent(id)}`;
  try {
    let response = await fetchArchive(path, session()?.token);
    if (response.status === 401) {
      const token = (await messageOf(response)) === callMessages.tokenExpired ? await freshToken() : null;
      if (token === null) return exportMessages.failed;
      response = await fetchArchive(path, token);
    }
    if (!response.ok) return (await messageOf(response)) ?? exportMessages.failed;
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    downloadBlob(name ?? 'istock.zip', await response.blob());
    return null;
  } catch {
    // Cut off on the way: half an archive is useless.
    return exportMessages.failed;
  }
}
