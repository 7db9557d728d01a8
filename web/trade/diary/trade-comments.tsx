// Instructors' comments on one trade, with a field for the next comment if the reader may write one.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { MOST_COMMENT_LETTERS } from '../../../contract/user/shared-diary.ts';
import type { DiaryComment } from '../../../contract/user/shared-diary.ts';
import { sharedDiaryMessages } from '../../../contract/messages/shared-diary.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { useCallOnce } from '../../call-once.ts';
import { textBefore, useKeepTyped } from '../../typed.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { controlLook, Field } from '../../ui/field.tsx';

export interface TradeCommentsProps {
  comments: readonly DiaryComment[];
  /** In their own diary people may remove every comment; elsewhere only their own. */
  isOwnDiary: boolean;
  /** Called when some of them have changed. */
  onChanged: () => void;
}

export function TradeComments({ comments, isOwnDiary, onChanged }: TradeCommentsProps) {
  const [removing, setRemoving] = useState<string | null>(null);

  async function remove(id: string): Promise<void> {
    setRemoving(id);
    const reply = await call('POST /removeComment/{id}', { id }, { idempotencyKey: newIdempotencyKey() });
    setRemoving(null);
    onChanged();
    if (!reply.ok && reply.status !== 404) await showAlert(reply.message);
  }

  if (comments.length === 0) return null;
  return (
    <ul aria-label="Comments" className="flex flex-col gap-2">
      {comments.map(({ _id, author, isOwn, message, writtenAt }) => (
        <li key={_id} className="rounded-box border border-line bg-surface px-3 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="text-sm text-muted">
              <span className="font-medium text-ink">{isOwn ? 'You' : isolated(author)}</span>,{' '}
              <DateTime at={writtenAt} />
            </p>
            {(isOwn || isOwnDiary) && (
              <Button
                size="small"
                tone="quiet"
                busy={removing === _id}
                aria-label={isOwn ? 'Remove your comment' : `Remove the comment of ${author}`}
                onClick={() => void remove(_id)}
              >
                Remove
              </Button>
            )}
          </div>
          <p className="wrap-anywhere whitespace-pre-line">{message}</p>
        </li>
      ))}
    </ul>
  );
}

export interface CommentFormProps {
  /** The opened diary, and the trade in it. */
  share: string;
  trade: string;
  onWritten: () => void;
}

export function CommentForm({ share, trade, onWritten }: CommentFormProps) {
  const name = `comment ${share} ${trade}`;
  const [text, setText] = useState(() => textBefore(name));
  useKeepTyped(name, text || undefined, 'leaving');
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  function write(next: string): void {
    setText(next);
    setError(null);
    setSaid(null);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '') return setError(sharedDiaryMessages.commentRequired);
    setIsBusy(true);
    const reply = await callOnce('POST /commentTrade/{id}', { id: share, trade, message: text });
    setIsBusy(false);
    if (!reply.ok) return setError(reply.message);
    // What was typed meanwhile stays.
    setText((typed) => (typed === text ? '' : typed));
    setSaid(reply.message);
    onWritten();
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <Field label="Comment for the learner" error={error}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MOST_COMMENT_LETTERS}
            placeholder="What went well, what to try next time"
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            className={classList(controlLook, 'h-auto resize-y py-2 sm:h-auto')}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" busy={isBusy}>
          Write comment
        </Button>
        <p role="status" className="text-sm text-up">
          {said}
        </p>
      </div>
    </form>
  );
}
