// Progress as a bar; the same in words is shown beside it.
export interface ProgressProps {
  label: string;
  value: number;
  most: number;
}

export function Progress({ label, value, most }: ProgressProps) {
  const share = most > 0 ? Math.min(1, Math.max(0, value / most)) : 1;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full rounded-full bg-accent-text" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
