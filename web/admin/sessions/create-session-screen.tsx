// Create Session: plans a lesson.
import { useNavigate } from '@tanstack/react-router';
import { useCallOnce } from '../../call-once.ts';
import { Screen } from '../../ui/screen.tsx';
import { saveSession } from './save-session.ts';
import { SessionForm } from './session-form.tsx';

export function CreateSessionScreen() {
  const navigate = useNavigate();
  const callOnce = useCallOnce();
  return (
    <Screen title="Create Session" lead="A live lesson that learners can buy until it ends.">
      <SessionForm
        name="session"
        submitLabel="Create Session"
        onSave={(form) => saveSession(callOnce, null, form, () => void navigate({ to: '/sessions' }))}
      />
    </Screen>
  );
}
