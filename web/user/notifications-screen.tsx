// Notifications, newest first, page by page: mark one or all as read, and choose which kinds are shown or mailed.
import { getRouteApi, Link } from '@tanstack/react-router';
import { CheckCheck, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { noticeMessages } from '../../contract/messages/notice.ts';
import { markRead, useNotificationsPage, useUnreadCount } from '../notices.ts';
import { session } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { NotificationList, NotificationListSkeleton } from './notification-list.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { notificationsSearch } from './notifications-search.ts';
import type { NotificationsSearch } from './notifications-search.ts';

const route = getRouteApi('/open/notifications');

/** Spec 2: this screen is open. Strangers and administrators have nothing to read here. */
function NobodysNotifications() {
  const isAdmin = session()?.role === 'admin';
  return (
    <Screen title="Notifications" className="max-w-3xl!">
      <Card>
        <EmptyState
          title={noticeMessages.empty}
          text={
            isAdmin
              ? 'Notifications tell traders of their orders and wallets. Administrators have none of their own.'
              : 'Log in to see what happens to your orders and your wallet.'
          }
          action={
            <Link to={isAdmin ? '/adminHome' : '/login'} className={buttonLook({ tone: 'primary' })}>
              {isAdmin ? 'Go to the dashboard' : 'Log in'}
            </Link>
          }
        />
      </Card>
    </Screen>
  );
}

function Nothing({ isUnreadOnly, onAll }: { isUnreadOnly: boolean; onAll: () => void }) {
  return isUnreadOnly ? (
    <EmptyState
      title="Everything has been read"
      text="What happens next will be listed here."
      action={<Button onClick={onAll}>Show all notifications</Button>}
    />
  ) : (
    <EmptyState
      title={noticeMessages.empty}
      text="What happens to your orders, your wallet and your price alerts appears here."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

function MarkAll() {
  const unread = useUnreadCount();
  const [isBusy, setIsBusy] = useState(false);

  async function mark(): Promise<void> {
    setIsBusy(true);
    const refusal = await markRead({ all: true });
    setIsBusy(false);
    if (refusal !== null) await showAlert(refusal);
  }

  return (
    <Button size="small" disabled={unread === 0} busy={isBusy} onClick={() => void mark()}>
      <CheckCheck size={16} aria-hidden="true" />
      Mark all as read
    </Button>
  );
}

function OwnNotifications() {
  const { page = 1, show } = notificationsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const [isChoosing, setIsChoosing] = useState(false);
  const isUnreadOnly = show === 'unread';
  const { data, error, refetch } = useNotificationsPage({ page, unread: isUnreadOnly || undefined });
  const go = (next: NotificationsSearch): void => void navigate({ search: { show, ...next } });
  // Marking as read may have emptied the last page.
  const isBeyond = data !== undefined && data.notifications.length === 0 && data.total > 0;
  return (
    <Screen
      title="Notifications"
      className="max-w-3xl!"
      actions={
        <>
          <MarkAll />
          <Button size="small" onClick={() => setIsChoosing(true)}>
            <Settings2 size={16} aria-hidden="true" />
            Settings
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4">
        <Segmented
          label="Show"
          value={isUnreadOnly ? 'unread' : 'all'}
          onChoose={(next) => go({ show: next === 'unread' ? 'unread' : undefined })}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: data && data.unread > 0 ? `Unread (${data.unread})` : 'Unread' },
          ]}
        />
        <p role="status" className="text-sm text-muted">
          {data && (data.total === 1 ? '1 notification' : `${data.total} notifications`)}
        </p>
      </div>
      <Card flush>
        {data === undefined && !error && <NotificationListSkeleton />}
        {data === undefined && error && (
          <ErrorState
            title="The notifications could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {data?.total === 0 && <Nothing isUnreadOnly={isUnreadOnly} onAll={() => go({ show: undefined })} />}
        {isBeyond && (
          <EmptyState
            title="Nothing on this page any more"
            action={<Button onClick={() => go({ page: undefined })}>Go to the first page</Button>}
          />
        )}
        {data && data.notifications.length > 0 && <NotificationList notifications={data.notifications} />}
        {data && data.totalPages > 1 && (
          <div className="border-t border-line">
            <Pager
              label="Notifications"
              page={page}
              totalPages={data.totalPages}
              onPage={(next) => go({ page: next > 1 ? next : undefined })}
            />
          </div>
        )}
      </Card>
      <NotificationSettings isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
    </Screen>
  );
}

export function NotificationsScreen() {
  const login = session();
  return login && login.role !== 'admin' ? <OwnNotifications /> : <NobodysNotifications />;
}
