// Adding money from home, at the side: fetched behind the screen.
import { SidePanel } from '../ui/dialog.tsx';
import { TopUp } from '../wallet/top-up.tsx';

export function TopUpPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel title="Add money" isOpen={isOpen} onClose={onClose}>
      <TopUp onDone={onClose} />
    </SidePanel>
  );
}
