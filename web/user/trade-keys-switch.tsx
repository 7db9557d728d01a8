// Whether the letters B and S open the ticket.
import { useTradeKeysSwitch } from '../trade/trade-keys.ts';
import { Checkbox } from '../ui/checkbox.tsx';

export function TradeKeysSwitch() {
  const [areOn, setAreOn] = useTradeKeysSwitch();
  return (
    <Checkbox
      label="Trade by key"
      hint="B buys and S sells the stock under the pointer or the focus. The ticket opens; nothing is sent by it."
      checked={areOn}
      onChange={({ target }) => setAreOn(target.checked)}
    />
  );
}
