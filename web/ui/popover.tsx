// A small panel at a point of the screen, for actions right there. Esc, a press elsewhere or leaving it closes it; the focus returns.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { classList } from './class-list.ts';

const MARGIN = 8;

export interface PopoverProps {
  label: string;
  at: { clientX: number; clientY: number };
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** For a panel that opens under its button. */
export function pointBelow(button: HTMLElement): PopoverProps['at'] {
  const { left, bottom } = button.getBoundingClientRect();
  return { clientX: left, clientY: bottom + 4 };
}

/** Puts its corner at the point, moved as far as needed to fit into the window. */
function place(panel: HTMLElement, { clientX, clientY }: PopoverProps['at']): void {
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.min(clientX, window.innerWidth - width - MARGIN);
  const top = Math.min(clientY, window.innerHeight - height - MARGIN);
  panel.style.left = `${Math.max(MARGIN, left)}px`;
  panel.style.top = `${Math.max(MARGIN, top)}px`;
}

export function Popover({ label, at, onClose, className, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    if (panel.current) place(panel.current, at);
  }, [at]);

  useEffect(() => {
    const opener = document.activeElement;
    const element = panel.current;
    element?.focus();
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !element?.contains(event.target)) close.current();
    };
    const onScroll = (): void => close.current();
    document.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onScroll);
      // Returns the focus only if it is still in the popover: a dialog opened from here has taken it over.
      if (opener instanceof HTMLElement && (document.activeElement === document.body || !document.activeElement))
        opener.focus({ preventScroll: true });
    };
  }, []);

  function onBlur(event: FocusEvent): void {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isDown = event.key === 'ArrowDown';
    if (isDown || event.key === 'ArrowUp') {
      // In a field they change its number.
      if (event.target instanceof HTMLInputElement) return;
      const actions = [...event.currentTarget.querySelectorAll('button')];
      const at = actions.findIndex((action) => action === event.target);
      // Left to the browser they would scroll the page, which closes the panel.
      event.preventDefault();
      actions.at(isDown ? (at + 1) % actions.length : Math.max(at, 0) - 1)?.focus();
    }
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc and a lost focus close it, as in every dialog
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      className={classList('reveal fixed z-50 rounded-box bg-raised p-1 shadow-over outline-none', className)}
    >
      {children}
    </div>
  );
}
