// Buttons, and links that look like them: one primary action per place, with quiet ones beside it.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classList } from './class-list.ts';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'buy' | 'sell' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-hover [a]:hover:bg-accent-hover',
  plain: 'border border-line bg-surface text-ink enabled:hover:border-edge enabled:hover:bg-bg [a]:hover:border-edge',
  quiet: 'text-accent-text enabled:hover:bg-accent-soft [a]:hover:bg-accent-soft',
  buy: 'bg-accent text-on-accent enabled:hover:bg-accent-hover',
  sell: 'bg-sell text-on-accent enabled:hover:bg-sell-hover',
  danger: 'border border-line bg-surface text-down enabled:hover:border-down enabled:hover:bg-down-soft',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-3 text-sm',
  normal: 'h-9 px-4 text-base',
  large: 'h-11 px-5 text-md',
};

/** For a link that should look like a button: `<Link className={buttonLook({ tone: 'primary' })}>`. */
export function buttonLook({
  tone = 'plain',
  size = 'normal',
  wide = false,
}: { tone?: ButtonTone; size?: ButtonSize; wide?: boolean } = {}) {
  return classList(
    'finger inline-flex items-center justify-center gap-2 rounded-box font-medium whitespace-nowrap select-none forced-colors:border',
    'disabled:cursor-not-allowed disabled:opacity-55',
    tones[tone],
    sizes[size],
    wide && 'w-full',
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  size?: ButtonSize;
  wide?: boolean;
  /** Work is under way: presses do nothing, and screen readers are told. Keeps the focus, which `disabled` would lose. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  tone,
  size,
  wide,
  busy = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      // Prevented, so that a press on a submit button sends nothing either.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classList(buttonLook({ tone, size, wide }), busy && 'opacity-70', className)}
      {...rest}
    >
      {children}
      {busy && (
        <span aria-hidden="true" className="inline-flex gap-0.5 motion-safe:animate-pulse">
          &middot;&middot;&middot;
        </span>
      )}
    </button>
  );
}

/** A square button that shows only an icon; the label is spoken and shown as a tooltip. */
export function IconButton({
  label,
  size = 'normal',
  className,
  children,
  type = 'button',
  ...rest
}: Omit<ButtonProps, 'tone' | 'wide' | 'busy'> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classList(
        'finger inline-flex shrink-0 items-center justify-center rounded-box text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50',
        size === 'small' ? 'size-8' : 'size-9',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
