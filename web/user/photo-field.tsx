// The profile photo: shown large, with Upload New and, where there is one, Remove.
import { useState } from 'react';
import { photoMessages } from '../../contract/messages/account.ts';
import { PHOTO_TYPES } from '../../contract/user.ts';
import { invalidateCalls } from '../query.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { photoChanged, photoPath } from './own-photo.ts';
import { removePhoto, sendPhoto, type Sent } from './send-photo.ts';

interface Note {
  text: string;
  isError: boolean;
}

export function PhotoField({ name, photo }: { name: string; photo: string | null }) {
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [note, setNote] = useState<Note | null>(null);

  async function finish(sent: Sent, done: string): Promise<void> {
    setBusy(null);
    setNote(sent.ok ? { text: done, isError: false } : { text: sent.message, isError: true });
    if (!sent.ok) return;
    photoChanged(sent.photo);
    await invalidateCalls('GET /Userprofile');
  }

  async function upload(file: File): Promise<void> {
    const shown = URL.createObjectURL(file);
    setPreview(shown);
    setBusy('upload');
    setNote(null);
    await finish(await sendPhoto(file), photoMessages.saved);
    setPreview(null);
    URL.revokeObjectURL(shown);
  }

  async function remove(): Promise<void> {
    setBusy('remove');
    setNote(null);
    await finish(await removePhoto(), photoMessages.removed);
  }

  return (
    <div className="flex items-center gap-3">
      <Avatar
        name={name}
        photo={preview ?? photoPath(photo)}
        size="large"
        className={busy ? 'opacity-60' : undefined}
      />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <label
            className={classList(
              buttonLook(),
              'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
              busy === 'upload' && 'opacity-70',
            )}
          >
            {busy === 'upload' ? 'Uploading\u2026' : 'Upload New'}
            <input
              type="file"
              accept={PHOTO_TYPES.join(',')}
              aria-label="Upload New profile photo"
              aria-describedby="photo-hint photo-note"
              disabled={busy !== null}
              className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                // The same file may be chosen again after a failure.
                event.currentTarget.value = '';
                if (file) void upload(file);
              }}
            />
          </label>
          {photo && (
            <Button busy={busy === 'remove'} disabled={busy === 'upload'} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
        <p id="photo-hint" className="text-sm text-faint">
          JPEG, PNG or WebP. Large pictures are made smaller.
        </p>
        <p id="photo-note" role="status" className={classList('text-sm', note?.isError ? 'text-down' : 'text-up')}>
          {note?.text}
        </p>
      </div>
    </div>
  );
}
