// The price alerts as every screen knows them, after one was set or removed.
import type { PriceAlert } from '../../contract/market.ts';
import { tellOtherWindows } from '../other-windows.ts';
import { callKey, invalidate, queryClient } from '../query.ts';

const KEY = callKey('GET /priceAlerts', {});

/** An older answer still on its way must not bring the old alerts back; alerts that are not known yet are fetched. */
export async function changeAlerts(change: (alerts: PriceAlert[]) => PriceAlert[]): Promise<void> {
  tellOtherWindows('GET /priceAlerts');
  await queryClient.cancelQueries({ queryKey: KEY });
  const known = queryClient.getQueryData<PriceAlert[]>(KEY);
  if (known) queryClient.setQueryData(KEY, change(known));
  else void invalidate(KEY);
}
