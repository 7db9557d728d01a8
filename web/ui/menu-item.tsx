// One action, as a row of a popover.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

export interface MenuItemProps {
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

export function MenuItem({ onClick, className, children }: MenuItemProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classList(
        'flex min-h-9 w-full items-center gap-2 rounded-[4px] px-3 text-left font-medium -outline-offset-2 hover:bg-sunken',
        className,
      )}
    >
      {children}
    </button>
  );
}
