// The trades of a diary in groups: by stock, time, circumstances, tag and mood.
import { Link } from '@tanstack/react-router';
import type { SharedAnalysis } from '../../../contract/user/shared-diary.ts';
import { Card } from '../../ui/card.tsx';
import { BreakdownTable } from './breakdown-table.tsx';
import { beforeName, hourName, isMood, moodNames, sizeName, stopName, turnName, weekdayName } from './figure-words.ts';

export interface BreakdownsProps {
  data: SharedAnalysis;
  /** Left out where somebody else's trades are shown, which cannot be looked up by their tag. */
  onTag?: (tag: string) => void;
}

const nothingNoted = (what: string, isOwn: boolean) => (
  <p className="px-4 pb-4 text-muted">
    {`No trade of these days has a ${what}.${isOwn ? ` Open a trade in the diary and give it a ${what}: it will be counted here.` : ''}`}
  </p>
);

export function Breakdowns({ data, onTag }: BreakdownsProps) {
  const isOwn = onTag !== undefined;
  return (
    <>
      <Card title="By stock" flush>
        <BreakdownTable
          caption="Trades by stock"
          header="Stock"
          groups={data.bySymbol}
          isByStock
          name={(symbol) => (
            <Link
              to="/stockdetails/$symbol"
              params={{ symbol }}
              className="finger inline-block font-semibold hover:text-accent-text"
            >
              {symbol}
            </Link>
          )}
          empty={null}
        />
      </Card>
      <Card title="By weekday" flush actions={<span className="text-sm text-muted">of the first buy</span>}>
        <BreakdownTable
          caption="Trades by weekday"
          header="Weekday"
          groups={data.byWeekday}
          name={weekdayName}
          empty={null}
        />
      </Card>
      <Card title="By hour" flush actions={<span className="text-sm text-muted">of the first buy, in India</span>}>
        <BreakdownTable caption="Trades by hour" header="Hour" groups={data.byHour} name={hourName} empty={null} />
      </Card>
      <Card title="By what came before" flush actions={<span className="text-sm text-muted">on the same day</span>}>
        <BreakdownTable
          caption="Trades by what came before"
          header="Before"
          groups={data.byBefore}
          name={beforeName}
          empty={null}
        />
      </Card>
      <Card title="By place in the day" flush>
        <BreakdownTable
          caption="Trades by place in the day"
          header="Trade of its day"
          groups={data.byTurn}
          name={turnName}
          empty={null}
        />
      </Card>
      <Card
        title="By size"
        flush
        actions={<span className="text-sm text-muted">beside the usual sum of these days</span>}
      >
        <BreakdownTable caption="Trades by size" header="Size" groups={data.bySize} name={sizeName} empty={null} />
      </Card>
      <Card title="With and without a stop" flush>
        <BreakdownTable
          caption="Trades with and without a stop"
          header="Stop"
          groups={data.byStop}
          name={stopName}
          empty={null}
        />
      </Card>
      <Card title="By tag" flush>
        <BreakdownTable
          caption="Trades by tag"
          header="Tag"
          groups={data.byTag}
          name={(tag) =>
            onTag === undefined ? (
              `#${tag}`
            ) : (
              <button type="button" onClick={() => onTag(tag)} className="font-medium hover:text-accent-text">
                {`#${tag}`}
              </button>
            )
          }
          empty={nothingNoted('tag', isOwn)}
        />
      </Card>
      <Card title="By mood" flush>
        <BreakdownTable
          caption="Trades by mood"
          header="Mood"
          groups={data.byMood}
          name={(mood) => (isMood(mood) ? moodNames[mood] : mood)}
          empty={nothingNoted('mood', isOwn)}
        />
      </Card>
    </>
  );
}
