// How people ask about a price on the chart: right click, a long press, or the menu key.

const LONG_PRESS_MS = 500;
const STILL_PIXELS = 10;

export interface ScreenPoint {
  clientX: number;
  clientY: number;
}

/** A price that was pointed at, and where on the screen. */
export interface PricePlace extends ScreenPoint {
  price: number;
}

/** `ask` gets the screen position, or null if it was the keyboard. Returns a function that stops listening. */
export function listenForAsking(host: HTMLElement, ask: (at: ScreenPoint | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: ScreenPoint | null = null;
  let pressedAt = -Infinity;

  const cancel = (): void => clearTimeout(timer);
  const onDown = (event: PointerEvent): void => {
    cancel();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    from = { clientX: event.clientX, clientY: event.clientY };
    const at = from;
    timer = setTimeout(() => {
      pressedAt = performance.now();
      ask(at);
    }, LONG_PRESS_MS);
  };
  const onMove = ({ clientX, clientY }: PointerEvent): void => {
    if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PIXELS) cancel();
  };
  const onMenu = (event: MouseEvent): void => {
    event.preventDefault();
    cancel();
    // Some browsers send this after a long press as well.
    if (performance.now() - pressedAt < 2 * LONG_PRESS_MS) return;
    const { left, right, top, bottom } = host.getBoundingClientRect();
    const { clientX, clientY, button } = event;
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    ask(button === 2 && isInside ? { clientX, clientY } : null);
  };

  const pointer = { pointerdown: onDown, pointermove: onMove, pointerup: cancel, pointercancel: cancel };
  const names = Object.keys(pointer) as (keyof typeof pointer)[];
  // The library stops some of these while they bubble, so listen in the capture phase.
  for (const name of names) host.addEventListener(name, pointer[name], { capture: true });
  host.addEventListener('contextmenu', onMenu);
  return () => {
    cancel();
    for (const name of names) host.removeEventListener(name, pointer[name], { capture: true });
    host.removeEventListener('contextmenu', onMenu);
  };
}
