// Opens the dialog that says on which watchlists a stock is, over any screen.
import { dialogRequests } from '../ui/dialog-request.ts';

export interface StockListsRequest {
  symbol: string;
  /** The list from which it can be moved, where it was opened from one. */
  from?: string;
}

const requests = dialogRequests<StockListsRequest>();

export const openStockLists = (symbol: string, from?: string): void => requests.open({ symbol, from });
export const closeStockLists = requests.close;
export const useStockListsRequest = requests.use;
