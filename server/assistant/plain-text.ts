// Reduces what a model says, or a name in the data, to plain text: without links, images or markup.
import { ANSWER_MAX } from '../../contract/assistant.ts';
import { normal } from '../../contract/wire/normal.ts';
import { cutText } from '../../contract/wire/cut-text.ts';

/** A model can be talked into far more than anybody reads, all of it brackets: each of them is searched for the one that closes it. */
const MOST_SEARCHED = 2 * ANSWER_MAX;

export function plainText(text: string): string {
  const plain = normal(text.slice(0, MOST_SEARCHED), 'NFC')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/!?\[([^\]]{0,500})\]\((?:[^()]|\([^()]{0,500}\)){0,2000}\)/g, '$1')
    .replace(/<[/!]?[a-z][^<>]{0,500}>/gi, '')
    .replace(/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/gi, '(link left out)')
    .replace(/\b(?:javascript|data|vbscript):\S+/gi, '(link left out)')
    .replace(/\n{3,}/g, '\n\n');
  return cutText(plain, ANSWER_MAX).trim();
}
