// A link to the call of a lesson.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function CallLink({
  lessonId,
  name,
  className,
  children,
}: {
  lessonId: string;
  /** Where several are on one screen: what this one is called by those who hear it. */
  name?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link to="/videocall" search={{ session: lessonId }} aria-label={name} className={className}>
      {children}
    </Link>
  );
}
