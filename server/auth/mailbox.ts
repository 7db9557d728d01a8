// The built-in mailbox: the mails as data, and as a page for a browser. It exists only while no SMTP server is set.
import { indianText } from '../../contract/messages/instants.ts';
import type { Mail } from '../../contract/platform.ts';
import type { Mailer } from '../adapters/mail.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import { escapeHtml } from '../adapters/letter.ts';

export function mailboxHandlers(mailer: Mailer): Pick<Handlers, 'GET /dev/mailbox'> {
  return {
    async 'GET /dev/mailbox'({ input, wantsHtml }) {
      if (!mailer.mailbox) throw notFound();
      const mails = await mailer.mailbox(input.to);
      return { data: mails, html: wantsHtml ? page(mails, input.to) : undefined };
    },
  };
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
h1, p { overflow-wrap: anywhere; }
p { margin: 0.25rem 0; opacity: 0.75; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0.75rem 0 0; }
`;

/** Shows each mail's text, never its HTML: names are chosen by strangers. */
function page(mails: readonly Mail[], to: string | undefined): string {
  const articles = mails.map(
    ({ to: recipient, subject, text, createdAt }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)}, <time datetime="${createdAt}">${indianText(Date.parse(createdAt))}</time></p>
<pre>${escapeHtml(text)}</pre>
</article>`,
  );
  const body = articles.length > 0 ? articles.join('\n') : '<p>No mails yet. Sign up, and the code arrives here.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Mailbox - Istock</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Mailbox${to ? ` of ${escapeHtml(to)}` : ''}</h1>
<p>Mails that Istock would have sent, newest first. The page looks for new ones every five seconds.</p>
${body}
</main>
</body>
</html>`;
}
