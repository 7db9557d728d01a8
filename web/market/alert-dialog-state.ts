// Opens the price-alert dialog of a stock over any screen.
import { onSessionEnd } from '../session.ts';
import { dialogRequests } from '../ui/dialog-request.ts';

export interface AlertRequest {
  symbol: string;
  /** A price that was pointed at, in rupees. */
  price?: number;
}

const requests = dialogRequests<AlertRequest>();

export const openPriceAlerts = (symbol: string, price?: number): void => requests.open({ symbol, price });
export const closePriceAlerts = requests.close;
export const useAlertRequest = requests.use;

// The next login must not find it open.
onSessionEnd(closePriceAlerts);
