// A person's picture in a circle, or initials if there is none. The name is shown beside it or in its label, so the picture is decoration.
import { useState } from 'react';
import { firstLetter } from '../../contract/wire/cut-text.ts';
import { classList } from './class-list.ts';

function initials(name: string): string {
  // A bracket or a dot is no initial.
  const words = name.split(/(?:^|\s)[^\p{L}\p{N}\p{ExtPict}\p{RI}]*/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => firstLetter(word).toUpperCase()).join('') || '?';
}

const sizes = { small: 'size-9 text-sm', large: 'size-24 text-xl' };

export interface AvatarProps {
  name: string;
  photo: string | null;
  size?: keyof typeof sizes;
  className?: string;
}

export function Avatar({ name, photo, size = 'small', className }: AvatarProps) {
  // A picture that fails to load must not leave a hole.
  const [missing, setMissing] = useState<string | null>(null);
  const look = classList(
    'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full whitespace-nowrap',
    sizes[size],
    className,
  );
  if (photo && photo !== missing)
    return (
      <img
        src={photo}
        alt=""
        width={512}
        height={512}
        decoding="async"
        onError={() => setMissing(photo)}
        className={classList(look, 'bg-sunken object-cover')}
      />
    );
  return (
    <span aria-hidden="true" className={classList(look, 'bg-accent-soft font-semibold text-accent-text')}>
      {initials(name)}
    </span>
  );
}
