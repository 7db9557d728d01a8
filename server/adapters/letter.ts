// A mail of plain sentences, and how it is written down: the same words as text and as escaped HTML.

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** A paragraph each. */
  readonly lines: readonly string[];
  /** Not kept until it is sent, nor behind others: the code in it ends soon, or the address is to be forgotten. */
  readonly isBrief?: true;
}

export interface WrittenLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FOOT = 'Istock - a practice market with practice money';

/** `site` is the address that ends every letter; null where the operator has named none. */
export function write({ to, subject, lines }: Letter, site: string | null): WrittenLetter {
  const foot = [FOOT, ...(site === null ? [] : [site])];
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const small = foot.map(escapeHtml).join('<br>\n');
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n\n${foot.join('\n')}`,
    html: `<!doctype html>\n<html lang="en"><body>\n${paragraphs}\n<p><small>${small}</small></p>\n</body></html>`,
  };
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}
