// The one page for what is not there yet: says so in plain words, and offers a way on.
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState } from '../ui/states.tsx';

export interface UnfinishedProps {
  title: string;
  /** What will be here, and that it is not. */
  text: ReactNode;
  /** A page of ours, or with `href` one that the server itself shows. */
  wayOn: { to: NonNullable<LinkProps['to']>; label: string } | { href: string; label: string };
}

export function Unfinished({ title, text, wayOn }: UnfinishedProps) {
  return (
    <Screen title={title}>
      <Card>
        <EmptyState
          title="This page is not built yet"
          text={text}
          action={
            'href' in wayOn ? (
              <a href={wayOn.href} className={buttonLook({ tone: 'primary' })}>
                {wayOn.label}
              </a>
            ) : (
              <Link to={wayOn.to} className={buttonLook({ tone: 'primary' })}>
                {wayOn.label}
              </Link>
            )
          }
        />
      </Card>
    </Screen>
  );
}
