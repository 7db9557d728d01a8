// The charges of a line in a list, and below them the part that was passed on by law, where there was any.
import type { Transaction } from '../../contract/trade.ts';
import { Money } from '../ui/money.tsx';
import { moneyText } from '../ui/number-text.ts';

export interface PaidChargesProps {
  of: Pick<Transaction, 'charges' | 'statutoryCharges'>;
  className?: string;
}

export function PaidCharges({ of: { charges, statutoryCharges }, className }: PaidChargesProps) {
  return (
    <>
      <Money rupees={charges} className={className} />
      {statutoryCharges > 0 && (
        <span className="block text-sm whitespace-nowrap text-faint">{`${moneyText(statutoryCharges)} statutory`}</span>
      )}
    </>
  );
}
