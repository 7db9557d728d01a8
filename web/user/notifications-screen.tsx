// Notifications: what has been pushed since the page was opened. Opening it counts as reading.
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { markNotificationsRead, useNotifications } from '../live.ts';
import { session } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState } from '../ui/states.tsx';

function Waiting() {
  return session() ? (
    <EmptyState
      title="No notifications yet"
      text="What happens to your orders and your wallet while this page is open is told here. Keeping earlier notifications is not built yet."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  ) : (
    <EmptyState
      title="No notifications yet"
      text="Log in to see what happens to your orders and your wallet."
      action={
        <Link to="/login" className={buttonLook({ tone: 'primary' })}>
          Log in
        </Link>
      }
    />
  );
}

export function NotificationsScreen() {
  const notifications = useNotifications();
  useEffect(markNotificationsRead, [notifications]);
  return (
    <Screen title="Notifications" className="max-w-3xl">
      <Card flush>
        {notifications.length === 0 ? (
          <Waiting />
        ) : (
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <li key={notification._id} className="flex flex-col gap-1 px-4 py-3">
                <span className="flex items-center justify-between gap-3">
                  <Badge>{notification.type}</Badge>
                  <DateTime at={notification.createdAt} className="text-sm text-faint" />
                </span>
                <span>{notification.message}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Screen>
  );
}
