// The watchlists side by side as tabs, on a phone as a select, with a button to create, rename, reorder and remove them.
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Watchlist } from '../../contract/watchlists.ts';
import { IconButton } from '../ui/button.tsx';
import { useLayoutQuery } from '../ui/media-query.ts';
import { Select } from '../ui/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { EditListsDialog } from './edit-lists-dialog.tsx';

export interface ListTabsProps {
  lists: readonly Watchlist[];
  shown: Watchlist;
  onChoose: (id: string) => void;
  /** The stocks on the shown list. */
  children: ReactNode;
}

type Editing = 'new' | 'all' | null;

function EditButtons({ onOpen }: { onOpen: (editing: Editing) => void }) {
  return (
    <span className="flex shrink-0 items-center gap-1 px-2">
      <IconButton label="New list" aria-haspopup="dialog" onClick={() => onOpen('new')}>
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label="Edit lists" aria-haspopup="dialog" onClick={() => onOpen('all')}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function TabLabel({ name }: { name: string }) {
  return (
    <span title={name} className="block max-w-44 truncate">
      {name}
    </span>
  );
}

export function ListTabs({ lists, shown, onChoose, children }: ListTabsProps) {
  const isPhone = useLayoutQuery('(width < 40rem)');
  const [editing, setEditing] = useState<Editing>(null);
  const buttons = <EditButtons onOpen={setEditing} />;
  return (
    <>
      {isPhone ? (
        <>
          <div className="flex items-center border-b border-line py-2 pl-4">
            <Select
              label="List"
              hideLabel
              choices={lists.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={shown._id}
              onChoose={onChoose}
              className="min-w-0 flex-1"
            />
            {buttons}
          </div>
          {children}
        </>
      ) : (
        <Tabs
          label="Watchlists"
          items={lists.map(({ _id, name }) => ({
            value: _id,
            label: <TabLabel name={name} />,
            panel: _id === shown._id && children,
          }))}
          value={shown._id}
          onChoose={onChoose}
          end={buttons}
        />
      )}
      {editing !== null && (
        <EditListsDialog
          lists={lists}
          isForNew={editing === 'new'}
          onMade={({ _id }) => {
            setEditing(null);
            onChoose(_id);
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
