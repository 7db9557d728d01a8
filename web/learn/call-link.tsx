// A link to the call of a lesson.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function CallLink({
  lessonId,
  className,
  children,
}: {
  lessonId: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link to="/videocall" search={{ session: lessonId }} className={className}>
      {children}
    </Link>
  );
}
