// Create Session: plans a lesson.
import { useNavigate } from '@tanstack/react-router';
import { Screen } from '../../ui/screen.tsx';
import { saveSession } from './save-session.ts';
import { SessionForm } from './session-form.tsx';

export function CreateSessionScreen() {
  const navigate = useNavigate();
  return (
    <Screen title="Create Session" lead="A live lesson that learners can buy until it ends.">
      <SessionForm
        submitLabel="Create Session"
        onSave={(form) => saveSession(null, form, () => void navigate({ to: '/sessions' }))}
      />
    </Screen>
  );
}
