// Makes a mail of plain sentences: the same words as text and as escaped HTML.
import type { Letter } from './mail.ts';

const FOOT = 'Istock - a practice market with practice money';

export function letterOf(to: string, subject: string, lines: readonly string[]): Letter {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n\n${FOOT}`,
    html: `<!doctype html>\n<html lang="en"><body>\n${paragraphs}\n<p><small>${FOOT}</small></p>\n</body></html>`,
  };
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}
