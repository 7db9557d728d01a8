// Splits a chat message into parts: web addresses become links, everything else stays text.

export interface ChatPart {
  text: string;
  isLink: boolean;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/giu;
/** Punctuation that ends the sentence, not the address. */
const AFTER_ADDRESS = /[.,;:!?'*_~]+$|(?<!\([^()]*)\)+[.,;:!?]*$/u;

export function chatParts(text: string): ChatPart[] {
  const parts: ChatPart[] = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(AFTER_ADDRESS, '');
    if (!URL.canParse(address)) continue;
    if (found.index > at) parts.push({ text: text.slice(at, found.index), isLink: false });
    parts.push({ text: address, isLink: true });
    at = found.index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isLink: false });
  return parts;
}
