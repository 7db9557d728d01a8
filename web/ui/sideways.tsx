// A container that scrolls when its content is too wide or too long: by keyboard as well, and a tab stop only then.
import { useCallback, useState } from 'react';
import type { ReactNode, RefCallback } from 'react';
import { classList } from './class-list.ts';

/** A ref, and whether its element overflows. If so, give it a tab stop and a name. */
export function useScrolls<Part extends HTMLElement>(): [RefCallback<Part>, boolean] {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((part: Part) => {
    const observer = new ResizeObserver(() =>
      setScrolls(part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight),
    );
    observer.observe(part);
    for (const child of part.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [watch, scrolls];
}

export interface SidewaysProps {
  /** Its name, read out when it scrolls. */
  label: string;
  className?: string;
  /** Additional classes while everything fits. */
  fitting?: string;
  children: ReactNode;
}

export function Sideways({ label, className, fitting, children }: SidewaysProps) {
  const [watch, scrolls] = useScrolls<HTMLDivElement>();
  const stop = scrolls ? ({ tabIndex: 0, role: 'group', 'aria-label': label } as const) : {};
  return (
    <div
      ref={watch}
      {...stop}
      data-scrolls={scrolls || undefined}
      className={classList('overflow-x-auto [--head-top:0px] print:overflow-visible', !scrolls && fitting, className)}
    >
      {children}
    </div>
  );
}
