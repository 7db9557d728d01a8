// The recovery codes, shown once: to be written down, copied or saved before going on.
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';

export function RecoveryCodes({
  codes,
  message,
  onDone,
}: {
  codes: readonly string[];
  message: string;
  onDone: () => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status">{message}</p>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 rounded-box bg-sunken px-4 py-3 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Each of them lets you in once, in place of a code from the app. They are not shown again.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => download('istock-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}>
          <Download size={16} aria-hidden="true" />
          Save as a file
        </Button>
        <Button tone="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
