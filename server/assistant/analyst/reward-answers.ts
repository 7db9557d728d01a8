// The answer about what the asker has paid in, and about rewards.
import type { RewardKind } from '../../../contract/rewards.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { timeOf } from './span.ts';
import { counted, dayWords, list, money, written } from './wording.ts';

const KINDS: Readonly<Record<RewardKind, string>> = {
  signup: 'sign-up bonus',
  referrer: 'a friend who joined with your code',
  referee: 'joining with a friend’s code',
  loyalty: 'loyalty',
};

const dayOf = (instant: string) => dayWords(dayText(marketDay(Date.parse(instant))));

function earnedLine({ kind, amount, earnedAt, expiresAt, unused, returned }: ToolResult<'rewards'>['earned'][number]) {
  const lapses =
    expiresAt !== null && unused > 0 && `${money(unused)} of it unused, which goes back on ${dayOf(expiresAt)}`;
  const back = returned > 0 && `${money(returned)} of it went back unused`;
  const more = [lapses, back].filter((part) => part !== false);
  return `${dayOf(earnedAt)}: ${money(amount)} for ${KINDS[kind]}${more.length === 0 ? '' : ` (${more.join('; ')})`}.`;
}

const paysIn = (who: string, least: number) => `${who} in ${least === 0 ? 'any sum' : money(least)}`;

function nextLines({ signup, referee, referrer, loyalty }: ToolResult<'rewards'>['next']): string[] {
  return [
    ...(signup === null
      ? []
      : [`Sign-up bonus: ${money(signup.amount)} once ${paysIn('you have paid', signup.minimumDeposit)}.`]),
    ...(referee === null
      ? []
      : [
          `For joining with a friend’s code: ${money(referee.amount)} once ${paysIn('you have paid', referee.minimumDeposit)}.`,
        ]),
    ...(referrer === null
      ? []
      : [
          `For each friend who joins with your code and ${paysIn('pays', referrer.minimumDeposit)}: ${money(referrer.amount)} for you and ${money(referrer.friendAmount)} for the friend; ${referrer.rewarded} of at most ${counted(referrer.most, 'friend')} so far.`,
        ]),
    ...(loyalty === null
      ? []
      : [
          `Loyalty: ${money(loyalty.amount)} for trades of ${money(loyalty.tradingAmount)} within ${counted(loyalty.timeframeInDays, 'day')}; ${loyalty.opensAt === null ? `you have traded ${money(loyalty.traded)}` : `the next one from ${dayOf(loyalty.opensAt)} on`}.`,
        ]),
  ];
}

/** What was paid in on some days. */
function ofTimeText({ ofTime }: ToolResult<'rewards'>): string | false {
  if (ofTime === null) return false;
  const { from, to, times, amount } = ofTime;
  const when = from === to ? `On ${dayWords(from)}` : `From ${dayWords(from)} to ${dayWords(to)}`;
  return `${when} you paid in ${times === 0 ? 'nothing' : `${money(amount)}${times === 1 ? '' : `, in ${counted(times, 'payment')}`}`}.`;
}

export const answerRewards: Answerer = async (tools, { text: asked, day, span }) => {
  const found = await tools.use('rewards', timeOf(day, span));
  const { deposited, totalEarned, earned, next } = found;
  const isAboutMoney = /\b(?:deposit|pa(?:y|id)|add(?:ed)?|put|top)/.test(asked);
  const paidIn = `You have paid in ${money(deposited)} so far.`;
  const total =
    earned.length === 0 ? 'You have earned no reward yet.' : `Rewards have brought you ${money(totalEarned)} in all.`;
  const possible = nextLines(next);
  const text = written(
    /\b(?:refer|invit|friend|code|link)/.test(asked) &&
      'Your referral code stands in your profile, and under Invite friends there the link that opens the sign-up form with it.',
    isAboutMoney && ofTimeText(found),
    isAboutMoney ? `${paidIn} ${total}` : `${total} ${paidIn}`,
    list(earned.map(earnedLine)),
    possible.length > 0 && 'What can still be earned:',
    list(possible),
  );
  return answer(text, [], ['What is my balance?', 'How are my trades doing?', 'How is my portfolio spread?']);
};
