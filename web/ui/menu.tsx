// A menu that opens from a button: arrow keys, type-ahead and Esc work, and focus returns to the button.
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { classList } from './class-list.ts';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  tone?: 'danger';
  onChoose: () => void;
}

export interface MenuProps {
  /** Spoken name of the button. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonClassName?: string;
  /** A line above the actions: who is logged in, for example. */
  heading?: ReactNode;
  actions: readonly MenuAction[];
  isButtonDisabled?: boolean;
}

const itemLook = classList(
  'flex h-9 cursor-pointer items-center gap-3 rounded-[4px] px-3 text-base outline-none',
  'data-focused:bg-sunken data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent-text',
);

export function Menu({ label, button, buttonClassName, heading, actions, isButtonDisabled }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton aria-label={label} isDisabled={isButtonDisabled} className={buttonClassName}>
        {button}
      </AriaButton>
      <Popover placement="bottom end" offset={8} className="reveal z-50 min-w-56 rounded-box bg-raised p-1 shadow-over">
        <AriaMenu
          aria-label={label}
          className="outline-none"
          onAction={(id) => actions.find((action) => action.id === id)?.onChoose()}
        >
          <MenuSection aria-label={label}>
            {heading && <Header className="mb-1 border-b border-line px-3 pt-2 pb-3">{heading}</Header>}
            {actions.map((action) => (
              <MenuItem
                key={action.id}
                id={action.id}
                textValue={action.label}
                className={classList(itemLook, action.tone === 'danger' && 'text-down')}
              >
                {action.icon}
                {action.label}
              </MenuItem>
            ))}
          </MenuSection>
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
