// Whether the server can be reached now.

/** Asks for the page itself: the browser's own word says only whether there is a network, and not always that. */
export function isReached(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
