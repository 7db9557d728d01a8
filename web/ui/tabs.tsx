// Tabs over panels of one screen: arrow keys move, the chosen tab can live in the address.
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, items, value, onChoose }: TabsProps<Value>) {
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(key) => onChoose(key as Value)}>
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line px-4">
        {items.map((item) => (
          <Tab
            key={item.value}
            id={item.value}
            className="-mb-px cursor-pointer border-b-2 border-transparent py-2.5 text-base font-medium whitespace-nowrap text-muted outline-none hover:text-ink data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent-text data-selected:border-accent-text data-selected:text-ink"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.value} id={item.value} className="outline-none">
          {item.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
