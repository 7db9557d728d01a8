// What a list leaves out, above it.

/** `undefined` while the list is on its way. */
export function ListNote({ note }: { note: string | null | undefined }) {
  return (
    <p role="status" className="text-sm text-warn empty:hidden">
      {note}
    </p>
  );
}
