// The search box of a list: its text goes into the address once typing stops or the box is left.
import { useAddressText } from './address-text.ts';
import { TextInput } from './text-input.tsx';

export interface SearchBoxProps {
  label: string;
  /** If it says more than the label. */
  placeholder?: string;
  /** The text in the address. */
  text: string | undefined;
  /** Called when typing has stopped; with undefined if the box is empty. */
  onText: (text: string | undefined) => void;
  className?: string;
}

export function SearchBox({ label, placeholder, text, onText, className = 'w-full sm:w-72' }: SearchBoxProps) {
  const [typed, type, settle] = useAddressText(text ?? '', (settled) => onText(settled || undefined));
  return (
    <TextInput
      label={label}
      hideLabel
      type="search"
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={64}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      className={className}
    />
  );
}
