// What screens must fetch again after a stock was listed, halted, changed or given a corporate action.
import { invalidateCalls } from '../../query.ts';

export function readStocksAgain(): void {
  void invalidateCalls(
    'GET /stocklist',
    'GET /corporateActions',
    'GET /stocks',
    'GET /stockNews',
    'GET /comingActions',
  );
}
