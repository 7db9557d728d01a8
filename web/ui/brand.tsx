// The name with its mark: two candles that make an I.
import { classList } from './class-list.ts';

export function Brand({ className }: { className?: string }) {
  return (
    <span className={classList('inline-flex items-center gap-2 text-md font-semibold tracking-tight', className)}>
      <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="6" className="fill-accent" />
        <path d="M11 6v20M21 6v20" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
        <path d="M8 13h6v9H8zM18 9h6v9h-6z" fill="#fff" />
      </svg>
      {/* At the narrowest the mark stands for the name, which is still read out. A scroll bar may take a part of the header. */}
      <span className="max-[24rem]:sr-only @max-[24rem]:sr-only">Istock</span>
    </span>
  );
}
