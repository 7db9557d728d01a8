// What an administrator can set and the exchange enforces: trading limits and the fee schedule.
import type { Instant, Paise, PartsPerMillion, Quantity } from '../money.ts';
import type { StatutoryTable } from './statutory.ts';

/** Most shares per order, and per stock over the rolling timeframe. */
export interface TradingLimits {
  readonly maxBuyLimit: Quantity;
  readonly maxSellLimit: Quantity;
  readonly timeframeInHours: number;
}

/** Orders of `minQuantity` to `maxQuantity` shares pay `discount` less commission. */
export interface VolumeDiscount {
  readonly minQuantity: Quantity;
  readonly maxQuantity: Quantity;
  readonly discount: PartsPerMillion;
}

export interface FeePromotion {
  readonly id: string;
  readonly name: string;
  readonly discount: PartsPerMillion;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

export interface FeeSchedule {
  readonly commissionRate: PartsPerMillion;
  /** Once per order. */
  readonly flatFee: Paise;
  readonly volumeDiscounts: readonly VolumeDiscount[];
  readonly promotions: readonly FeePromotion[];
  readonly statutory: StatutoryTable;
}

// Spec 9: default limits 1000, 500, 24 hours.
export const DEFAULT_LIMITS: TradingLimits = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };

/** Off until an administrator wants it, with the public rates of the National Stock Exchange as they stand from 1 October 2024 on. */
export const DEFAULT_STATUTORY: StatutoryTable = {
  isOn: false,
  rates: [
    {
      from: 19_997,
      sttDelivery: 100_000,
      sttIntradaySell: 25_000,
      exchange: 2_970,
      sebi: 100,
      stampDelivery: 15_000,
      stampIntraday: 3_000,
      gst: 18_000_000,
    },
  ],
};

// Spec 9: commission 1 %, flat transaction fee 5 rupees.
export const DEFAULT_FEES: FeeSchedule = {
  commissionRate: 10_000,
  flatFee: 500,
  volumeDiscounts: [],
  promotions: [],
  statutory: DEFAULT_STATUTORY,
};
