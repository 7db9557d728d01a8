// Before a call: the devices on one side, and the entrance on the other, to a lesson or to a call by code.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { readRoomCode } from '../../contract/call.ts';
import type { LessonData } from '../../contract/learn.ts';
import { LESSON_DOOR_MS } from '../../contract/learn.ts';
import { callEnds, callRefusals, LET_IN_AGAIN } from '../../contract/messages/live-call.ts';
import { LessonTime, zonedText, untilText, useNow } from '../learn/lesson-time.tsx';
import { doorAt, titleOf } from '../learn/lesson-words.tsx';
import { PastLink } from '../learn/past-link.tsx';
import { isNotFound, useCall } from '../query.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { CallTarget } from './call-session.ts';
import { DeviceCheck } from './device-check.tsx';
import type { LocalMedia } from './local-media.ts';
import type { DoorState } from './use-door.ts';

export interface DoorProps {
  media: LocalMedia | null;
  isEntering: boolean;
  /** Why the last attempt to enter failed. */
  refusal: string | null;
  onEnter: (target: CallTarget) => void;
}

function Sides({ media, children }: { media: LocalMedia | null; children: ReactNode }) {
  return (
    // On a phone in landscape the picture alone would fill the screen, with the entrance two screens below.
    <div className="grid items-start gap-4 sm:gap-6 sm:landscape:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_22rem]!">
      {media ? (
        <DeviceCheck media={media} />
      ) : (
        <div className="pb-28 max-sm:pb-49">
          <Skeleton className="aspect-video h-auto! w-full" />
        </div>
      )}
      {children}
    </div>
  );
}

function Refusal({ text }: { text: string | null }) {
  return (
    <div aria-live="polite">
      {text && <p className="rounded-box bg-down-soft px-3 py-2 text-sm text-down">{text}</p>}
    </div>
  );
}

export interface CodeDoorProps extends DoorProps {
  /** From the page's address. */
  code?: string;
  /** From the last attempt. */
  tried?: string;
}

/** A call of one's own, or one to which somebody has given the code. */
export function CodeDoor({ media, isEntering, refusal, onEnter, code = '', tried }: CodeDoorProps) {
  const [typed, setTyped] = useState(tried ?? code);
  const [error, setError] = useState<string | null>(null);
  // A code that failed stays in the field, with the reason beside it until it is changed.
  const isTried = tried !== undefined && readRoomCode(typed) === tried;
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed had gone while the code was tried.
  useEffect(() => {
    if (refusal !== null && tried !== undefined) field.current?.focus();
  }, [refusal, tried]);

  function join(event: FormEvent): void {
    event.preventDefault();
    const read = readRoomCode(typed);
    setError(typed.trim() === '' ? 'Enter the room code.' : read === null ? callRefusals['not-found'] : null);
    if (read === null) field.current?.focus();
    else onEnter({ kind: 'code', code: read });
  }

  return (
    <Sides media={media}>
      <Card>
        <form className="flex flex-col gap-3" onSubmit={join} noValidate>
          <TextInput
            ref={field}
            label="Room code"
            name="roomCode"
            value={typed}
            error={error ?? (isTried ? refusal : null)}
            placeholder="ABCDE-12345"
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            inputClassName="font-mono uppercase placeholder:normal-case"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" tone={code || tried ? 'primary' : 'plain'} size="large" wide busy={isEntering}>
            Join Call
          </Button>
        </form>
        <p className="my-4 flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <div className="flex flex-col gap-3">
          <Button
            tone={code || tried ? 'plain' : 'primary'}
            size="large"
            wide
            busy={isEntering}
            onClick={() => onEnter({ kind: 'new' })}
          >
            Start Call
          </Button>
          <p className="text-sm text-muted">You get a code to share with those you want to talk to.</p>
          <Refusal text={tried === undefined ? refusal : null} />
        </div>
        <p className="mt-4 border-t border-line pt-4">
          <PastLink sessionId={undefined} />
        </p>
      </Card>
    </Sides>
  );
}

