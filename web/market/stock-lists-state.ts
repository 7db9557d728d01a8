// Opens the dialog about a stock's watchlists over any screen.
import { onSessionEnd } from '../session.ts';
import { dialogRequests } from '../ui/dialog-request.ts';

export interface StockListsRequest {
  symbol: string;
  /** The list it can be moved from, if the dialog was opened from one. */
  from?: string;
}

const requests = dialogRequests<StockListsRequest>();

export const openStockLists = (symbol: string, from?: string): void => requests.open({ symbol, from });
export const closeStockLists = requests.close;
export const useStockListsRequest = requests.use;

// The next login must not find it open.
onSessionEnd(closeStockLists);
