// Whether the server can be reached now.

/** Requests the page itself: what the browser reports says only whether there is a network, and not even that reliably. */
export function isReached(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
