// The dialogs that add indicators to a chart and change their settings.
import { indicatorText } from '../../chart/indicators/chosen.ts';
import type { ChosenIndicator } from '../../chart/indicators/chosen.ts';
import { IndicatorsDialog } from '../../chart/indicators/indicators-dialog.tsx';
import { SettingsDialog } from '../../chart/indicators/settings-dialog.tsx';
import type { ChartChoice } from './use-chart-choice.ts';

/** Which of them is open: the menu, or the settings of one indicator. */
export type OpenDialog = 'menu' | ChosenIndicator;

export interface IndicatorDialogsProps {
  choice: ChartChoice;
  open: OpenDialog;
  onClose: () => void;
}

export function IndicatorDialogs({ choice: { indicators, setIndicators }, open, onClose }: IndicatorDialogsProps) {
  if (open === 'menu') return <IndicatorsDialog chosen={indicators} onChoose={setIndicators} onClose={onClose} />;
  return (
    <SettingsDialog
      key={indicatorText(open)}
      indicator={open}
      chosen={indicators}
      onClose={onClose}
      onApply={(changed) => {
        setIndicators(indicators.map((one) => (one === open ? changed : one)));
        onClose();
      }}
    />
  );
}
