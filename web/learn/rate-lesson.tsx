// A learner's rating of a lesson that is over: stars and words, given, changed and withdrawn.
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import type { LessonData } from '../../contract/learn.ts';
import { RATING_WORDS_MAX, starWords } from '../../contract/ratings.ts';
import { ratingMessages } from '../../contract/messages/learn.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { typedBefore, useKeepTyped } from '../typed.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { refreshLessons } from './buy.ts';
import { Stars } from './rating.tsx';
import { starsText } from './rating-words.ts';

async function refresh(): Promise<void> {
  await Promise.all([refreshLessons(), invalidateCalls('GET /lessonRatings/{id}')]);
}

/** Radio buttons: arrow keys move between them, and each is labelled with its meaning. */
function StarChoice({
  stars,
  error,
  onChoose,
}: {
  stars: number;
  error: string | null;
  onChoose: (stars: number) => void;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium text-muted">Your stars</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="-ml-2 inline-flex">
          {starWords.map((word, index) => (
            <label
              key={word}
              className="relative grid size-11 place-items-center rounded-box text-warn hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
            >
              <input
                type="radio"
                name={id}
                value={index + 1}
                checked={stars === index + 1}
                aria-label={starsText(index + 1)}
                onChange={() => onChoose(index + 1)}
                className="absolute inset-0 appearance-none outline-none"
              />
              <Star size={24} aria-hidden="true" fill={index < stars ? 'currentColor' : 'none'} />
            </label>
          ))}
        </span>
        <span aria-hidden="true" className="text-muted">
          {stars > 0 && starsText(stars)}
        </span>
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm text-down">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}

/** A rating hidden by an administrator stays visible to its author. */
function HiddenRating({ rating: { stars, words, hidden } }: { rating: NonNullable<LessonData['ownRating']> }) {
  return (
    <Card title="Your rating">
      <Stars stars={stars} />
      {words && <p className="mt-2 wrap-anywhere whitespace-pre-line">{words}</p>}
      <p className="mt-2 wrap-anywhere text-muted">
        {ratingMessages.hidden} {hidden && `Why: ${hidden}`}
      </p>
    </Card>
  );
}

const LEFT = 'This is as you left it, and not saved yet.';

type Said = { readonly text: string; readonly isWrong: boolean };

interface Given {
  stars: number;
  words: string;
}

/** What this person had begun when the page was left; null when nothing was unsaved. */
function begunBefore(name: string): Given | null {
  const { stars, words } = (typedBefore(name) ?? {}) as Record<string, unknown>;
  const isGiven = typeof stars === 'number' && stars in [0, ...starWords] && typeof words === 'string';
  return isGiven ? { stars, words } : null;
}

function RatingForm({ lesson }: { lesson: LessonData }) {
  const { ownRating } = lesson;
  const name = `rating ${lesson.id}`;
  const saved: Given = { stars: ownRating?.stars ?? 0, words: ownRating?.words ?? '' };
  const [begun] = useState(() => begunBefore(name));
  const [stars, setStars] = useState((begun ?? saved).stars);
  const [words, setWords] = useState((begun ?? saved).words);
  useKeepTyped(name, stars === saved.stars && words === saved.words ? undefined : { stars, words }, 'leaving');
  const [busy, setBusy] = useState<'saving' | 'removing' | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(begun && { text: LEFT, isWrong: false });

  async function save(): Promise<void> {
    if (stars === 0) return setMistake(ratingMessages.starsInvalid);
    setBusy('saving');
    const given = { id: lesson.id, stars, words };
    const reply = await call('POST /rateLesson/{id}', given, { idempotencyKey: newIdempotencyKey() });
    // What was typed meanwhile stays.
    if (reply.ok) setWords((typed) => (typed === words ? reply.data.words : typed));
    await refresh();
    setBusy(null);
    setSaid({ text: reply.message, isWrong: !reply.ok });
  }

  async function remove(): Promise<void> {
    setBusy('removing');
    const reply = await call('POST /unrateLesson/{id}', { id: lesson.id }, { idempotencyKey: newIdempotencyKey() });
    if (reply.ok) {
      setStars(0);
      setWords('');
    }
    await refresh();
    setBusy(null);
    setSaid({ text: reply.message, isWrong: !reply.ok });
  }

  return (
    <Card title={ownRating ? 'Your rating' : 'Rate this lesson'}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <StarChoice
          stars={stars}
          error={mistake}
          onChoose={(chosen) => {
            setStars(chosen);
            setMistake(null);
            setSaid(null);
          }}
        />
        <TextArea
          label="In a few words (optional)"
          maxLength={RATING_WORDS_MAX}
          value={words}
          hint="Everybody who looks at the lesson can read it, with your name beside it."
          onText={(text) => {
            setWords(text);
            setSaid(null);
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" tone="primary" busy={busy === 'saving'} disabled={busy !== null}>
            {ownRating ? 'Change rating' : 'Rate'}
          </Button>
          {ownRating && (
            <Button busy={busy === 'removing'} disabled={busy !== null} onClick={() => void remove()}>
              Take it back
            </Button>
          )}
          <p role="status" className={said?.isWrong ? 'text-sm text-down' : 'text-sm text-muted'}>
            {said?.text}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** Nothing for those who cannot rate it, or not yet. */
export function RateLesson({ lesson }: { lesson: LessonData }) {
  // An exchange of the previous version reports neither.
  if (lesson.ownRating && lesson.ownRating.hidden !== null) return <HiddenRating rating={lesson.ownRating} />;
  return lesson.canRate ? <RatingForm key={lesson.id} lesson={lesson} /> : null;
}
