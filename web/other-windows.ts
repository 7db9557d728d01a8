// What the socket does not report: after a change in one window, the person's other windows in this browser ask again at once.
import type { RouteName } from '../contract/routes.ts';
import { invalidateCalls } from './query.ts';

const windows = typeof BroadcastChannel === 'function' ? new BroadcastChannel('istock.changed') : null;

/** What this call answers has changed. Nothing else is told: another person's window merely asks for its own. */
export function tellOtherWindows(name: RouteName): void {
  windows?.postMessage(name);
}

if (windows) windows.onmessage = ({ data }: { data: RouteName }) => void invalidateCalls(data);
