// Shows what has just happened, quietly at the edge of the screen: not over a dialog, not on the list itself, gone after a moment.
import { Link, useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Notification } from '../../contract/notice.ts';
import { dropFresh, markRead, useFreshNotifications } from '../notices.ts';
import { IconButton } from '../ui/button.tsx';
import { noticePlaces, placeOf } from '../user/notice-places.ts';

const SHOWN_FOR_MS = 7_000;
const AT_ONCE = 3;

function Toast({ notification, isHeld }: { notification: Notification; isHeld: boolean }) {
  const { _id, kind, type, message } = notification;
  const { icon: Icon } = noticePlaces[kind];
  const { label: _, ...place } = placeOf(notification);
  // Somebody pointing at it, or focusing it, is still reading.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dropFresh(_id), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [_id, isHeld]);
  return (
    <li className="reveal pointer-events-auto flex items-start gap-3 rounded-box border border-line bg-raised py-2 pr-1 pl-3 shadow-over">
      <Icon size={18} aria-hidden="true" className="mt-1 shrink-0 text-accent-text" />
      <Link
        {...place}
        onClick={() => {
          dropFresh(_id);
          void markRead({ ids: [_id] });
        }}
        className="min-w-0 flex-1 rounded-[4px]"
      >
        <span className="block text-sm text-faint">{type}</span>
        <span className="block break-words">{message}</span>
      </Link>
      <IconButton size="small" label="Close" onClick={() => dropFresh(_id)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

export function Toasts() {
  const path = useLocation({ select: (location) => location.pathname });
  const [isHeld, setIsHeld] = useState(false);
  const fresh = useFreshNotifications();
  const isOnList = path === '/notifications';
  const isQuiet = fresh.some(({ kind }) => !noticePlaces[kind].isToast);
  useEffect(() => {
    if (isOnList && fresh.length > 0) dropFresh();
    else if (isQuiet) for (const { _id, kind } of fresh) if (!noticePlaces[kind].isToast) dropFresh(_id);
  }, [fresh, isOnList, isQuiet]);
  const shown = isOnList ? [] : fresh.filter(({ kind }) => noticePlaces[kind].isToast);
  const more = shown.length - AT_ONCE;
  const isEmpty = shown.length === 0;
  // An element closed under the pointer fires no leave event.
  useEffect(() => {
    if (isEmpty) setIsHeld(false);
  }, [isEmpty]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a pointer or the focus on it only keeps it open.
    <div
      role="status"
      aria-label="News"
      // What is new is read out, and not once more what is still shown.
      aria-atomic={false}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-none fixed right-4 bottom-4 z-30 w-[min(22rem,calc(100vw-2rem))] max-sm:bottom-[4.5rem] print:hidden"
    >
      {!isEmpty && (
        <ul className="flex flex-col gap-2">
          {more > 0 && (
            <li className="pointer-events-auto self-end">
              <Link
                to="/notifications"
                className="inline-flex h-8 items-center rounded-box border border-line bg-raised px-3 text-sm font-medium text-accent-text shadow-over"
              >
                {`${more} more`}
              </Link>
            </li>
          )}
          {shown
            .slice(0, AT_ONCE)
            .toReversed()
            .map((notification) => (
              <Toast key={notification._id} notification={notification} isHeld={isHeld} />
            ))}
        </ul>
      )}
    </div>
  );
}
