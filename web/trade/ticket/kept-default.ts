// Stores how a person's tickets open: in this browser, for this person.
import { readOwn, writeOwn } from '../../own-storage.ts';
import { defaultOf, readDefault, specDefault } from './own-default.ts';
import type { OwnDefault } from './own-default.ts';

const NAME = 'ticket';

export const ownDefault = (): OwnDefault => readDefault(readOwn(NAME)) ?? specDefault;

export function keepDefault(draft: OwnDefault): void {
  writeOwn(NAME, JSON.stringify(defaultOf(draft)));
}
