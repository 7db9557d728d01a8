// Notes, tags and mood of a trade or a day, edited in place: there is no button, it saves by itself and says so.
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { diaryMessages } from '../../../contract/messages/diary.ts';
import { isTag, MOST_NOTE_LETTERS, MOST_TAGS, moods, tagOf } from '../../../contract/trade/diary.ts';
import type { DiaryNote, Mood } from '../../../contract/trade/diary.ts';
import { classList } from '../../ui/class-list.ts';
import { isComposing } from '../../ui/composing.ts';
import { controlLook, Field } from '../../ui/field.tsx';
import { countText } from '../../ui/number-text.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { moodNames } from './figure-words.ts';
import { keptNote, useKeepNote } from './kept-note.ts';
import { isSameNote } from './merged-note.ts';
import { useNoteSaver } from './save-note.ts';
import type { Saving } from './save-note.ts';

export interface NoteEditorProps {
  note: DiaryNote;
  /** What it belongs to, read out with the labels: 'trade in MERIT'. */
  of: string;
  /** Tags that are offered while typing. */
  knownTags: readonly string[];
}

const moodChoices = [
  { value: '' as const, label: 'No mood' },
  ...moods.map((value) => ({ value, label: moodNames[value] })),
];

function SavingNote({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  return (
    <p role="status" className="min-h-5 text-sm text-muted">
      {saving.state === 'saved' &&
        (saving.isMerged ? 'Saved, with what was written in another window' : 'All changes are saved')}
      {saving.state === 'typing' && 'Saves when you stop typing'}
      {saving.state === 'saving' && 'Saving'}
      {saving.state === 'failed' && (
        <span className="text-down">
          {`Not saved: ${saving.message} `}
          <button type="button" onClick={onRetry} className="font-medium underline underline-offset-2">
            Try again
          </button>
        </span>
      )}
    </p>
  );
}

interface TagsProps {
  tags: readonly string[];
  of: string;
  knownTags: readonly string[];
  onTags: (tags: string[]) => void;
}

function Tags({ tags, of, knownTags, onTags }: TagsProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  function add(): void {
    const added = text.split(/[,\n]/).map(tagOf).filter(Boolean);
    const next = [...new Set([...tags, ...added])];
    if (added.some((tag) => !isTag(tag))) return setError(diaryMessages.tagInvalid);
    if (next.length > MOST_TAGS) return setError(diaryMessages.tagsTooMany);
    setError(null);
    setText('');
    if (next.length > tags.length) onTags(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While a word of another script is being put together, Enter belongs to it.
    if ((event.key !== 'Enter' && event.key !== ',') || isComposing(event)) return;
    event.preventDefault();
    add();
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={`Tags of the ${of}`}
        hint="Enter adds a tag"
        error={error}
        list={listId}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <datalist id={listId}>
        {knownTags
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={`Tags of the ${of}`} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex h-7 items-center rounded-box bg-sunken pl-2 text-sm font-medium">
              {`#${tag}`}
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onTags(tags.filter((other) => other !== tag))}
                className="flex size-7 items-center justify-center text-muted hover:text-ink"
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Give it the id as its key: what is typed belongs to one trade or day. */
export function NoteEditor({ note, of, knownTags }: NoteEditorProps) {
  const [before] = useState(() => keptNote(note.id));
  const [typed, setTyped] = useState<DiaryNote>({ ...note, ...before?.typed });
  const { saving, seen, save, retry, adopt } = useNoteSaver(before?.seen ?? note, setTyped, before !== null);
  useKeepNote(note.id, saving.state === 'saved' ? null : { typed, seen });
  const saveKept = useEffectEvent(() => before && save(typed, true));
  useEffect(() => void saveKept(), []);

  // Shows what another window has written, if nothing is being written here. Our own saved note may arrive after we know that it is saved.
  const takeNews = useEffectEvent((news: DiaryNote) => {
    if (saving.state !== 'saved' || isSameNote(news, seen)) return;
    adopt(news);
    setTyped(news);
  });
  const { id, notes, tags, mood } = note;
  const tagText = tags.join();
  useEffect(() => {
    takeNews({ id, notes, tags: tagText === '' ? [] : tagText.split(','), mood });
  }, [id, notes, tagText, mood]);

  function change(changes: Partial<DiaryNote>, isTyping = false): void {
    const next = { ...typed, ...changes };
    setTyped(next);
    save(next, !isTyping);
  }

  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-1">
        <Field label={`Notes of the ${of}`}>
          {(control) => (
            <textarea
              {...control}
              rows={5}
              maxLength={MOST_NOTE_LETTERS}
              placeholder="What was planned, how it went, what to do differently"
              value={typed.notes}
              onChange={(event) => change({ notes: event.currentTarget.value }, true)}
              onBlur={() => saving.state === 'typing' && save(typed, true)}
              className={classList(controlLook, 'h-auto resize-y py-2 sm:h-auto')}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-between gap-x-3">
          <SavingNote saving={saving} onRetry={retry} />
          {typed.notes.length > MOST_NOTE_LETTERS * 0.8 && (
            <span className="text-sm text-muted">
              {`${countText(typed.notes.length)} of ${countText(MOST_NOTE_LETTERS)} characters`}
            </span>
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Tags tags={typed.tags} of={of} knownTags={knownTags} onTags={(tags) => change({ tags })} />
        <Select<Mood | ''>
          label={`Mood of the ${of}`}
          choices={moodChoices}
          value={typed.mood ?? ''}
          onChoose={(mood) => change({ mood: mood === '' ? null : mood })}
        />
      </div>
    </div>
  );
}
