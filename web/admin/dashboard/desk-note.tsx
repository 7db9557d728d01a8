// What waits for an administrator, said on the desk's first screen: a sentence and the way there.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

export interface DeskNoteProps {
  icon: LucideIcon;
  text: string;
  /** A link that looks like a button. */
  children: ReactNode;
}

export function DeskNote({ icon: Icon, text, children }: DeskNoteProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2">
          <Icon size={18} aria-hidden="true" className="shrink-0 text-warn" />
          {text}
        </p>
        {children}
      </div>
    </Card>
  );
}
