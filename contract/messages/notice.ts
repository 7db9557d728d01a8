// The words round a notification.

export const noticeMessages = {
  empty: 'No notifications yet',
  justNow: 'Just now',
  minutesAgo: (minutes: number) => `${minutes}m ago`,
  hoursAgo: (hours: number) => `${hours}h ago`,
  daysAgo: (days: number) => `${days}d ago`,
  markAsRead: 'Mark as read',
} as const;
