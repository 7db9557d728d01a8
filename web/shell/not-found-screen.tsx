// The page for an unknown address, in the usual frame, with a link onwards.
import { Link } from '@tanstack/react-router';
import { homeOf, session } from '../session.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundScreen() {
  const login = session();
  return (
    <Screen title="Page not found">
      <Card flush>
        <EmptyState
          title="There is no page at this address"
          text="Check the address: capital and small letters matter. The page may also have moved."
          action={
            <Link to={login ? homeOf(login.role) : '/login'} className={buttonLook({ tone: 'primary' })}>
              {login ? 'Go to home' : 'Go to login'}
            </Link>
          }
        />
      </Card>
    </Screen>
  );
}
