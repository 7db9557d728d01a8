// The switches for light and dark, and for the palette of gains and losses.
import { Segmented } from './segmented.tsx';
import { usePalette, useTheme } from './theme.ts';

export function ThemeSwitch({ showLabel = false }: { showLabel?: boolean }) {
  const [theme, setTheme] = useTheme();
  return (
    <Segmented
      label="Theme"
      showLabel={showLabel}
      value={theme}
      onChoose={setTheme}
      choices={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}

export function PaletteSwitch() {
  const [palette, setPalette] = usePalette();
  return (
    <Segmented
      label="Colours of gains and losses"
      showLabel
      value={palette}
      onChoose={setPalette}
      choices={[
        { value: 'standard', label: 'Green and red' },
        { value: 'colour-blind', label: 'Blue and orange' },
      ]}
    />
  );
}