function Closed({ title, text, lesson }: { title: string; text: ReactNode; lesson: LessonData | null }) {
  return (
    <Card flush>
      <EmptyState
        title={title}
        text={text}
        action={
          lesson ? (
            <Link to="/lesson/$id" params={{ id: lesson.id }} className={buttonLook({ tone: 'primary' })}>
              See the lesson
            </Link>
          ) : (
            <Link to="/courses" className={buttonLook({ tone: 'primary' })}>
              See the courses
            </Link>
          )
        }
      />
    </Card>
  );
}

/** Why nobody can enter here now, as a heading and a sentence; null if they can. */
export function closedDoor(lesson: LessonData, now: number): { title: string; text: string } | null {
  const opensAt = Date.parse(lesson.start_time) - LESSON_DOOR_MS;
  const door = doorAt(lesson, now);
  if (door === 'canceled')
    return { title: 'This lesson has been canceled', text: 'Everybody who has paid gets the money back.' };
  if (lesson.part === 'visitor' || lesson.part === 'admin')
    return { title: 'You have no place in this lesson', text: 'Only people who have bought it can join its call.' };
  if (door === 'over') return { title: 'This lesson is over', text: 'Its materials stay on its page.' };
  if (door === 'early' && lesson.part !== 'host')
    return {
      title: 'This lesson is not open yet',
      text: `The door opens ${untilText(opensAt - now)}, on ${zonedText(opensAt)}. This page opens it by itself.`,
    };
  return null;
}

function LessonEntry({ lesson, isEntering, refusal, onEnter }: DoorProps & { lesson: LessonData }) {
  const now = useNow();
  const isEarly = doorAt(lesson, now) === 'early';
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="wrap-anywhere">
          <h2 className="text-md font-semibold">{titleOf(lesson)}</h2>
          <p className="text-muted">By {lesson.instructor_name}</p>
          <LessonTime start={lesson.start_time} end={lesson.end_time} className="text-muted" />
        </div>
        <Button
          tone="primary"
          size="large"
          wide
          busy={isEntering}
          onClick={() => onEnter({ kind: 'lesson', id: lesson.id })}
        >
          {lesson.part === 'host' ? 'Start Session' : 'Join Call'}
        </Button>
        {isEarly && (
          <p className="text-sm text-muted">Learners can enter 15 minutes before the start. You can look around.</p>
        )}
        <Refusal text={refusal} />
      </div>
    </Card>
  );
}

export function useLesson(id: string | undefined) {
  const { data, error, refetch } = useCall('GET /getLesson/{id}', { id: id ?? '' }, { enabled: id !== undefined });
  return { lesson: data, error, isMissing: isNotFound(error), retry: () => void refetch() };
}

export function LessonDoor({ id, door, ...lobby }: DoorProps & { id: string; door: DoorState }) {
  const { lesson, error, isMissing, retry } = useLesson(id);
  const now = useNow();
  if (isMissing)
    return <Closed title="This lesson is not there" text="It may have been taken off the programme." lesson={null} />;
  if (error && !lesson)
    return (
      <Card flush>
        <ErrorState title="The lesson could not be loaded" reason={error.message} onRetry={retry} />
      </Card>
    );
  const closed = lesson && closedDoor(lesson, now);
  if (closed) return <Closed {...closed} lesson={lesson} />;
  if (!lesson || door === 'unknown')
    return (
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]" aria-busy="true">
        <LoadingNote what="the lesson" />
        <Skeleton className="aspect-video h-auto! w-full" />
        <Skeleton className="h-48" />
      </div>
    );
  if (door === 'removed')
    return (
      <Closed
        title={callEnds.removed}
        text={`${LET_IN_AGAIN} The materials stay on the page of the lesson.`}
        lesson={lesson}
      />
    );
  if (door === 'over')
    return (
      <Closed
        title={callRefusals.over}
        text="Its host has ended it. If the host opens it again, this page does so by itself."
        lesson={lesson}
      />
    );
  return (
    <Sides media={lobby.media}>
      <LessonEntry lesson={lesson} {...lobby} />
    </Sides>
  );
}
