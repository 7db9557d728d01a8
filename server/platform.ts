// The calls about the service itself: is it up, is it ready, and what a client must know before login.
import { OTP_SECONDS } from '../contract/auth.ts';
import { PASSWORD_MIN, RESET_PASSWORD_MIN } from '../contract/login.ts';
import { callMessages } from '../contract/messages/call.ts';
import type { DemoLogin } from '../contract/platform.ts';
import { toRupees } from '../contract/wire/sums.ts';
import type { Settings } from './config.ts';
import type { Handlers } from './handler.ts';

interface PlatformOptions {
  settings: Pick<
    Settings,
    'smtpUrl' | 'googleClientId' | 'razorpay' | 'marketHours' | 'passwordMin' | 'topupMaxPaise' | 'usdInr'
  >;
  /** What still keeps the market from opening, in words; empty when it is ready. */
  waitingFor: () => readonly string[];
  /** The people of a demo, if this is one. */
  demo?: readonly DemoLogin[] | null;
}

/** Until what has happened it takes no commands. */
export function whatExchangeWaitsFor(exchange: {
  readonly isRunning: boolean;
  readonly isOutOfTouch: boolean;
}): string[] {
  if (!exchange.isRunning) return ['the exchange recovers'];
  return exchange.isOutOfTouch ? ['the database answers'] : [];
}

export function createPlatformHandlers({
  settings,
  waitingFor,
  demo,
}: PlatformOptions): Pick<Handlers, 'GET /health' | 'GET /ready' | 'GET /config'> {
  const { passwordMin } = settings;
  return {
    'GET /health': () => ({ data: { status: 'up' } }),
    'GET /ready': () => {
      const missing = [...waitingFor()];
      const ready = missing.length === 0;
      return {
        status: ready ? 200 : 503,
        success: ready,
        message: ready ? '' : callMessages.unavailable,
        data: { ready, waitingFor: missing },
      };
    },
    'GET /config': () => ({
      data: {
        practiceMarket: true,
        paymentProvider: settings.razorpay === undefined ? 'sandbox' : 'razorpay',
        mailbox: settings.smtpUrl === undefined,
        googleClientId: settings.googleClientId ?? null,
        marketHours: settings.marketHours,
        passwordMin: { signup: passwordMin, login: PASSWORD_MIN, reset: Math.max(RESET_PASSWORD_MIN, passwordMin) },
        otpSeconds: OTP_SECONDS,
        topUpMax: toRupees(settings.topupMaxPaise),
        usdInr: settings.usdInr,
        demoLogins: [...(demo ?? [])],
      },
    }),
  };
}
