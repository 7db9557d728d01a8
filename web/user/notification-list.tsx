// The list of notifications: what happened, how long ago, where it leads, and whether it has been read.
import { Link } from '@tanstack/react-router';
import { noticeMessages } from '../../contract/messages/notice.ts';
import type { Notification } from '../../contract/notice.ts';
import { markRead } from '../notices.ts';
import { showAlert } from '../ui/alert.tsx';
import { buttonLook } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { Age } from './age.tsx';
import { noticePlaces, placeOf } from './notice-places.ts';

async function read(id: string): Promise<void> {
  const refusal = await markRead({ ids: [id] });
  if (refusal !== null) await showAlert(refusal);
}

/** Quieter than the way to what happened, which is what most people want of a notification. */
const asideLook =
  'finger inline-flex h-8 items-center rounded-box px-3 text-sm font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-ink';

function Row({ notification }: { notification: Notification }) {
  const { _id, kind, type, message, createdAt, isRead } = notification;
  const { icon: Icon } = noticePlaces[kind];
  const { label, ...place } = placeOf(notification);
  const about = `notice-${_id}`;
  return (
    <li
      data-unread={!isRead || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 sm:items-center"
    >
      <span
        className={classList(
          'row-span-2 mt-0.5 flex size-9 items-center justify-center rounded-full sm:row-span-1 sm:mt-0',
          isRead ? 'bg-sunken text-faint' : 'bg-accent-soft text-accent-text',
        )}
      >
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
          {!isRead && (
            <span className="size-2 rounded-full bg-accent-text">
              <span className="sr-only">Unread</span>
            </span>
          )}
          <span className={isRead ? undefined : 'font-semibold text-ink'}>{type}</span>
          <Age at={createdAt} />
        </p>
        {/* What it is about is read out with each of its buttons, too: a list of them alone would be all the same. */}
        <p id={about} className={classList('break-words', isRead && 'text-muted')}>
          {message}
        </p>
      </div>
      <div className="flex items-center gap-1 max-sm:col-start-2 max-sm:-ml-3 max-sm:flex-wrap sm:-mr-3">
        {!isRead && (
          <button type="button" aria-describedby={about} onClick={() => void read(_id)} className={asideLook}>
            {noticeMessages.markAsRead}
          </button>
        )}
        {place.to !== '/notifications' && (
          <Link
            {...place}
            aria-describedby={about}
            onClick={() => !isRead && void markRead({ ids: [_id] })}
            className={buttonLook({ tone: 'quiet', size: 'small' })}
          >
            {label}
          </Link>
        )}
      </div>
    </li>
  );
}

export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  return (
    <ul aria-label="Notifications" className="divide-y divide-line">
      {notifications.map((notification) => (
        <Row key={notification._id} notification={notification} />
      ))}
    </ul>
  );
}

export function NotificationListSkeleton() {
  return (
    <div className="divide-y divide-line">
      <LoadingNote what="notifications" />
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1">
            <Skeleton className="mb-1 w-32" />
            <Skeleton className="w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
