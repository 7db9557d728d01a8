// What stands out in the trades in view: what they have in common that costs or brings money.
import { observationWords } from '../../../contract/trade/observation-words.ts';
import type { DiaryObservation } from '../../../contract/trade/diary.ts';
import { FEWEST_COMPARED } from '../../../core/trade/diary/observations.ts';
import { Card } from '../../ui/card.tsx';
import { countText, moneyText, percentText } from '../../ui/number-text.ts';
import { rateText } from './figure-words.ts';

const texts = { count: countText, money: moneyText, change: percentText, percent: rateText };

const COMPARED = `Compared are trades after a loss, late in a day, large ones and those without a stop with all others, and losers with winners, each where both sides have ${FEWEST_COMPARED} trades.`;

/** An exchange from before an upgrade observes nothing. */
export function ObservationsCard({ observations = [] }: { observations: readonly DiaryObservation[] | undefined }) {
  return (
    <Card title="What stands out">
      {observations.length === 0 ? (
        <p className="text-muted">{`Nothing that chance could not have made. ${COMPARED}`}</p>
      ) : (
        <>
          <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
            {observations.map((observation) => {
              const { title, text } = observationWords(observation, texts);
              return (
                <li key={observation.kind}>
                  <p className="font-semibold">{title}</p>
                  <p>{text}</p>
                </li>
              );
            })}
          </ul>
          <p className="mt-4 text-sm text-muted">
            Differences are named only when they are larger than chance often makes. What goes together need not be the
            cause.
          </p>
        </>
      )}
    </Card>
  );
}
