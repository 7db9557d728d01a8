// Modal dialogs and side panels: they take the focus and give it back; Esc, the backdrop and the back button close them; the page behind is inert.
import { X } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useBackCloses, useEntryBelow } from './back-closes.ts';
import { IconButton } from './button.tsx';
import { classList } from './class-list.ts';
import { useKeptFocus } from './kept-focus.ts';

export interface DialogProps {
  title: ReactNode;
  /** Beside the title but not part of the dialog's name, such as a live price. */
  aside?: ReactNode;
  /** Beside the cross: further actions on the dialog's subject. */
  actions?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Below the content, to the right: the buttons. */
  footer?: ReactNode;
  size?: 'small' | 'normal' | 'large';
  /** While work is under way: neither Esc nor a click outside closes. */
  isLocked?: boolean;
  /** It is open because the address says so: going back closes it anyway. */
  isInAddress?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The symbol of the stock that the dialog is about. */
  symbol?: string;
  children: ReactNode;
}

const widths = { small: 'sm:w-96', normal: 'sm:w-[32rem]', large: 'sm:w-[48rem]' };

const sheet = 'items-end justify-center sm:p-6';
/** A large one grows and shrinks while it is filled in: its top stays, so that nothing moves away from under the pointer. */
const places = {
  small: `${sheet} sm:items-center`,
  normal: `${sheet} sm:items-center`,
  large: `${sheet} sm:items-start sm:pt-[max(1.5rem,50dvh-25rem)]`,
};
const heights = {
  small: 'max-h-[92dvh]',
  normal: 'max-h-[92dvh]',
  large: 'max-h-[92dvh] sm:max-h-[calc(98dvh-max(1.5rem,50dvh-25rem))]',
};

const veil = 'veil reveal fixed inset-0 z-40 flex bg-veil';

function DialogBody(props: Omit<DialogProps, 'isOpen' | 'size'>) {
  const { title, aside, actions, footer, onClose, isLocked = false, isInAddress = false, role, children } = props;
  const id = useId();
  useKeptFocus();
  useEntryBelow(isInAddress);
  useBackCloses(() => !isLocked && onClose(), isInAddress);
  return (
    <AriaDialog
      role={role}
      // A question is read out whole: the focus begins behind its words.
      aria-describedby={role === 'alertdialog' ? id : undefined}
      className="flex max-h-[inherit] min-h-0 flex-1 flex-col outline-none short:block short:overflow-y-auto"
    >
      <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4 sm:pl-6">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <Heading slot="title" level={2} className="min-w-0 text-md font-semibold">
            {title}
          </Heading>
          {aside}
        </div>
        <span className="flex shrink-0 items-center gap-1">
          {actions}
          <IconButton label="Close" onClick={onClose} disabled={isLocked}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div
        id={id}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 short:overflow-y-visible"
      >
        {children}
      </div>
      {footer && (
        // On a phone its buttons share the whole width, for the thumb.
        <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3 max-sm:*:grow sm:px-6">
          {footer}
        </div>
      )}
    </AriaDialog>
  );
}

interface OverlayProps extends Omit<DialogProps, 'size'> {
  /** Where on the screen it opens. */
  place: string;
  /** Its shape there. */
  shape: string;
}

function Overlay({ place, shape, isOpen, onClose, isLocked = false, symbol, ...body }: OverlayProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isLocked}
      isKeyboardDismissDisabled={isLocked}
      className={classList(veil, place)}
    >
      <Modal data-symbol={symbol} className={classList('flex w-full flex-col bg-raised shadow-over', shape)}>
        <DialogBody {...body} onClose={onClose} isLocked={isLocked} />
      </Modal>
    </ModalOverlay>
  );
}

/** Centred on wide screens; on phones it rises from the bottom edge, where the thumb is. */
export function Dialog({ size = 'normal', ...rest }: DialogProps) {
  const shape = classList('overflow-hidden rounded-box', widths[size], heights[size]);
  return <Overlay {...rest} place={places[size]} shape={shape} />;
}

/** The same at the right edge, over the full height: for a task beside the page, such as a top-up or an order's story. */
export function SidePanel(props: Omit<DialogProps, 'size'>) {
  return <Overlay {...props} place="justify-end" shape="slide-in h-dvh max-h-dvh sm:w-[26rem]" />;
}
