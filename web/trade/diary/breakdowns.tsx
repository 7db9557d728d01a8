// The trades of a diary in groups: by stock, time, circumstances, tag and mood.
import { Link } from '@tanstack/react-router';
import type { SharedAnalysis } from '../../../contract/user/shared-diary.ts';
import { Card } from '../../ui/card.tsx';
import { BreakdownTable } from './breakdown-table.tsx';
import type { BreakdownTableProps } from './breakdown-table.tsx';
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

interface PartsProps extends Omit<BreakdownTableProps, 'caption'> {
  title: string;
  /** Beside the title: what it is counted by. */
  by?: string;
}

function Parts({ title, by, ...table }: PartsProps) {
  return (
    <Card title={title} flush actions={by && <span className="text-sm text-muted">{by}</span>}>
      <BreakdownTable caption={`Trades ${title.charAt(0).toLowerCase()}${title.slice(1)}`} {...table} />
    </Card>
  );
}

const stockLink = (symbol: string) => (
  <Link
    to="/stockdetails/$symbol"
    params={{ symbol }}
    className="finger inline-block font-semibold hover:text-accent-text"
  >
    {symbol}
  </Link>
);

export function Breakdowns({ data, onTag }: BreakdownsProps) {
  const isOwn = onTag !== undefined;
  const tagName = (tag: string) =>
    onTag === undefined ? (
      `#${tag}`
    ) : (
      <button type="button" onClick={() => onTag(tag)} className="font-medium hover:text-accent-text">
        {`#${tag}`}
      </button>
    );
  const moodName = (mood: string) => (isMood(mood) ? moodNames[mood] : mood);
  return (
    <>
      <Parts title="By stock" header="Stock" groups={data.bySymbol} isByStock name={stockLink} empty={null} />
      <Parts
        title="By weekday"
        by="of the first buy"
        header="Weekday"
        groups={data.byWeekday}
        name={weekdayName}
        empty={null}
      />
      <Parts
        title="By hour"
        by="of the first buy, in India"
        header="Hour"
        groups={data.byHour}
        name={hourName}
        empty={null}
      />
      <Parts
        title="By what came before"
        by="on the same day"
        header="Before"
        groups={data.byBefore}
        name={beforeName}
        empty={null}
      />
      <Parts title="By place in the day" header="Trade of its day" groups={data.byTurn} name={turnName} empty={null} />
      <Parts
        title="By size"
        by="beside the usual sum of these days"
        header="Size"
        groups={data.bySize}
        name={sizeName}
        empty={null}
      />
      <Parts title="With and without a stop" header="Stop" groups={data.byStop} name={stopName} empty={null} />
      <Parts title="By tag" header="Tag" groups={data.byTag} name={tagName} empty={nothingNoted('tag', isOwn)} />
      <Parts title="By mood" header="Mood" groups={data.byMood} name={moodName} empty={nothingNoted('mood', isOwn)} />
    </>
  );
}
