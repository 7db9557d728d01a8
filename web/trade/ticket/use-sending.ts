// Sends the ticket's order, only one at a time, and remembers one that was never answered.
import { useRef, useState } from 'react';
import type { OrderWire } from '../../../contract/trade.ts';
import { showAlert } from '../../ui/alert.tsx';
import { useSeeStory } from '../see-story.ts';
import { closeTicket } from '../ticket.ts';
import { placeOrder } from './place-order.ts';

interface Sending {
  isSending: boolean;
  /** The order that was sent but not answered, so that its outcome is unknown. */
  unanswered: OrderWire | null;
  send: (order: OrderWire) => Promise<void>;
}

/** Sends one order at a time, and closes the ticket once it has been accepted. */
export function useSending(before: OrderWire | null): Sending {
  const [isSending, setIsSending] = useState(false);
  const [unanswered, setUnanswered] = useState(before);
  const isUnderWay = useRef(false);
  const seeStory = useSeeStory();
  async function send(order: OrderWire): Promise<void> {
    // A second click may arrive before the button is drawn as disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    const outcome = await placeOrder(order, order === unanswered);
    isUnderWay.current = false;
    setIsSending(false);
    setUnanswered(outcome.isUnknown ? order : null);
    if (outcome.isPlaced) {
      closeTicket();
      // The focus returns to where the ticket was opened before the alert takes it.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await showAlert(outcome.sentence, seeStory(outcome));
  }
  return { isSending, unanswered, send };
}
