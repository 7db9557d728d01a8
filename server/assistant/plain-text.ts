// Makes text of whatever a model, or a name in the data, says: nothing in it can load, run or lead somewhere.
import { ANSWER_MAX } from '../../contract/assistant.ts';
import { normal } from '../../contract/wire/normal.ts';
import { cutText } from '../../contract/wire/cut-text.ts';

/** Text alone: whatever could load or lead somewhere is taken out. */
export function plainText(text: string): string {
  const plain = normal(text, 'NFC')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<[/!]?[a-z][^<>]{0,500}>/gi, '')
    .replace(/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/gi, '(link left out)')
    .replace(/\b(?:javascript|data|vbscript):\S+/gi, '(link left out)')
    .replace(/\n{3,}/g, '\n\n');
  return cutText(plain, ANSWER_MAX).trim();
}
