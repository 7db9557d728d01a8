// The way into a lesson's call: open while its door is, before that a button that says why not yet, and afterwards only why not.
import { useNavigate } from '@tanstack/react-router';
import { LESSON_DOOR_MS } from '../../contract/learn.ts';
import type { Door } from '../../contract/learn.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { zonedText, useNow } from './lesson-time.tsx';
import { doorAt, titleOf } from './lesson-words.tsx';
import type { ShownLesson } from './lesson-words.tsx';
import { CallLink } from './call-link.tsx';

export interface CallButtonProps {
  lesson: ShownLesson;
  /** The instructor, who may enter before the others. */
  isHost?: boolean;
  label: string;
  wide?: boolean;
}

function closedText(lesson: ShownLesson, door: Door): string | null {
  switch (door) {
    case 'open':
      return null;
    case 'early':
      return `Opens ${zonedText(Date.parse(lesson.start_time) - LESSON_DOOR_MS)}`;
    case 'over':
      return 'This lesson is over.';
    case 'canceled':
      return 'This lesson has been canceled.';
  }
}

export function CallButton({ lesson, isHost = false, label, wide = false }: CallButtonProps) {
  const navigate = useNavigate();
  const door = doorAt(lesson, useNow());
  const closed = closedText(lesson, door);
  const isEarlyHost = isHost && door === 'early';
  // Its time has passed or its host has ended it, but a call may run late or be reopened: the way in stays, but promises nothing.
  const isEnded = closed === null && lesson.status === 'COMPLETED';
  // Several lessons stand beside each other: heard without its card, a button still says which of them it enters.
  const name = `${label}: ${titleOf(lesson)}`;
  const look = { tone: isEarlyHost || isEnded ? 'plain' : 'primary', wide } as const;
  // Spec 2: the host's is a button; the learner's may be opened beside the lesson's page.
  const way = isHost ? (
    <Button
      {...look}
      aria-label={name}
      onClick={() => void navigate({ to: '/videocall', search: { session: lesson.id } })}
    >
      {label}
    </Button>
  ) : (
    <CallLink lessonId={lesson.id} name={name} className={buttonLook(look)}>
      {label}
    </CallLink>
  );
  if ((closed === null && !isEnded) || isEarlyHost) return way;
  // Nothing will happen there any more, so there is nothing to press.
  if (door === 'over' || door === 'canceled') return <span className="text-sm text-muted">{closed}</span>;
  return (
    <span className={wide ? 'flex w-full flex-col gap-1' : 'flex flex-wrap items-center gap-2'}>
      {isEnded ? (
        way
      ) : (
        <Button tone="primary" wide={wide} aria-label={name} disabled>
          {label}
        </Button>
      )}
      <span className="text-sm text-muted">
        {closed ?? `This lesson is over. You can ${isHost ? 'open its call again' : 'still join if its call goes on'}.`}
      </span>
    </span>
  );
}
