// The hint under the rate of a lesson: what it means for a learner. Nothing for a rate that is not valid.
import { dollarText } from '../../ui/dollars.tsx';

/** `dollarRate`: rupees for a dollar, once it is known. */
export function rateHint(typed: string, isMistaken: boolean, dollarRate: number | null | undefined): string {
  const rupees = Number(typed);
  if (isMistaken) return 'In rupees.';
  if (rupees === 0) return 'In rupees. At 0 the session is free.';
  return `In rupees${dollarRate ? `, about ${dollarText(rupees, dollarRate)}` : ''}: what a learner pays in all.`;
}
