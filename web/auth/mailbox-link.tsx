// While the built-in mailbox is on, a link to the mail that was just sent.
import { useConfig } from './config.ts';
import { textLink } from './auth-frame.tsx';

export function MailboxLink({ email }: { email: string }) {
  const config = useConfig();
  if (!config?.mailbox) return null;
  return (
    <p className="rounded-box bg-accent-soft px-3 py-2">
      This server keeps its mail itself.{' '}
      <a
        href={`/dev/mailbox?to=${encodeURIComponent(email)}`}
        target="_blank"
        rel="noopener"
        className={`${textLink} underline`}
      >
        Open the mailbox
      </a>{' '}
      to read the code.
    </p>
  );
}
