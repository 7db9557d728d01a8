// The drawing menu: the tools, and undo, redo and removal of everything drawn.
import { Minus, MoveUpRight, Redo2, Rows3, TrendingUp, Trash2, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { kindNames } from '../../chart/chart-drawing.ts';
import type { DrawingTool } from '../../chart/drawn-lines.ts';
import { MenuItem } from '../../ui/menu-item.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { OwnDrawing } from './use-chart-drawing.ts';

export interface DrawMenuProps {
  at: { clientX: number; clientY: number };
  own: OwnDrawing;
  onClose: () => void;
}

const tools: readonly [tool: DrawingTool, sign: LucideIcon, hint: string][] = [
  ['horizontal', Minus, 'one press'],
  ['trend', TrendingUp, 'two points'],
  ['ray', MoveUpRight, 'two points, and on'],
  ['fibonacci', Rows3, 'two points'],
];
const icon = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const;

export function DrawMenu({ at, own, onClose }: DrawMenuProps) {
  const done = (act: () => void) => () => {
    onClose();
    act();
  };
  const { undo, redo } = own;
  return (
    <Popover label="Draw on the chart" at={at} onClose={onClose} className="w-72">
      <ul>
        {tools.map(([tool, Sign, hint]) => (
          <li key={tool}>
            <MenuItem onClick={done(() => own.setTool(tool))}>
              <Sign {...icon} />
              {kindNames[tool]}
              <span className="ml-auto text-sm font-normal whitespace-nowrap text-faint">{hint}</span>
            </MenuItem>
          </li>
        ))}
      </ul>
      {(own.count > 0 || undo || redo) && (
        <ul className="mt-1 border-t border-line pt-1">
          {undo && (
            <li>
              <MenuItem onClick={done(undo)}>
                <Undo2 {...icon} />
                Undo
                <kbd className="ml-auto text-sm font-normal text-faint pointer-coarse:hidden">Ctrl Z</kbd>
              </MenuItem>
            </li>
          )}
          {redo && (
            <li>
              <MenuItem onClick={done(redo)}>
                <Redo2 {...icon} />
                Redo
                <kbd className="ml-auto text-sm font-normal text-faint pointer-coarse:hidden">Ctrl Shift Z</kbd>
              </MenuItem>
            </li>
          )}
          {own.count > 0 && (
            <li>
              <MenuItem onClick={done(own.clear)}>
                <Trash2 {...icon} />
                {own.count === 1 ? 'Remove the line' : `Remove all ${own.count} lines`}
              </MenuItem>
            </li>
          )}
        </ul>
      )}
    </Popover>
  );
}
