// Redirects from a page beyond the end (rows were filtered away, or the link is old) to the last one.
import { useEffect, useEffectEvent } from 'react';

/** `isOfBefore`: meanwhile, the list before is shown, which may have fewer pages. */
export function useLastPage(
  page: number,
  totalPages: number | undefined,
  isOfBefore: boolean,
  onPage: (page: number) => void,
): void {
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (totalPages !== undefined && !isOfBefore && page > totalPages) goTo(totalPages);
  }, [page, totalPages, isOfBefore]);
}
