// A button that opens a small panel below itself: links, actions, checkboxes. Esc closes it and returns the focus; leaving it closes it too.
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { classList } from './class-list.ts';

export interface DisclosureProps {
  /** What the button shows; its text is the button's name, too. */
  button: ReactNode;
  buttonClassName?: string;
  /** Which edge of the button the panel is flush with. */
  align?: 'start' | 'end';
  panelClassName?: string;
  /** Call `close` when an action in the panel has been chosen. */
  children: (close: () => void) => ReactNode;
}

export function Disclosure({ button, buttonClassName, align = 'start', panelClassName, children }: DisclosureProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // Leaving by the keyboard is a blur; a press elsewhere is not one in every browser, since some give buttons no focus.
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  function close(): void {
    setIsOpen(false);
    document.getElementById(`${id}-opener`)?.focus();
  }

  function onBlur(event: FocusEvent): void {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  }

  return (
    <div ref={frame} role="presentation" className="relative" onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        id={`${id}-opener`}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClassName}
      >
        {button}
      </button>
      {isOpen && (
        // A press on the panel's background must not move the focus out of it, which would close it.
        <div
          id={id}
          tabIndex={-1}
          className={classList(
            'reveal absolute top-full z-50 mt-2 rounded-box bg-raised p-1 shadow-over outline-none',
            align === 'end' ? 'right-0' : 'left-0',
            panelClassName,
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** The look of one line in the panel, for links and buttons alike. */
export const disclosureItem = classList(
  'flex h-9 w-full items-center gap-3 rounded-[4px] px-3 text-left text-base font-medium whitespace-nowrap hover:bg-sunken',
  '-outline-offset-2 aria-[current=page]:text-accent-text',
);
