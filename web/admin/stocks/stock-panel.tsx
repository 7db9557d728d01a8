// One stock beside the list: its state, its terms, and what is planned for it.
import { useState } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { LiveChange, LivePrice } from '../../live-text.tsx';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { dateTimeText, dateWords } from '../../ui/date-time.tsx';
import { SidePanel } from '../../ui/dialog.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { countText, moneyText } from '../../ui/number-text.ts';
import { HaltStock } from './halt-stock.tsx';
import { PlanAction } from './plan-action.tsx';
import { StockStatus } from './stock-status.tsx';
import { TermsForm } from './terms-form.tsx';

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Planned({ symbol }: { symbol: string }) {
  const { data } = useCall('GET /stockNews', { symbol });
  if (data === undefined || data.coming.length === 0)
    return <p className="text-sm text-muted">{data ? 'Nothing is planned.' : '\u00a0'}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {data.coming.map(({ _id, text, effectiveDate }) => (
        <li key={_id} className="flex flex-wrap justify-between gap-x-3">
          {text}
          <span className="text-muted">{dateWords(effectiveDate)}</span>
        </li>
      ))}
    </ul>
  );
}

export function StockPanel({ stock, onClose }: { stock: ListedStock; onClose: () => void }) {
  const [isPlanning, setIsPlanning] = useState(false);
  const { symbol, halt } = stock;
  return (
    <SidePanel title={symbol} symbol={symbol} isOpen isInAddress onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>
          <p className="text-muted">
            {isolated(stock.name)}, {stock.sector}
          </p>
          <p className="mt-1 flex items-baseline gap-3">
            <LivePrice symbol={symbol} known={stock} className="text-xl font-semibold" />
            <LiveChange symbol={symbol} known={stock} />
          </p>
        </div>
        <FigureList
          figures={[
            { name: 'Status', value: <StockStatus stock={stock} /> },
            { name: 'Open orders', value: countText(stock.openOrders) },
            { name: 'Previous close', value: moneyText(stock.previousClose) },
            { name: 'Shares in issue', value: countText(stock.sharesIssued) },
          ]}
        />
        <Section title="Trading">
          {halt && (
            <p className="text-sm text-muted">
              {halt.haltedAt ? `Halted since ${dateTimeText(halt.haltedAt)}. ` : 'Halted. '}
              {halt.reason ?? 'No reason was given.'}
            </p>
          )}
          <div>
            <HaltStock stock={stock} />
          </div>
        </Section>
        <Section title="Tick and price band">
          <TermsForm stock={stock} />
        </Section>
        <Section title="Corporate actions">
          <Planned symbol={symbol} />
          <div>
            <Button onClick={() => setIsPlanning(true)}>Plan an action</Button>
          </div>
        </Section>
      </div>
      {isPlanning && <PlanAction stock={stock} onDone={() => setIsPlanning(false)} />}
    </SidePanel>
  );
}
