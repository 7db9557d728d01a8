// What the page may load from other sites: nothing, unless an outside service that the operator has set up needs it.

/** One outside service, as the page's policy has to list it. */
export interface OutsideSource {
  scripts?: readonly string[];
  styles?: readonly string[];
  frames?: readonly string[];
  connections?: readonly string[];
  /** It talks to the page from a window of its own. */
  opensWindow?: boolean;
}

/** The button of Google Identity Services: its script, the frame that shows the button, and the window it opens. */
export const googleSource: OutsideSource = {
  scripts: ['https://accounts.google.com/gsi/client'],
  styles: ['https://accounts.google.com/gsi/style'],
  frames: ['https://accounts.google.com/gsi/'],
  connections: ['https://accounts.google.com/gsi/'],
  opensWindow: true,
};

/**
 * Razorpay's checkout: a script that has to come from its makers, lays its own frame over the page with styles of its own,
 * and from there opens the windows of banks.
 */
export const razorpaySource: OutsideSource = {
  scripts: ['https://checkout.razorpay.com'],
  styles: ["'unsafe-inline'"],
  frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connections: [
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
  ],
  opensWindow: true,
};

/** A LiveKit server: its sockets, and the HTTP request that explains why one was refused. */
export function liveKitSource(url: string): OutsideSource {
  const { host, protocol } = new URL(url);
  const isSafe = protocol === 'wss:' || protocol === 'https:';
  return { connections: isSafe ? [`wss://${host}`, `https://${host}`] : [`ws://${host}`, `http://${host}`] };
}

export function sourcesFor(
  kind: 'scripts' | 'styles' | 'frames' | 'connections',
  outside: readonly OutsideSource[],
): string[] {
  return outside.flatMap((source) => source[kind] ?? []);
}
