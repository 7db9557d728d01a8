// What a chart asks of its own open orders: to change one, to move one to another price, to cancel one. Loaded when the chart stands.
import type { Order } from '../../../contract/trade.ts';
import { CancelOrder } from '../../trade/cancel-order.tsx';
import { EditOrder } from '../../trade/edit-order.tsx';
import { MoveOrder } from '../../trade/move-order.tsx';
import type { MoveOrderProps } from '../../trade/move-order.tsx';

export interface OrderDialogsProps {
  edited: Order | null;
  canceled: Order | null;
  move: MoveOrderProps['move'];
  onDone: () => void;
  onMoved: MoveOrderProps['onDone'];
}

export function OrderDialogs({ edited, canceled, move, onDone, onMoved }: OrderDialogsProps) {
  return (
    <>
      <EditOrder order={edited} onDone={onDone} />
      <MoveOrder move={move} onDone={onMoved} />
      <CancelOrder order={canceled} onDone={onDone} />
    </>
  );
}
