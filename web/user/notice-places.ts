// For each kind of notification: its icon, where it leads, and whether it is worth a word over another screen.
import {
  ArrowDownUp,
  BellRing,
  CircleX,
  Gift,
  GraduationCap,
  Landmark,
  Megaphone,
  NotebookPen,
  Scale,
  TimerOff,
  Wallet,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { NoticeKind, Notification } from '../../contract/notice.ts';

interface NoticePlace {
  icon: LucideIcon;
  to:
    | '/myOrders'
    | '/portfolio'
    | '/transactionhistory'
    | '/home'
    | '/userProfile'
    | '/watchlist'
    | '/courses'
    | '/tradediary'
    | '/conduct'
    | '/notifications';
  /** The text of the link. */
  label: string;
  /** Not for the person's own actions, which were confirmed on the spot. */
  isToast: boolean;
  /** Its description in the settings. */
  explanation: string;
}

export const noticePlaces: Record<NoticeKind, NoticePlace> = {
  fill: {
    icon: ArrowDownUp,
    to: '/myOrders',
    label: 'See orders',
    isToast: true,
    explanation: 'An order was filled, in whole or in part.',
  },
  'order-end': {
    icon: CircleX,
    to: '/myOrders',
    label: 'See orders',
    isToast: true,
    explanation: 'An order ended that you did not cancel yourself.',
  },
  'square-off': {
    icon: TimerOff,
    to: '/portfolio',
    label: 'See portfolio',
    isToast: true,
    explanation: 'An intraday position was closed for you, or has to be.',
  },
  deposit: {
    icon: Wallet,
    to: '/home',
    label: 'See wallet',
    isToast: false,
    explanation: 'Practice money has arrived in your wallet.',
  },
  reward: {
    icon: Gift,
    to: '/userProfile',
    label: 'See rewards',
    isToast: true,
    explanation: 'A reward was earned, or ends soon.',
  },
  'price-alert': {
    icon: BellRing,
    to: '/watchlist',
    label: 'See watchlist',
    isToast: true,
    explanation: 'A stock has reached the price of your alert.',
  },
  'corporate-action': {
    icon: Landmark,
    to: '/portfolio',
    label: 'See portfolio',
    isToast: true,
    explanation: 'A stock that you hold was split, gave a bonus or paid a dividend, or is going to.',
  },
  lesson: {
    icon: GraduationCap,
    to: '/courses',
    label: 'See courses',
    isToast: true,
    explanation: 'A lesson of yours begins soon, or has changed.',
  },
  diary: {
    icon: NotebookPen,
    to: '/tradediary',
    label: 'See diary',
    isToast: true,
    explanation: 'An instructor has commented on a trade in your diary.',
  },
  conduct: {
    icon: Scale,
    to: '/conduct',
    label: 'See why',
    isToast: true,
    explanation: 'A real exchange would ask about orders of yours.',
  },
  admin: {
    icon: Megaphone,
    to: '/notifications',
    label: 'See notifications',
    isToast: true,
    explanation: 'A message from the people who run Istock: here, or by email alone.',
  },
};

/** Where a notification leads: to its order, in the list of orders, or to its lesson. */
export function placeOf({ kind, orderId, lessonId }: Pick<Notification, 'kind' | 'orderId' | 'lessonId'>) {
  const { to, label } = noticePlaces[kind];
  // A server of the previous version names neither.
  if (lessonId) return { to: '/lesson/$id', params: { id: lessonId }, label: 'See lesson' } as const;
  return to === '/myOrders' && orderId ? { to, search: { order: orderId }, label: 'See order' } : { to, label };
}
