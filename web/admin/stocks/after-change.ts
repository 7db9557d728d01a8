// What the screens must read again when a stock was listed, halted, changed or planned for.
import { invalidateCalls } from '../../query.ts';

export function readStocksAgain(): void {
  void invalidateCalls('GET /stocklist', 'GET /corporateActions', 'GET /stocks', 'GET /stockNews');
}
