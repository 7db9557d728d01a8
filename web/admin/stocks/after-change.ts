// What the screens must read again when a stock was listed, halted, changed or planned for.
import { callKey, queryClient } from '../../query.ts';

export function readStocksAgain(): void {
  for (const name of ['GET /stocklist', 'GET /corporateActions', 'GET /stocks', 'GET /stockNews'] as const)
    void queryClient.invalidateQueries({ queryKey: callKey(name) });
}
