// Offers to open every ticket like this one: shown once this person's default or this ticket differs from the spec's.
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { TicketDraft } from './draft.ts';
import { keepDefault, ownDefault } from './kept-default.ts';
import { isSameDefault, isSpecDefault, specDefault } from './own-default.ts';

export function DefaultField({ draft }: { draft: TicketDraft }) {
  const [own, setOwn] = useState(ownDefault);
  const [wasSeen, setWasSeen] = useState(false);
  const isSeen = wasSeen || !isSpecDefault(own) || !isSpecDefault(draft);
  // It must not vanish under the pointer of a person who has just unticked it.
  if (isSeen && !wasSeen) setWasSeen(true);
  if (!isSeen) return null;
  return (
    <Checkbox
      label="Open every ticket like this"
      hint="With this order type, validity and product, in this browser. Quantity and price are never kept."
      checked={isSameDefault(own, draft)}
      onChange={(event) => {
        keepDefault(event.currentTarget.checked ? draft : specDefault);
        setOwn(ownDefault());
      }}
    />
  );
}
