// The dialogs for open orders on a chart: edit one, move one to another price, cancel one. Loaded once the chart is there.
import { tradeMessages } from '../../../contract/messages/trade.ts';
import type { Order } from '../../../contract/trade.ts';
import { CancelOrder } from '../../trade/cancel-order.tsx';
import { EditOrder } from '../../trade/edit-order.tsx';
import { MoveOrder } from '../../trade/move-order.tsx';
import type { MoveOrderProps } from '../../trade/move-order.tsx';

export interface OrderDialogsProps {
  edited: Order | null;
  canceled: Order | null;
  move: MoveOrderProps['move'];
  /** With what has been done, in words; null if nothing was. */
  onDone: (sentence: string | null) => void;
  onMoved: MoveOrderProps['onDone'];
}

export function OrderDialogs({ edited, canceled, move, onDone, onMoved }: OrderDialogsProps) {
  return (
    <>
      <EditOrder order={edited} onDone={(isChanged) => onDone(isChanged ? tradeMessages.orderModified : null)} />
      <MoveOrder move={move} onDone={onMoved} />
      <CancelOrder order={canceled} onDone={(isCanceled) => onDone(isCanceled ? tradeMessages.orderCanceled : null)} />
    </>
  );
}
