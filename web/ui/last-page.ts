// Redirects from a page beyond the end (rows were filtered away, or the link is old) to the last one.
import { useEffect, useEffectEvent } from 'react';

/** `totalPages` is undefined while it is not known: that of the list shown before may be less. */
export function useLastPage(page: number, totalPages: number | undefined, onPage: (page: number) => void): void {
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (totalPages !== undefined && page > totalPages) goTo(totalPages);
  }, [page, totalPages]);
}
