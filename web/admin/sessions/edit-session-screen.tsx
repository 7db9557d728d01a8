// Edit Session: changes a lesson that is still to come; the form is shown once the lesson has loaded.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lessonForm } from '../../../contract/learn.ts';
import type { LessonRow } from '../../../contract/learn.ts';
import { lessonMessages } from '../../../contract/messages/learn.ts';
import { useCallOnce } from '../../call-once.ts';
import { isNotFound, useCall } from '../../query.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { saveSession } from './save-session.ts';
import { SessionForm, valuesOf } from './session-form.tsx';

const route = getRouteApi('/admin/editSession/$sessionId');

function Editing({ lesson }: { lesson: LessonRow }) {
  const navigate = useNavigate();
  const callOnce = useCallOnce();
  if (lesson.status !== 'SCHEDULED')
    return (
      <Card flush className="max-w-3xl">
        <EmptyState
          title={lessonMessages.alreadyOver(lesson.status)}
          text="Only sessions that are still to come can be changed."
          action={
            <Link to="/sessions" className={buttonLook({ tone: 'primary' })}>
              Back to the sessions
            </Link>
          }
        />
      </Card>
    );
  const seen = lessonForm.safeParse(valuesOf(lesson)).data;
  return (
    <>
      {lesson.enrolled > 0 && (
        <p className="max-w-3xl rounded-box bg-warn-soft px-3 py-2 text-warn">
          {lesson.enrolled === 1 ? '1 learner is' : `${lesson.enrolled} learners are`} enrolled, and will be told of
          another topic, time or instructor. What they paid stays as it is.
        </p>
      )}
      <SessionForm
        initial={valuesOf(lesson)}
        name={`session ${lesson.id}`}
        submitLabel="Save Changes"
        onSave={(form) =>
          saveSession(callOnce, { id: lesson.id, seen }, form, () => void navigate({ to: '/sessions' }))
        }
      />
    </>
  );
}

export function EditSessionScreen() {
  const { sessionId } = route.useParams();
  const { data, error, refetch } = useCall('GET /getSessionById/{id}', { id: sessionId });
  const isGone = isNotFound(error);
  return (
    <Screen title="Edit Session">
      {isGone ? (
        <Card flush className="max-w-3xl">
          <EmptyState
            title="There is no such session"
            text="The link may be old, or mistyped."
            action={
              <Link to="/sessions" className={buttonLook({ tone: 'primary' })}>
                See all sessions
              </Link>
            }
          />
        </Card>
      ) : error && !data ? (
        <Card flush className="max-w-3xl">
          <ErrorState title="The session could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Editing key={data.id} lesson={data} />
      ) : (
        <div className="max-w-3xl" aria-busy="true">
          <LoadingNote what="the session" />
          <Skeleton className="h-[34rem]" />
        </div>
      )}
    </Screen>
  );
}
