// The logged-in person's photo: fetched once per page, and again when it has changed.
import { useQuery } from '@tanstack/react-query';
import { callQuery, queryClient } from '../query.ts';

/** A key of its own: prices and trades make the profile stale all the time, the photo never. */
const key = ['own photo'];

/** Photos always come from this site, whatever address of it the server knows. */
export function photoPath(url: string | null): string | null {
  return url === null ? null : new URL(url, location.origin).pathname;
}

export function useOwnPhoto(isWanted: boolean): string | null {
  const { data } = useQuery({
    queryKey: key,
    queryFn: async (context) => photoPath((await callQuery('GET /Userprofile', {}).queryFn(context)).profilePhoto),
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: isWanted,
  });
  return data ?? null;
}

export function photoChanged(url: string | null): void {
  queryClient.setQueryData(key, photoPath(url));
}
