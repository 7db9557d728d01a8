// Managing the watchlists themselves: create, rename, reorder, and remove after one question.
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { FIRST_LIST, LONGEST_LIST_NAME, MOST_WATCHLISTS } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { watchMessages } from '../../contract/messages/market.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { isComposing } from '../ui/composing.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { MoveHandle, movingLook } from '../ui/move-handle.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { NewListForm } from './new-list-form.tsx';
import { orderWatchlists, removeWatchlist, renameWatchlist } from './own-lists.ts';

const countText = ({ symbols }: Watchlist): string => (symbols.length === 1 ? '1 stock' : `${symbols.length} stocks`);

/** The question has left the page by then, and taken the focus with it. */
const CLOSED_AFTER_MS = 50;

function NameForm({ list, onDone }: { list: Watchlist; onDone: (sentence: string) => void }) {
  const [name, setName] = useState(list.name);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setError(watchMessages.nameRequired);
    if (name === list.name) return onDone('');
    setIsBusy(true);
    const reply = await renameWatchlist(list._id, name);
    setIsBusy(false);
    if (reply.ok) onDone(reply.message);
    else setError(reply.message);
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="flex flex-1 flex-wrap items-start gap-2 py-1">
      <TextInput
        label={`New name of ${list.name}`}
        hideLabel
        value={name}
        maxLength={LONGEST_LIST_NAME}
        autoComplete="off"
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={(event) => {
          // Esc cancels the renaming, not the dialog.
          if (event.key !== 'Escape' || isComposing(event)) return;
          event.stopPropagation();
          onDone('');
        }}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
        className="min-w-32 flex-1"
      />
      <Button type="submit" tone="primary" busy={isBusy} className="h-11 sm:h-9">
        Save
      </Button>
      <Button onClick={() => onDone('')} className="h-11 sm:h-9">
        Cancel
      </Button>
    </form>
  );
}

interface RowProps {
  list: Watchlist;
  at: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onSaid: (sentence: string) => void;
}

function Row({ list, at, count, onMove, onRemove, onSaid }: RowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  // The field disappears with the focus in it, so the focus returns to the button that opened it.
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) pencil.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  return (
    <li data-move-item className={classList('flex min-h-12 items-center gap-2', movingLook)}>
      <MoveHandle name={list.name} at={at} count={count} onMove={onMove} />
      {isRenaming ? (
        <NameForm
          list={list}
          onDone={(sentence) => {
            setIsRenaming(false);
            onSaid(sentence);
          }}
        />
      ) : (
        <>
          <span className="min-w-0 flex-1 leading-5 wrap-anywhere">
            {isolated(list.name)} <span className="text-sm whitespace-nowrap text-faint">{countText(list)}</span>
          </span>
          <IconButton ref={pencil} size="small" label={`Rename ${list.name}`} onClick={() => setIsRenaming(true)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton size="small" label={`Remove the list ${list.name}`} onClick={onRemove}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  );
}

interface RemoveListProps {
  list: Watchlist | null;
  onDone: (sentence: string) => void;
}

function RemoveList({ list, onDone }: RemoveListProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function remove(target: Watchlist): Promise<void> {
    setIsBusy(true);
    const reply = await removeWatchlist(target._id);
    setIsBusy(false);
    onDone(reply.ok ? reply.message : '');
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <Confirm
      isOpen={list !== null}
      isBusy={isBusy}
      title="Remove the list"
      text={
        list && `${isolated(list.name)} and the order of its ${countText(list)} will be gone. Its price alerts stay.`
      }
      confirmLabel="Remove"
      cancelLabel="Keep it"
      onConfirm={() => list && void remove(list)}
      onCancel={() => onDone('')}
    />
  );
}

export interface EditListsDialogProps {
  lists: readonly Watchlist[];
  /** It was opened to create one. */
  isForNew: boolean;
  onMade: (list: Watchlist) => void;
  onClose: () => void;
}

export function EditListsDialog({ lists, isForNew, onMade, onClose }: EditListsDialogProps) {
  const [removing, setRemoving] = useState<Watchlist | null>(null);
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const own = lists.filter(({ _id }) => _id !== FIRST_LIST.id);

  function move(from: number, to: number): void {
    setSaid(`${isolated(own[from].name)} is now ${to + 1} of ${own.length}.`);
    void orderWatchlists([...lists], from + 1, to + 1);
  }

  return (
    <Dialog title="Watchlists" isOpen onClose={onClose}>
      <NewListForm label="New list" isFull={lists.length >= MOST_WATCHLISTS} autoFocus={isForNew} onMade={onMade} />
      <p className="flex min-h-12 items-center gap-2 border-b border-line pl-8">
        <span className="min-w-0 flex-1">
          {FIRST_LIST.name}{' '}
          <span className="text-sm text-faint">
            {countText(lists[0])}. Everybody has it: it stands first and keeps its name.
          </span>
        </span>
      </p>
      {own.length > 0 && (
        <ul data-move-list aria-label="Lists of your own" className="divide-y divide-line">
          {own.map((list, at) => (
            <Row
              key={list._id}
              list={list}
              at={at}
              count={own.length}
              onMove={move}
              onRemove={() => setRemoving(list)}
              onSaid={setSaid}
            />
          ))}
        </ul>
      )}
      <p ref={status} role="status" tabIndex={-1} className="mt-2 min-h-5 text-sm text-muted outline-none">
        {said}
      </p>
      <RemoveList
        list={removing}
        onDone={(sentence) => {
          setRemoving(null);
          setSaid(sentence);
          // The question is gone along with its list: keep the focus inside this dialog.
          if (sentence !== '') setTimeout(() => status.current?.focus(), CLOSED_AFTER_MS);
        }}
      />
    </Dialog>
  );
}
